// SPDX-License-Identifier: GPL-3.0-or-later
// What to do about a finding. The advice itself holds for any recording; what it would bring is only said where another variant of the
// same recording shows it.
#include "profiler/analysis/finding_evidence.h"

#include <algorithm>
#include <array>

namespace attnscope {
namespace {

struct Advice {
    const char* code;
    const char* words;
    const char* elsewhere = nullptr; ///< in a trace that is not a recording of ours; null: the same
};
constexpr std::array kAdvice {
    Advice { "masked-fill-copies", "Write the mask into the scores with masked_fill_, which copies nothing.",
        "Use masked_fill_ where the input is not needed afterwards: it writes in place." },
    Advice { "matmul-upcast-to-fp32", "Use a backend whose matmuls stay in the type of the inputs." },
    Advice { "mask-rebuilt",
        "Build the mask once and pass it in, or use is_causal with a fused backend, which needs none.",
        "Build it once, outside the step." },
    Advice { "misaligned-matmul", "Pad the sizes of the matmul to multiples of 8." },
    Advice { "softmax-guarded", "Use a fused backend, or a softmax without the guard where every query sees a key." },
    Advice { "type-conversions", "Keep the whole forward in one type, as fused backends do." },
    Advice { "scores-in-memory", "Use a fused backend: it never writes the scores." },
    Advice { "memory-traffic", "Use a fused backend: queries, keys, values and output are all it has to move." },
    Advice { "cpu-bound", "Launch less: capture the forward in a CUDA graph, or give one forward more work." },
    Advice {
        "low-occupancy-by-design", "Nothing: it is built to run with few warps. Compare its time, not its occupancy." },
    Advice { "nan-in-output", "Look for queries that see no key: the softmax of a row that is all −inf is NaN." },
};

double timeOf(const VariantSummary& summary)
{
    return summary.rankingUs().value_or(0) * 1000;
}

// The other variants of the recording beside this one.
class Others {
public:
    explicit Others(const FindingEvidence& evidence)
        : m_evidence(evidence)
        , m_summaries(evidence.trace.session() && evidence.trace.session()->variants.size() > 1
                  ? summarize(evidence.trace)
                  : std::vector<VariantSummary> {})
    {
    }

    /// "flash takes 95.9 µs a forward in this recording, math 2,599 µs." Of the fastest one with an attention kernel.
    [[nodiscard]] std::string fused() const
    {
        const VariantSummary* best = nullptr;
        for (const VariantSummary& summary : m_summaries) {
            const bool isFused = summary.onGpu && summary.groupNs[static_cast<std::size_t>(RoleGroup::Attention)] > 0;
            // The library's own choice is one of the others once more.
            if (isFused && summary.view.name != "auto" && timeOf(summary) > 0
                && (best == nullptr || timeOf(summary) < timeOf(*best))) {
                best = &summary;
            }
        }
        return compared(best);
    }
    [[nodiscard]] std::string named(std::string_view name) const
    {
        const auto found = std::find_if(m_summaries.begin(), m_summaries.end(),
            [name](const VariantSummary& summary) { return summary.view.name == name && summary.ran; });
        return compared(found == m_summaries.end() ? nullptr : &*found);
    }

private:
    [[nodiscard]] std::string compared(const VariantSummary* other) const
    {
        const auto self = std::find_if(m_summaries.begin(), m_summaries.end(),
            [this](const VariantSummary& summary) { return summary.view.name == m_evidence.variant.name; });
        if (other == nullptr || self == m_summaries.end() || timeOf(*self) <= timeOf(*other) || timeOf(*other) <= 0) {
            return {}; // what is not faster is no argument
        }
        return m_evidence.words("%1 takes %2 a forward in this recording, %3 takes %4.",
            { other->view.title, findingTime(timeOf(*other)), self->view.title, findingTime(timeOf(*self)) });
    }

    const FindingEvidence& m_evidence;
    std::vector<VariantSummary> m_summaries;
};

bool isFused(const FindingEvidence& evidence)
{
    return std::any_of(evidence.rows.begin(), evidence.rows.end(),
        [](const KernelRow& row) { return row.decoded->group == RoleGroup::Attention; });
}

bool isDoneByFusing(const std::string& code)
{
    constexpr std::array<std::string_view, 5> kCodes { "matmul-upcast-to-fp32", "softmax-guarded", "type-conversions",
        "scores-in-memory", "memory-traffic" };
    return std::find(kCodes.begin(), kCodes.end(), code) != kCodes.end();
}

} // namespace

void advise(const FindingEvidence& evidence, std::vector<Finding>& findings)
{
    if (findings.empty()) {
        return;
    }
    const bool alreadyFused = isFused(evidence);
    const Others others(evidence);
    const std::string fused = others.fused();
    for (Finding& finding : findings) {
        if (alreadyFused && isDoneByFusing(finding.code)) {
            continue; // fused it is, and what else would help is not known
        }
        const auto* advice = std::find_if(
            kAdvice.begin(), kAdvice.end(), [&finding](const Advice& one) { return finding.code == one.code; });
        if (advice != kAdvice.end()) {
            const bool isElsewhere = !evidence.trace.session() && advice->elsewhere != nullptr;
            finding.advice = evidence.words(isElsewhere ? advice->elsewhere : advice->words);
        }
        if (isDoneByFusing(finding.code)) {
            finding.comparison = fused;
        } else if (finding.code == "masked-fill-copies") {
            finding.comparison = others.named("inplace");
        }
    }
}

} // namespace attnscope
