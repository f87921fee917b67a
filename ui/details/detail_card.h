// SPDX-License-Identifier: GPL-3.0-or-later
// What the inspector says about one span, as words: pure functions of a trace, tested without a window. Any thread; describe() costs
// O(GPU spans of the variant) for the share of the forward.
#pragma once

#include "profiler/analysis/variants.h"
#include "profiler/trace/trace.h"

#include <QString>

#include <optional>
#include <vector>

namespace attnscope {

struct Fact {
    QString key, value;
    QString explanation; ///< tooltip; may be empty
};

struct DetailCard {
    QString title; ///< "GEMM 64×512 · bf16 · TC wgmma"
    std::optional<RoleGroup> role; ///< the swatch before the title
    QString sentence; ///< what it is, for people
    QString fullName; ///< demangled; empty when the title says it all
    std::vector<Fact> left, right; ///< the two columns of facts
    bool hasNeighbours = true; ///< a row to go along

    [[nodiscard]] QString asText() const; ///< for the clipboard
    [[nodiscard]] QString valueOf(const QString& key) const; ///< empty when there is no such fact
};

[[nodiscard]] DetailCard describe(const Trace& trace, const VariantView& view, SpanRef span);

/// "aten::matmul" → "matmul".
[[nodiscard]] QString shortOpName(std::string_view name);
/// Outermost to innermost, without steps and ranges around them: "matmul › bmm". Empty when there is none.
[[nodiscard]] QString opChainText(const Trace& trace, SpanRef apiSpan);
/// "Tensor Cores, wgmma", "CUDA cores, ffma", "none: it moves data", "unknown".
[[nodiscard]] QString mathUnitText(const DecodedKernel& kernel);
/// The same for a unit that stronger evidence than the name gives; the name's instruction only where both agree.
[[nodiscard]] QString mathUnitText(const DecodedKernel& kernel, MathUnit unit);
/// "2 × 66 × 1"
[[nodiscard]] QString dimsText(const std::array<std::int64_t, 3>& dims);

} // namespace attnscope
