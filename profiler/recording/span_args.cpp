// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/span_args.h"

#include "profiler/trace/launch_args.h"

#include <fmt/format.h>

#include <iterator>

namespace attnscope {
namespace {

LaunchFacts factsOf(const GpuRecord& record)
{
    LaunchFacts facts;
    facts.device = record.device;
    facts.stream = record.stream;
    if (record.kind != SpanKind::Kernel) {
        facts.bytes = static_cast<std::int64_t>(record.bytes);
        return facts;
    }
    const KernelFacts& kernel = record.kernel;
    facts.grid = { kernel.grid[0], kernel.grid[1], kernel.grid[2] };
    facts.block = { kernel.block[0], kernel.block[1], kernel.block[2] };
    if (kernel.cluster[0] != 0) {
        facts.cluster = { kernel.cluster[0], kernel.cluster[1], kernel.cluster[2] };
    }
    facts.registers = kernel.registers;
    facts.staticShared = kernel.staticShared;
    facts.dynamicShared = kernel.dynamicShared;
    facts.sharedMemory = std::int64_t { kernel.staticShared } + kernel.dynamicShared;
    if (kernel.maxActiveClusters != 0) {
        facts.maxActiveClusters = kernel.maxActiveClusters;
    }
    return facts;
}

// What LaunchFacts does not hold; the inside of an object.
std::string furtherFacts(const GpuRecord& record)
{
    std::string more = fmt::format(R"("context": {})", record.context);
    auto to = std::back_inserter(more);
    const KernelFacts& kernel = record.kernel;
    if (record.kind == SpanKind::Kernel) {
        fmt::format_to(to, R"(, "shared memory configured": {}, "local memory per thread": {})", kernel.sharedExecuted,
            kernel.localPerThread);
        if (kernel.sharedOptIn) {
            more += R"(, "shared memory opt-in": true)";
        }
        if (kernel.launchType != 0) {
            more += R"(, "launch type": "cooperative")";
        }
        if (kernel.maxPotentialClusterSize != 0) {
            fmt::format_to(to, R"(, "max potential cluster size": {})", kernel.maxPotentialClusterSize);
        }
    } else if (record.end > record.start && record.start > 0) {
        // bytes per nanosecond are GB per second
        fmt::format_to(to, R"x(, "memory bandwidth (GB/s)": {:.6g})x",
            static_cast<double>(record.bytes) / static_cast<double>(record.end - record.start));
    }
    if (record.kind == SpanKind::Memset) {
        fmt::format_to(to, R"(, "value": {})", record.value);
    }
    if (record.graph != 0) {
        fmt::format_to(to, R"(, "graph id": {}, "graph node id": {})", record.graph, record.graphNode);
    }
    return more;
}

} // namespace

std::string argsOf(const GpuRecord& record, std::uint64_t correlation, std::string_view evidence)
{
    std::string more = furtherFacts(record);
    if (!evidence.empty()) {
        more += ", ";
        more += evidence;
    }
    return launchArgsJson(factsOf(record), correlation, more);
}

std::string argsOf(const ApiRecord& record, std::uint64_t correlation)
{
    if (record.returnValue != 0) {
        return fmt::format(
            R"({{"cbid": {}, "correlation": {}, "return value": {}}})", record.cbid, correlation, record.returnValue);
    }
    return fmt::format(R"({{"cbid": {}, "correlation": {}}})", record.cbid, correlation);
}

std::string argsOf(const OpRecord& record)
{
    if (record.sequence < 0) {
        return {};
    }
    if (record.forwardThread != 0) {
        return fmt::format(R"({{"Sequence number": {}, "Fwd thread id": {}}})", record.sequence, record.forwardThread);
    }
    return fmt::format(R"({{"Sequence number": {}}})", record.sequence);
}

} // namespace attnscope
