// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/kernel_evidence.h"

#include "ui/timeline/label_maker.h"

namespace attnscope {

std::string kernelTitle(const DecodedKernel& decoded, MathUnit proved)
{
    const KernelWords words = kernelWords(decoded, proved, SpanKind::Kernel, 0, 0, TimeUnit::Microseconds);
    std::string title = words.title;
    for (const std::string& part : { words.dtype, words.unit }) {
        title += part.empty() ? "" : " · " + part;
    }
    return title;
}

KernelEvidence::KernelEvidence(TracePtr trace)
    : m_trace(std::move(trace))
    , m_hasEvidence(m_trace->session().has_value())
    , m_units(m_hasEvidence ? m_trace->lanes().size() : 0)
{
}

MathUnit KernelEvidence::unitOf(SpanRef span) const
{
    if (!m_hasEvidence) {
        return m_trace->decoded(span).mathUnit;
    }
    const auto& units = m_units[span.lane];
    if (units.empty() || units[span.index] == kUnread) {
        (void)read(span);
    }
    return static_cast<MathUnit>(m_units[span.lane][span.index]);
}

LaunchFacts KernelEvidence::read(SpanRef span) const
{
    LaunchFacts facts = m_trace->launchFacts(span);
    if (m_hasEvidence) {
        auto& units = m_units[span.lane];
        if (units.empty()) {
            units.assign(m_trace->lane(span).size(), kUnread);
        }
        units[span.index] = static_cast<std::uint8_t>(verdictOf(m_trace->decoded(span), facts).unit);
    }
    return facts;
}

} // namespace attnscope
