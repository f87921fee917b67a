// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/span_search.h"

#include "profiler/kernels/demangle.h"

#include <algorithm>

namespace attnscope {
namespace {

bool contains(std::string_view text, const QString& wanted)
{
    return QString::fromUtf8(text).contains(wanted, Qt::CaseInsensitive);
}

bool isSearched(SpanKind kind)
{
    return isGpuWork(kind) || isApi(kind) || kind == SpanKind::Op || kind == SpanKind::Annotation
        || kind == SpanKind::Python;
}

} // namespace

std::vector<SpanRef> findSpans(const Trace& trace, TimeRange window, const QString& text)
{
    std::vector<SpanRef> found;
    const QString wanted = text.trimmed();
    if (wanted.isEmpty()) {
        return found;
    }
    // Names are far fewer than spans: each is compared once.
    std::vector<char> matches(trace.nameCount(), 0);
    for (NameId id = 0; id < trace.nameCount(); ++id) {
        matches[id] = contains(trace.name(id), wanted) || contains(trace.decoded(id).label, wanted)
            || contains(demangle(trace.name(id)), wanted);
    }
    for (std::uint32_t laneIndex = 0; laneIndex < trace.lanes().size(); ++laneIndex) {
        const Lane& lane = trace.lanes()[laneIndex];
        for (std::uint32_t row = 0; row < lane.rows(); ++row) {
            for (std::uint32_t i = lane.firstEndingAfter(row, window.begin);
                 i < lane.rowBegin[row + 1] && lane.start[i] < window.end; ++i) {
                if (matches[lane.name[i]] != 0 && isSearched(lane.spanKind[i])) {
                    found.push_back({ laneIndex, i });
                }
            }
        }
    }
    std::sort(found.begin(), found.end(),
        [&trace](SpanRef a, SpanRef b) { return std::pair(trace.start(a), a) < std::pair(trace.start(b), b); });
    return found;
}

} // namespace attnscope
