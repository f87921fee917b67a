// SPDX-License-Identifier: GPL-3.0-or-later
// Guess first, then look: which variant somebody thought needs the least time, whether the answers are still covered, and what came
// out. Kept with the document. Pure; any thread; O(variants · log).
#pragma once

#include "profiler/analysis/variants.h"
#include "ui/common/format.h"

#include <QString>

#include <cstddef>
#include <string>
#include <vector>

namespace attnscope {

struct Guess {
    std::string variant; ///< its name; empty: nobody guessed
    bool covers = false; ///< the times of all but the baseline wait for the guess
    bool operator==(const Guess&) const = default;
};

/// Whether this row's times are covered. One that did not run has nothing to cover.
[[nodiscard]] bool isCovered(const Guess& guess, const VariantSummary& summary);

/// The rows as a table shows them while the guess covers some: of a covered one the name stays and nothing that was measured.
[[nodiscard]] std::vector<VariantSummary> withoutCovered(
    const std::vector<VariantSummary>& summaries, const Guess& guess);

struct RankedVariant {
    std::size_t row = 0; ///< of the summaries
    std::string name;
    QString title;
    double us = 0;
    bool isBaseline = false;
    bool operator==(const RankedVariant&) const = default;
};
/// The variants with a time, the least first. Without the library's own choice where the backend that it chose stands there itself:
/// both are the same kernels.
[[nodiscard]] std::vector<RankedVariant> rankedVariants(const std::vector<VariantSummary>& summaries);

/// "95.9 µs", "1,066 µs": of a time in µs.
[[nodiscard]] QString guessTime(double us, TimeUnit unit);

/// Whether the guess has the least time, alone or with others.
[[nodiscard]] bool isRight(const Guess& guess, const std::vector<RankedVariant>& ranking);

/// "flash: 95.9 µs. You guessed flash; cuDNN needs the least: 59.8 µs, 1.60 times as fast." Empty without a ranking.
[[nodiscard]] QString answerOf(const Guess& guess, const std::vector<RankedVariant>& ranking, TimeUnit unit);

} // namespace attnscope
