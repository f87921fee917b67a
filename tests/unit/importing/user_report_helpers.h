// SPDX-License-Identifier: GPL-3.0-or-later
// Small traces written in one line, for the tests of user reports.
#pragma once

#include "profiler/importing/import_trace.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope::test {

inline TracePtr open(std::string_view text)
{
    auto trace = importTraceText(text, "test");
    EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message);
    return trace.ok() ? trace.value() : std::make_shared<const Trace>();
}

inline std::uint64_t countOf(const TracePtr& trace, std::string_view code)
{
    const LogEntry* entry = trace->log().find(code);
    return entry == nullptr ? 0 : entry->count;
}

/// "name@start+duration" of every span, lanes and rows in order.
inline std::vector<std::string> spansOf(const TracePtr& trace)
{
    std::vector<std::string> spans;
    for (std::uint32_t laneIndex = 0; laneIndex < trace->lanes().size(); ++laneIndex) {
        const Lane& lane = trace->lanes()[laneIndex];
        for (std::uint32_t i = 0; i < lane.size(); ++i) {
            spans.push_back(fmt::format(
                "{}@{}+{}/{}", trace->name(SpanRef { laneIndex, i }), lane.start[i], lane.duration[i], lane.rowOf(i)));
        }
    }
    return spans;
}

inline std::string x(std::string_view name, std::string_view ts, std::string_view dur, std::string_view cat = "cpu_op",
    std::string_view args = "{}", std::string_view pid = "1", std::string_view tid = "1")
{
    return fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":{},"tid":{},"ts":{},"dur":{},"args":{}}})", cat, name,
        pid, tid, ts, dur, args);
}

inline std::string object(const std::vector<std::string>& events, std::string_view header = "")
{
    return fmt::format("{{{}\"traceEvents\":[{}]}}", header, fmt::join(events, ","));
}

using Spans = std::vector<std::string>;

} // namespace attnscope::test
