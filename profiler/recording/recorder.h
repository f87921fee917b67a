// SPDX-License-Identifier: GPL-3.0-or-later
// The recorder's plain interface. Implemented by the plug-in libattnscope_recorder.so (LibTorch, CUPTI), which is loaded at the
// first run (recorder_loader.h); no torch type crosses it. All functions are called on ONE worker thread, which is the only one that
// touches LibTorch and CUDA; `cancel` may be set from any thread. No exception leaves a function.
#pragma once

#include "profiler/trace/result.h"
#include "profiler/trace/session.h"
#include "profiler/trace/trace.h"

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace attnscope {

/// A variant of the user's own: a PyTorch operator out of a library (TORCH_LIBRARY), or an AOTInductor package (.pt2).
struct CustomVariant {
    std::string name, title; ///< name: not one of kVariants
    std::string library; ///< path of the shared library, or of the package
    std::string op; ///< "namespace::name" or "namespace::name.overload"; empty for a package
};

struct RecordRequest {
    Workload workload;
    std::vector<std::string> variants; ///< names of kVariants, in the order to run
    std::string device = "auto"; ///< "auto", "cpu", "cuda", "cuda:N"
    int warmup = 3; ///< unrecorded, then as many again under recording
    int steps = 3; ///< recorded
    int timingIterations = 50; ///< without the profiler
    std::uint64_t seed = 0;
    bool counters = false;
    RecordLevel level = RecordLevel::Full;
    std::vector<CustomVariant> customVariants; ///< run after `variants`
};

enum class RecordStage : std::uint8_t { Preparing, WarmUp, Timing, Recording, Accuracy, Finished, Refused, Failed };
[[nodiscard]] std::string_view toString(RecordStage value);

/// Told on the worker thread; cheap to copy.
struct RecordProgress {
    std::string variant;
    std::size_t variantIndex = 0, variantCount = 0;
    RecordStage stage = RecordStage::Preparing;
    double fraction = 0; ///< of the whole run, 0..1
    std::string message; ///< a sentence, e.g. the reason of a refusal; may be empty
};

struct VariantAvailability {
    std::string name, title;
    bool available = false;
    std::vector<std::string> reasons; ///< why not, one sentence each
    std::string chosenBackend; ///< which backend would run: "flash", "cudnn", …; empty when none or not SDPA
};

struct AvailabilityReport {
    DeviceInfo device;
    std::vector<VariantAvailability> variants;
};

/// One line of `attnscope doctor`.
struct DoctorLine {
    std::string subject; ///< "LibTorch", "CUDA", "CUPTI", "Driver", "GPU", "Counters"
    bool ok = false;
    std::string found; ///< version or name, when ok
    std::string advice; ///< what to do, when not ok
};

class Recorder {
public:
    virtual ~Recorder() = default;
    /// Runs and records; a refused or failing variant is reported in the session and never stops the others. After a cancel the
    /// result is an Error of kind Cancelled when no variant is complete, else the trace with what is complete.
    [[nodiscard]] virtual Result<TracePtr> record(const RecordRequest& request,
        const std::function<void(const RecordProgress&)>& progress, const std::atomic<bool>& cancel) = 0;
    /// What could run here, without running it.
    [[nodiscard]] virtual Result<AvailabilityReport> variants(const Workload& workload, const std::string& device) = 0;
    /// What could run here of the user's own variants: they are loaded and their signature is read, nothing runs.
    [[nodiscard]] virtual Result<AvailabilityReport> customVariants(
        const Workload& /*workload*/, const std::string& /*device*/, const std::vector<CustomVariant>& /*variants*/)
    {
        return Error { ErrorKind::Unavailable, "This recorder runs no variants of your own." };
    }
    [[nodiscard]] virtual std::vector<DoctorLine> doctor() = 0;
    [[nodiscard]] virtual Versions versions() const = 0;
};

/// Changes whenever anything that crosses the plug-in boundary changes; the loader refuses another number.
inline constexpr int kRecorderAbi = 2;

/// Exported by the plug-in as `attnscope_recorder_abi` and `attnscope_recorder_create` (extern "C").
using RecorderAbiFunction = int (*)();
using RecorderCreateFunction = Recorder* (*)();

} // namespace attnscope
