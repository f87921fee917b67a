// SPDX-License-Identifier: GPL-3.0-or-later
// What the inspector says about one role: what each variant spends in it, and where the work is instead when a variant has no kernel
// of that role. Words and numbers alone; any thread; O(GPU spans of the variants that have none).
#pragma once

#include "profiler/analysis/variants.h"
#include "profiler/trace/trace.h"
#include "ui/run/guess.h"

#include <QString>

#include <vector>

namespace attnscope {

struct RoleCard {
    /// Own: kernels of its own. Otherwise the note says why there is no time.
    enum class Place { Own, InsideAttention, Nowhere, NotKnown };
    struct Row {
        Place place = Place::Own;
        int variant = -1; ///< its place among the summaries
        QString name;
        Ns time = 0; ///< mean of the recorded forwards
        bool usesTensorCores = false; ///< some of it
        QString note; ///< "baseline", "+0.2 %", "inside flash attention", "none", "did not run"
    };
    RoleGroup role = RoleGroup::Other;
    QString title; ///< "softmax, in all variants"
    QString sentence;
    std::vector<Row> rows;
    Ns longest = 0; ///< of the rows

    [[nodiscard]] QString asText() const; ///< for the clipboard
};

/// The summaries are those of the trace; what the guess covers stays covered.
[[nodiscard]] RoleCard describeRole(
    const Trace& trace, const std::vector<VariantSummary>& summaries, const Guess& guess, RoleGroup role);

/// GPU work of this role that the variant launched in its recorded steps, in start order; of a recording without GPU work its
/// operators.
[[nodiscard]] std::vector<SpanRef> spansOfRole(const Trace& trace, const VariantView& variant, RoleGroup role);

} // namespace attnscope
