// SPDX-License-Identifier: GPL-3.0-or-later
// What the Findings tab says about one variant, as words: the core's sentences, what each of them rests on, and why there is none.
// Pure functions of a trace; any thread. O(spans · log): the GUI thread must not wait for it.
#pragma once

#include "profiler/analysis/findings.h"

#include <QString>

#include <atomic>
#include <vector>

namespace attnscope {

struct FindingRow {
    int number = 0; ///< from 1, the largest cost first
    Finding finding;
    QString sentence; ///< in the user's language, else letter for letter that of `attnscope findings`
    QString evidence; ///< "2 kernels of step 2: GEMM 128×128, GEMM 64×64"
    QString advice, comparison; ///< as the finding's, in the user's language
};

struct VariantFindings {
    std::vector<FindingRow> rows;
    QString summary; ///< "1–4 explain 88 % of the GPU time"; empty without costs, or when findings share spans
    QString emptyText; ///< in place of rows: nothing stands out, or why that cannot be told
};

/// `cancel` may be null; once it is set, what comes back is not complete.
[[nodiscard]] VariantFindings makeFindings(
    const Trace& trace, const VariantView& view, const std::atomic<bool>* cancel = nullptr);

/// "The GPU waits for the CPU": what a finding is about, for a heading. Unknown codes stay as they are.
[[nodiscard]] QString findingTitle(const std::string& code);

/// A span's name in evidence: the label of GPU work, the recorded name of an operator or API call.
[[nodiscard]] QString evidenceName(const Trace& trace, SpanRef span);

/// The span that stands for the whole finding where only one can be selected: the longest. Precondition: there is evidence.
[[nodiscard]] SpanRef mainSpan(const Trace& trace, const Finding& finding);

} // namespace attnscope
