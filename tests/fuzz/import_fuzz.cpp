// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the bytes, importing ends in a trace or a sentence, and everything that can be asked of the trace has an answer.
// Corpus: make_corpus.py; -max_len=65536 is enough.
#include "profiler/importing/import_trace.h"
#include "profiler/trace/info.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace attnscope;

void check(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

/// What the columns promise: see trace.h.
void checkLane(const Trace& trace, std::uint32_t laneIndex)
{
    const Lane& lane = trace.lanes()[laneIndex];
    for (std::uint32_t row = 0; row < lane.rows(); ++row) {
        for (std::uint32_t i = lane.rowBegin[row]; i < lane.rowBegin[row + 1]; ++i) {
            check(lane.duration[i] >= 0);
            check(i == lane.rowBegin[row] || lane.end(i - 1) <= lane.start[i]);
            check(lane.parent[i] == kNoSpan || lane.parent[i] < lane.size());
            (void)trace.argsJson({ laneIndex, i });
            (void)trace.category({ laneIndex, i });
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto trace = importTraceText({ reinterpret_cast<const char*>(data), size }, "fuzz");
    if (!trace.ok()) {
        check(!trace.error().message.empty());
        return 0;
    }
    const Trace& read = *trace.value();
    (void)traceInfoJson(read);
    for (std::uint32_t lane = 0; lane < read.lanes().size(); ++lane) {
        checkLane(read, lane);
    }
    for (const SpanRef span : read.gpuWork()) {
        (void)read.launchFacts(span);
        if (const auto launch = read.launchOf(span)) {
            (void)read.opChainOf(*launch);
            check(!read.launchedBy(*launch).empty());
        }
    }
    return 0;
}
