// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/exporting/span_csv.h"

#include "profiler/exporting/csv.h"
#include "profiler/exporting/output_file.h"
#include "profiler/exporting/span_selection.h"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <utility>
#include <vector>

namespace attnscope {
namespace {

constexpr std::array<std::pair<std::uint8_t, std::string_view>, 7> kFlagNames { {
    { SpanFlag::kUnfinished, "unfinished" },
    { SpanFlag::kBadTime, "no-valid-time" },
    { SpanFlag::kOverlap, "overlap" },
    { SpanFlag::kClockSkew, "clock-skew" },
    { SpanFlag::kNegativeDuration, "negative-duration" },
    { SpanFlag::kClipped, "clipped" },
    { SpanFlag::kPaired, "begin-end" },
} };

std::string flagText(std::uint8_t flags)
{
    std::string text;
    for (const auto& [flag, name] : kFlagNames) {
        if ((flags & flag) != 0) {
            text += text.empty() ? "" : " ";
            text += name;
        }
    }
    return text;
}

/// A number, or nothing where it is not known.
template<typename Number>
std::string orEmpty(bool known, Number value)
{
    return known ? fmt::format("{}", value) : std::string();
}

void appendRow(std::string& row, const Trace& trace, SpanRef span)
{
    const Lane& lane = trace.lane(span);
    const std::uint32_t i = span.index;
    const auto launch = isGpuWork(lane.spanKind[i]) ? trace.launchOf(span) : std::nullopt;
    fmt::format_to(std::back_inserter(row), "{},{},{},{},{},{},{},{},{},{},{},{}\r\n", csvField(lane.pid),
        csvField(lane.tid), orEmpty(lane.device >= 0, lane.device), orEmpty(lane.stream >= 0, lane.stream),
        toString(lane.spanKind[i]), csvField(trace.category(span)), csvField(trace.name(span)), lane.start[i],
        lane.duration[i], orEmpty(lane.correlation[i] != 0, lane.correlation[i]),
        orEmpty(launch.has_value(), launch ? trace.start(*launch) : 0), flagText(lane.flags[i]));
}

} // namespace

Status exportSpansCsv(const Trace& trace, const std::string& path, const ExportOptions& options)
{
    auto chosen = selectSpans(trace, options);
    if (!chosen.ok()) {
        return chosen.error();
    }
    OutputFile file(path, path.ends_with(".gz"));
    file.write("process,thread,device,stream,kind,category,name,start_ns,duration_ns,correlation,launch_start_ns,"
               "flags\r\n");
    std::string row;
    for (std::uint32_t lane = 0; lane < trace.lanes().size(); ++lane) {
        for (std::uint32_t i = 0; i < trace.lanes()[lane].size(); ++i) {
            if (!chosen.value().holds({ lane, i })) {
                continue;
            }
            row.clear();
            appendRow(row, trace, { lane, i });
            file.write(row);
        }
    }
    return file.commit();
}

} // namespace attnscope
