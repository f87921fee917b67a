// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/exporting/analysis_tables.h"

#include <fmt/format.h>

namespace attnscope {
namespace {

using Row = std::vector<Cell>;

std::string dimsText(const std::optional<std::array<std::int64_t, 3>>& dims)
{
    return dims ? fmt::format("{}x{}x{}", (*dims)[0], (*dims)[1], (*dims)[2]) : std::string();
}

void addDevice(Row& row, const Trace& trace, bool onGpu)
{
    if (trace.session()) {
        const DeviceInfo& device = trace.session()->device;
        const bool isGpu = device.kind != "cpu";
        row.emplace_back(isGpu ? fmt::format("{}:{}", device.kind, device.index) : device.kind);
        row.push_back(isGpu ? textCell(device.name) : Cell());
    } else {
        row.emplace_back(std::string(onGpu ? "cuda" : "cpu"));
        row.push_back(textCell(onGpu ? trace.facts().deviceName : ""));
    }
}

void addWorkload(Row& row, const Trace& trace)
{
    if (!trace.session()) {
        row.resize(row.size() + 10); // a trace made elsewhere does not say
        return;
    }
    const Workload& w = trace.session()->workload;
    for (std::int64_t size : { w.batch, w.heads, w.kvHeads, w.seq, w.kvSeq, w.headDim }) {
        row.emplace_back(size);
    }
    for (std::string_view text : { toString(w.dtype), toString(w.mask), toString(w.direction) }) {
        row.emplace_back(std::string(text));
    }
    row.emplace_back(w.layers);
}

void addCounts(Row& row, const VariantSummary& summary)
{
    for (const auto& count : { summary.kernelsPerForward, summary.memcpyPerForward, summary.memsetPerForward }) {
        row.push_back(count ? countCell(*count) : Cell());
    }
}

Row reportRow(const Trace& trace, const VariantSummary& summary)
{
    Row row { summary.view.name, textCell(summary.backend) };
    addDevice(row, trace, summary.onGpu);
    addWorkload(row, trace);
    row.push_back(summary.ran ? Cell(std::int64_t { summary.steps }) : Cell());
    addCounts(row, summary);
    for (const auto& us : { summary.gpuUsMedian, summary.gpuUsP10, summary.gpuUsP90, summary.cpuUsMedian,
             summary.onGpu ? summary.recordedGpuUs : std::nullopt, summary.tensorCorePercent }) {
        row.push_back(cellOf(us, 3));
    }
    row.push_back(cellOf(summary.peakMemoryBytes));
    row.push_back(cellOf(summary.maxAbsError));
    row.push_back(cellOf(summary.relativeError));
    row.push_back(cellOf(summary.nanCount));
    row.push_back(ratioCell(summary.tflops));
    row.push_back(cellOf(summary.dramBytes));
    row.push_back(ratioCell(summary.speedup));
    row.push_back(textCell(summary.note));
    return row;
}

std::string roleOf(const Trace& trace, const KernelRow& row)
{
    switch (trace.kind(row.span)) {
    case SpanKind::Memcpy:
        return "copy";
    case SpanKind::Memset:
        return "memset";
    default:
        return row.decoded->role;
    }
}

Cell streamCell(const Trace& trace, const KernelRow& row)
{
    const std::int64_t stream = row.facts.stream.value_or(trace.lane(row.span).stream);
    return stream >= 0 ? Cell(stream) : Cell();
}

std::optional<std::int64_t> sharedBytes(const LaunchFacts& facts)
{
    if (facts.sharedMemory || (!facts.staticShared && !facts.dynamicShared)) {
        return facts.sharedMemory;
    }
    return facts.staticShared.value_or(0) + facts.dynamicShared.value_or(0);
}

Row kernelTableRow(const Trace& trace, const KernelRow& row)
{
    const DecodedKernel& decoded = *row.decoded;
    const bool isKernel = trace.kind(row.span) == SpanKind::Kernel;
    Row cells { row.variant, row.step >= 0 ? Cell(std::int64_t { row.step }) : Cell(), row.index, trace.start(row.span),
        trace.duration(row.span), streamCell(trace, row), std::string(trace.name(row.span)), textCell(decoded.label),
        textCell(roleOf(trace, row)), std::string(toString(trace.group(row.span))) };
    cells.emplace_back(std::string(toString(row.verdict.unit)));
    cells.emplace_back(std::string(toString(row.verdict.evidence)));
    cells.push_back(textCell(isKernel ? decoded.instruction : ""));
    cells.push_back(textCell(isKernel ? decoded.tile : ""));
    cells.push_back(textCell(dimsText(row.facts.grid)));
    cells.push_back(textCell(dimsText(row.facts.block)));
    cells.push_back(textCell(dimsText(row.facts.cluster)));
    cells.push_back(cellOf(row.facts.registers));
    cells.push_back(cellOf(sharedBytes(row.facts)));
    cells.push_back(cellOf(row.occupancy.percent, 3));
    cells.push_back(textCell(row.occupancy.limiter));
    cells.push_back(cellOf(row.occupancy.waves, 3));
    cells.push_back(textCell(row.op ? trace.name(*row.op) : std::string_view()));
    cells.push_back(textCell(row.api ? trace.name(*row.api) : std::string_view()));
    cells.push_back(cellOf(row.launchLatency));
    return cells;
}

} // namespace

CellTable emptyReportTable()
{
    return { { "variant", "backend", "device", "gpu", "batch", "heads", "kv_heads", "seq", "kv_seq", "head_dim",
                 "dtype", "mask", "direction", "layers", "steps", "kernels_per_forward", "memcpy_per_forward",
                 "memset_per_forward", "gpu_us_median", "gpu_us_p10", "gpu_us_p90", "cpu_us_median", "recorded_gpu_us",
                 "tensor_core_percent", "peak_memory_bytes", "max_abs_error", "relative_error", "nan_count", "tflops",
                 "dram_bytes", "speedup", "note" },
        {} };
}

void appendReportRows(CellTable& table, const Trace& trace, const std::vector<VariantSummary>& summaries)
{
    for (const VariantSummary& summary : summaries) {
        table.rows.push_back(reportRow(trace, summary));
    }
}

CellTable emptyKernelTable()
{
    return { { "variant", "step", "index", "start_ns", "duration_ns", "stream", "name", "label", "role", "group",
                 "math_unit", "evidence", "instruction", "tile", "grid", "block", "cluster", "registers",
                 "shared_memory_bytes", "occupancy_percent", "occupancy_limiter", "waves", "op", "launch_api",
                 "launch_latency_ns" },
        {} };
}

void appendKernelRows(CellTable& table, const Trace& trace, const std::vector<KernelRow>& rows)
{
    table.rows.reserve(table.rows.size() + rows.size());
    for (const KernelRow& row : rows) {
        table.rows.push_back(kernelTableRow(trace, row));
    }
}

CellTable emptyNameTable()
{
    return { { "variant", "name", "label", "group", "math_unit", "count", "total_ns", "share", "mean_ns", "min_ns",
                 "max_ns" },
        {} };
}

void appendNameRows(CellTable& table, std::string_view variant, const std::vector<NameStatistics>& rows)
{
    for (const NameStatistics& row : rows) {
        table.rows.push_back({ textCell(variant), textCell(row.name), textCell(row.label),
            std::string(toString(row.group)), std::string(toString(row.mathUnit)), row.count, row.total,
            Decimal { row.share, 6 }, Decimal { row.mean, 3 }, row.min, row.max });
    }
}

} // namespace attnscope
