// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the bytes, importing ends in a trace or a sentence. Corpus: any traces; -max_len=65536 is enough.
#include "profiler/importing/import_trace.h"
#include "profiler/trace/info.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    auto trace = attnscope::importTraceText({ reinterpret_cast<const char*>(data), size }, "fuzz");
    if (trace.ok()) {
        (void)attnscope::traceInfoJson(*trace.value());
        for (attnscope::SpanRef span : trace.value()->gpuWork()) {
            (void)trace.value()->launchFacts(span);
        }
    }
    return 0;
}
