// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/span_args.h"

#include "profiler/trace/launch_args.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

namespace {

// Types and dimensions as two lists, which is how Kineto writes them.
std::string inputArgs(const OpInputs& inputs)
{
    std::string types;
    std::string dims;
    for (const OpArgument& input : inputs) {
        const std::string_view separator = types.empty() ? "" : ", ";
        fmt::format_to(std::back_inserter(types), R"({}"{}")", separator, input.type);
        fmt::format_to(std::back_inserter(dims), "{}[{}]", separator, fmt::join(input.dims, ", "));
    }
    return fmt::format(R"("{}": [{}], "{}": [{}])", ArgKey::kInputTypes, types, ArgKey::kInputDims, dims);
}

} // namespace

std::string argsOf(const OpRecord& record)
{
    std::string inside;
    auto to = std::back_inserter(inside);
    if (record.sequence >= 0) {
        fmt::format_to(to, R"("Sequence number": {})", record.sequence);
        if (record.forwardThread != 0) {
            fmt::format_to(to, R"(, "Fwd thread id": {})", record.forwardThread);
        }
    }
    if (record.inputs != nullptr && !record.inputs->empty()) {
        inside += inside.empty() ? "" : ", ";
        inside += inputArgs(*record.inputs);
    }
    return inside.empty() ? std::string() : "{" + inside + "}";
}

} // namespace attnscope
