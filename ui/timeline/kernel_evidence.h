// SPDX-License-Identifier: GPL-3.0-or-later
// KernelEvidence: the math unit of a GPU span by the strongest evidence that a recording has of it: counters, else machine code,
// else its name. A launch's arguments are read once, when somebody first asks; traces that are not ours hold no evidence but the
// name and are never read for it. GUI thread only; O(1) after the first question about a span.
#pragma once

#include "profiler/kernels/verdict.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace attnscope {

/// "GEMM 256×128 · bf16 · TC wgmma": the kernel's label and detail, with the unit that is proved in place of the name's where both differ.
[[nodiscard]] std::string kernelTitle(const DecodedKernel& decoded, MathUnit proved);

class KernelEvidence {
public:
    KernelEvidence() = default;
    explicit KernelEvidence(TracePtr trace);

    /// Precondition: isGpuWork(trace.kind(span)).
    [[nodiscard]] MathUnit unitOf(SpanRef span) const;
    /// The launch's facts; remembers the unit that they prove.
    [[nodiscard]] LaunchFacts read(SpanRef span) const;

private:
    static constexpr std::uint8_t kUnread = 0xff;

    TracePtr m_trace;
    bool m_hasEvidence = false; ///< some launch may say more than its name
    mutable std::vector<std::vector<std::uint8_t>>
        m_units; ///< for each lane, empty until one of its spans is asked about
};

} // namespace attnscope
