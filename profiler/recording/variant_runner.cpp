// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/variant_runner.h"

#include "profiler/attention/accuracy.h"
#include "profiler/attention/attention_call.h"
#include "profiler/attention/backend_pin.h"
#include "profiler/recording/clock.h"
#include "profiler/recording/op_log.h"

#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace attnscope {
namespace {

constexpr double kCpuReferenceLimit = 1e11; // floating-point operations: some ten seconds in fp64 on a few cores

at::Device torchDevice(const TargetDevice& device)
{
    return device.cuda ? at::Device(at::kCUDA, static_cast<c10::DeviceIndex>(device.index)) : at::Device(at::kCPU);
}

bool isPlain(std::string_view variant)
{
    return variant == "naive" || variant == "inplace";
}

// Bytes of the score matrices that a variant holds at once: they, not q, k and v, are what does not fit.
std::int64_t scoreMemory(std::string_view variant, std::string_view backend, const Workload& workload)
{
    std::int64_t bytes = 0;
    if (isPlain(variant)) {
        bytes = 3 * scoreBytes(workload);
    } else if (backend == "math") {
        bytes = 3 * scoreBytes(workload) / bytesOf(workload.dtype) * 4; // computed in fp32
    }
    return workload.direction == Direction::Training ? bytes * workload.layers + bytes : bytes;
}

std::string gibibytes(std::int64_t bytes)
{
    return fmt::format("{:.3g} GiB", static_cast<double>(bytes) / (1024.0 * 1024.0 * 1024.0));
}

} // namespace

TimingStats statisticsOf(std::vector<double> microseconds)
{
    TimingStats stats;
    if (microseconds.empty()) {
        return stats;
    }
    std::sort(microseconds.begin(), microseconds.end());
    const std::size_t count = microseconds.size();
    const auto percentile = [&](double fraction) {
        const auto rank = static_cast<std::size_t>(std::ceil(fraction * static_cast<double>(count)));
        return microseconds[std::clamp<std::size_t>(rank, 1, count) - 1];
    };
    stats.medianUs =
        count % 2 == 1 ? microseconds[count / 2] : (microseconds[count / 2 - 1] + microseconds[count / 2]) / 2;
    stats.p10Us = percentile(0.1);
    stats.p90Us = percentile(0.9);
    stats.iterations = static_cast<int>(count);
    return stats;
}

struct VariantOracle::Shapes {
    Workload workload;
    TargetDevice device;
    AttentionInputs inputs;
};

VariantOracle::VariantOracle(const Workload& workload, const TargetDevice& device)
    : m_shapes(std::make_unique<Shapes>(Shapes { workload, device, makeShapes(workload, torchDevice(device)) }))
{
}

VariantOracle::~VariantOracle() = default;

VariantAnswer VariantOracle::ask(std::string_view variant) const
{
    VariantAnswer answer;
    if (variant == "auto") {
        answer.backend = chosenBackend(m_shapes->inputs);
        if (answer.backend.empty()) {
            answer.reasons.emplace_back("LibTorch has no backend for this workload.");
            return answer;
        }
    } else if (!isPlain(variant)) {
        BackendAnswer backend = canUseBackend(variant, m_shapes->inputs);
        answer.reasons = std::move(backend.reasons);
        answer.backend = backend.usable ? std::string(variant) : std::string();
        if (!backend.usable) {
            return answer;
        }
    }
    const std::int64_t needed = scoreMemory(variant, answer.backend, m_shapes->workload);
    if (const std::int64_t free = freeMemory(m_shapes->device); free > 0 && needed > free) {
        answer.reasons.push_back(
            fmt::format("Its score matrices need about {}, and {} are free.", gibibytes(needed), gibibytes(free)));
    }
    return answer;
}

struct VariantRunner::State {
    Workload workload;
    TargetDevice device;
    const std::atomic<bool>& cancel;
    AttentionInputs inputs;
    std::optional<at::Tensor> reference; ///< made at the first comparison
    std::map<std::string, std::shared_ptr<const CustomAttention>, std::less<>> customs;

    [[nodiscard]] bool trains() const { return workload.direction == Direction::Training; }
    [[nodiscard]] at::Tensor forward(std::string_view variant) const
    {
        const c10::AutoGradMode gradients(trains());
        return call(variant);
    }
    [[nodiscard]] at::Tensor call(std::string_view variant) const
    {
        if (const auto custom = customs.find(variant); custom != customs.end()) {
            return attentionForward(*custom->second, inputs, workload.layers, cancel);
        }
        return attentionForward(variant, inputs, workload.layers, cancel);
    }
};

VariantRunner::VariantRunner(
    const Workload& workload, const TargetDevice& device, std::uint64_t seed, const std::atomic<bool>& cancel)
    : m_state(std::make_unique<State>(
        State { workload, device, cancel, makeInputs(workload, torchDevice(device), seed), std::nullopt, {} }))
{
}

VariantRunner::~VariantRunner() = default;

namespace {

Result<std::shared_ptr<const CustomAttention>> load(const CustomVariant& variant, const TargetDevice& device)
{
    return variant.op.empty() ? loadPackage(variant.library, torchDevice(device))
                              : loadOperator(variant.library, variant.op);
}

} // namespace

VariantAnswer askCustom(const CustomVariant& variant, const TargetDevice& device)
{
    VariantAnswer answer;
    if (const auto attention = load(variant, device); attention.ok()) {
        answer.backend = "custom";
    } else {
        answer.reasons.push_back(attention.error().message);
    }
    return answer;
}

Result<std::vector<std::string>> VariantRunner::add(const CustomVariant& variant)
{
    auto attention = load(variant, m_state->device);
    if (!attention.ok()) {
        return attention.error();
    }
    m_state->customs[variant.name] = attention.value();
    return attention.value()->untold(m_state->inputs);
}

void VariantRunner::run(std::string_view variant)
{
    at::Tensor output;
    {
        const ScopedSpan span("attn_fwd");
        output = m_state->forward(variant);
    }
    if (m_state->trains()) {
        const ScopedSpan span("attn_bwd");
        attentionBackward(output, m_state->inputs);
    }
}

std::int64_t VariantRunner::warmUp(std::string_view variant, int count)
{
    std::int64_t last = 0;
    for (int i = 0; i < count; ++i) {
        const Ns before = monotonicNs();
        run(variant);
        synchronise(m_state->device);
        last = monotonicNs() - before;
    }
    return last;
}

VariantTiming VariantRunner::time(std::string_view variant, int iterations, std::int64_t expectedNs)
{
    return m_state->device.cuda ? timeOnGpu(variant, iterations, expectedNs) : timeOnCpu(variant, iterations);
}

VariantTiming VariantRunner::timeOnCpu(std::string_view variant, int iterations)
{
    std::vector<double> times;
    times.reserve(static_cast<std::size_t>(iterations));
    for (int i = 0; i < iterations; ++i) {
        const Ns before = monotonicNs();
        run(variant);
        times.push_back(static_cast<double>(monotonicNs() - before) / 1000);
    }
    return { std::nullopt, statisticsOf(std::move(times)) };
}

VariantTiming VariantRunner::timeOnGpu(std::string_view variant, int iterations, std::int64_t expectedNs)
{
    // In batches small enough not to fill the launch queue (1024 entries), which would hold the CPU back.
    const int batch = static_cast<int>(std::clamp<std::int64_t>(10 / m_state->workload.layers, 1, 10));
    std::vector<double> gpu;
    std::vector<double> cpu;
    std::int64_t headStart =
        expectedNs * batch + 200'000; // long enough for the CPU to launch a batch; grows if it was not
    GpuStopwatch watch(batch);
    for (int done = 0, retries = 0; done < iterations;) {
        const int count = std::min(batch, iterations - done);
        std::vector<double> launches;
        occupyGpu(std::min<std::int64_t>(headStart, 500'000'000));
        for (int i = 0; i < count; ++i) {
            watch.begin(i);
            const Ns before = monotonicNs();
            run(variant);
            launches.push_back(static_cast<double>(monotonicNs() - before) / 1000);
            watch.end(i);
        }
        const bool keptBusy = watch.isWaiting(0);
        synchronise(m_state->device);
        if (!keptBusy && retries < 3) {
            headStart *= 3;
            ++retries;
            continue;
        }
        cpu.insert(cpu.end(), launches.begin(), launches.end());
        for (int i = 0; i < count; ++i) {
            gpu.push_back(watch.microseconds(i));
        }
        done += count;
    }
    return { statisticsOf(std::move(gpu)), statisticsOf(std::move(cpu)) };
}

std::optional<std::int64_t> VariantRunner::peakMemory(std::string_view variant)
{
    if (!m_state->device.cuda) {
        return std::nullopt;
    }
    synchronise(m_state->device);
    const PeakMemory peak(m_state->device);
    run(variant);
    synchronise(m_state->device);
    return peak.peakBytes();
}

std::optional<VariantAccuracy> VariantRunner::accuracy(std::string_view variant)
{
    if (m_state->workload.dropout > 0
        || (!m_state->device.cuda && matmulFlop(m_state->workload) > kCpuReferenceLimit)) {
        return std::nullopt;
    }
    if (!m_state->reference) {
        m_state->reference = referenceAttention(m_state->inputs, m_state->workload.layers, m_state->cancel);
    }
    at::Tensor output;
    {
        const c10::NoGradGuard noGradients;
        output = m_state->call(variant);
    }
    const Deviation deviation = compareWithReference(output, *m_state->reference);
    return VariantAccuracy { deviation.maxAbs, deviation.relative, deviation.nanCount };
}

} // namespace attnscope
