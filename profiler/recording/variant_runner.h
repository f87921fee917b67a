// SPDX-License-Identifier: GPL-3.0-or-later
// VariantRunner: runs the variants of one workload on one device: forwards (and backwards), times them, compares them with the
// reference. LibTorch stays behind it. Worker thread. Functions throw what LibTorch throws, and CancelledByUser (attention_call.h).
#pragma once

#include "profiler/recording/torch_device.h"
#include "profiler/trace/session.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

/// Whether a variant can run, and which backend it would use.
struct VariantAnswer {
    std::vector<std::string> reasons; ///< why it cannot; empty when it can
    std::string backend;
};

struct VariantTiming {
    std::optional<TimingStats> gpu;
    TimingStats cpu;
};

struct VariantAccuracy {
    double maxAbsError = 0, relativeError = 0;
    std::int64_t nanCount = 0;
};

/// Asks without running anything and without the numbers of the inputs.
class VariantOracle {
public:
    VariantOracle(const Workload& workload, const TargetDevice& device);
    ~VariantOracle();
    [[nodiscard]] VariantAnswer ask(std::string_view variant) const;

private:
    struct Shapes;
    std::unique_ptr<Shapes> m_shapes;
};

class VariantRunner {
public:
    VariantRunner(
        const Workload& workload, const TargetDevice& device, std::uint64_t seed, const std::atomic<bool>& cancel);
    ~VariantRunner();

    /// Loads a variant of the user's own and makes its name known. An error says why it cannot run, in one sentence; the sentences
    /// of a success say what it is not told about the workload.
    [[nodiscard]] Result<std::vector<std::string>> add(const CustomVariant& variant);
    /// One forward, and for training one backward, annotated as attn_fwd and attn_bwd. Does not wait for the GPU.
    void run(std::string_view variant);
    /// `count` runs, then waits for the GPU. Returns the wall time of the last, ns.
    std::int64_t warmUp(std::string_view variant, int count);
    /// Without the profiler. On a GPU: CUDA events, with the queue kept full so that gaps of a slow CPU are not GPU time.
    [[nodiscard]] VariantTiming time(std::string_view variant, int iterations, std::int64_t expectedNs);
    /// Allocator peak of one run minus what was allocated before it; empty on the CPU.
    [[nodiscard]] std::optional<std::int64_t> peakMemory(std::string_view variant);
    /// Empty when it cannot be said (dropout is random) or would take long on this CPU.
    [[nodiscard]] std::optional<VariantAccuracy> accuracy(std::string_view variant);

private:
    struct State;
    [[nodiscard]] VariantTiming timeOnCpu(std::string_view variant, int iterations);
    [[nodiscard]] VariantTiming timeOnGpu(std::string_view variant, int iterations, std::int64_t expectedNs);

    std::unique_ptr<State> m_state;
};

/// Whether a variant of the user's own could run on this workload; loads it, runs nothing.
[[nodiscard]] VariantAnswer askCustom(const CustomVariant& variant, const TargetDevice& device);

/// Median, 10th and 90th percentile (nearest rank).
[[nodiscard]] TimingStats statisticsOf(std::vector<double> microseconds);

} // namespace attnscope
