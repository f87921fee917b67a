// SPDX-License-Identifier: GPL-3.0-or-later
// Findings: plain sentences about one variant, each with its number and the spans it speaks of. A finding that the recording does not
// prove is not made: what is missing (a launch, an op, a timing pass) silences it. Pure; any thread; O(spans · log).
#pragma once

#include "profiler/analysis/variants.h"
#include "profiler/kernels/phrases.h"
#include "profiler/trace/trace.h"

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace attnscope {

struct Finding {
    std::string code; ///< stable, kebab-case: "masked-fill-copies"
    std::string sentence; ///< with its number and unit, ends in a full stop
    std::string advice; ///< what to do about it, a sentence
    std::string
        comparison; ///< what another variant of the recording takes instead, a sentence; empty where none shows it
    std::optional<Ns> gpuNsPerForward; ///< what it costs, where that is a part of the GPU time
    std::optional<double> share; ///< of the GPU time of a forward, 0..1
    std::vector<SpanRef> evidence; ///< spans of the first recorded step that show it; may be empty
};

/// Largest cost first, findings without a cost last. The sentences are English unless `translate` turns them into another language.
/// `cancel` may be null; once it is set, nothing comes back.
[[nodiscard]] std::vector<Finding> findingsOf(const Trace& trace, const VariantView& variant,
    Translate translate = nullptr, const std::atomic<bool>* cancel = nullptr);

} // namespace attnscope
