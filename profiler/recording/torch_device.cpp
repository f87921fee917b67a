// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/torch_device.h"

#include "profiler/recording/counter_pass.h"
#include "profiler/recording/error_text.h"
#include "profiler/recording/gpu_collector.h"
#include "profiler/recording/host_facts.h"

#include <ATen/detail/CUDAHooksInterface.h>
#include <ATen/Parallel.h>
#include <torch/version.h>

#ifdef ATTNSCOPE_WITH_CUDA
#include <ATen/cuda/Sleep.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime_api.h>
#endif

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include <unistd.h>

namespace attnscope {
namespace {

struct CudaState {
    int devices = 0;
    std::string problem; ///< why there is none
};

CudaState cudaState()
{
    CudaState state;
#ifdef ATTNSCOPE_WITH_CUDA
    if (const cudaError_t result = cudaGetDeviceCount(&state.devices); result != cudaSuccess) {
        cudaGetLastError(); // it is answered here and must not surface in LibTorch
        state.devices = 0;
        state.problem = result == cudaErrorInsufficientDriver || result == cudaErrorNoDevice
            ? "No NVIDIA GPU can be used here: there is no driver, or it is too old for CUDA 13."
            : fmt::format("No NVIDIA GPU can be used here: {}.", cudaGetErrorString(result));
    } else if (state.devices == 0) {
        state.problem = "The NVIDIA driver reports no GPU.";
    }
#else
    state.problem = "This build of AttnScope has no CUDA.";
#endif
    return state;
}

std::string dottedCudaVersion(int version)
{
    return version <= 0 ? std::string() : fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

} // namespace

Result<TargetDevice> chooseDevice(std::string_view text)
{
    if (text == "cpu") {
        return TargetDevice {};
    }
    const bool automatic = text.empty() || text == "auto";
    int index = 0;
    if (!automatic && text != "cuda") {
        constexpr std::string_view kPrefix = "cuda:";
        const char* end = text.data() + text.size();
        if (!text.starts_with(kPrefix) || text.size() == kPrefix.size()
            || std::from_chars(text.data() + kPrefix.size(), end, index).ptr != end || index < 0) {
            return Error { ErrorKind::Usage,
                fmt::format("--device {} is not a device: use auto, cpu, cuda or cuda:N.", text) };
        }
    }
    const CudaState state = cudaState();
    if (index < state.devices) {
        return TargetDevice { true, index };
    }
    if (automatic) {
        return TargetDevice {};
    }
    return Error { ErrorKind::Unavailable,
        state.devices == 0 ? state.problem
                           : fmt::format("There is no GPU {}: this machine has {}.", index, state.devices) };
}

#ifdef ATTNSCOPE_WITH_CUDA

namespace {

DeviceLimits limitsOf(const cudaDeviceProp& properties)
{
    DeviceLimits limits;
    limits.ccMajor = properties.major;
    limits.ccMinor = properties.minor;
    limits.smCount = properties.multiProcessorCount;
    limits.maxThreadsPerSm = properties.maxThreadsPerMultiProcessor;
    limits.maxThreadsPerBlock = properties.maxThreadsPerBlock;
    limits.regsPerSm = properties.regsPerMultiprocessor;
    limits.regsPerBlock = properties.regsPerBlock;
    limits.warpSize = properties.warpSize;
    limits.sharedPerSm = static_cast<std::int64_t>(properties.sharedMemPerMultiprocessor);
    limits.sharedPerBlock = static_cast<std::int64_t>(properties.sharedMemPerBlock);
    limits.sharedPerBlockOptin = static_cast<std::int64_t>(properties.sharedMemPerBlockOptin);
    limits.reservedSharedPerBlock = static_cast<std::int64_t>(properties.reservedSharedMemPerBlock);
    limits.maxBlocksPerSm = properties.maxBlocksPerMultiProcessor;
    return limits;
}

} // namespace

DeviceInfo describeDevice(const TargetDevice& device)
{
    DeviceInfo info;
    info.cpuThreads = at::get_num_threads();
    if (!device.cuda) {
        info.name = cpuModel();
        info.memoryBytes = 0;
        return info;
    }
    cudaDeviceProp properties {};
    C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, device.index));
    info.kind = "cuda";
    info.index = device.index;
    info.name = properties.name;
    info.driver = nvidiaDriverVersion();
    info.memoryBytes = static_cast<std::int64_t>(properties.totalGlobalMem);
    info.limits = limitsOf(properties);
    return info;
}

void synchronise(const TargetDevice& device)
{
    if (device.cuda) {
        c10::cuda::device_synchronize();
    }
}

std::int64_t freeMemory(const TargetDevice& device)
{
    if (!device.cuda) {
        return availableMemory();
    }
    std::size_t free = 0;
    std::size_t total = 0;
    C10_CUDA_CHECK(cudaMemGetInfo(&free, &total));
    const auto stats = c10::cuda::CUDACachingAllocator::getDeviceStats(static_cast<c10::DeviceIndex>(device.index));
    constexpr auto kAll = static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE);
    return static_cast<std::int64_t>(free) + stats.reserved_bytes[kAll].current - stats.allocated_bytes[kAll].current;
}

struct DeviceScope::Guard {
    c10::cuda::OptionalCUDAGuard guard;
};

DeviceScope::DeviceScope(const TargetDevice& device)
    : m_guard(std::make_unique<Guard>())
{
    if (device.cuda) {
        at::globalContext().lazyInitDevice(c10::DeviceType::CUDA);
        m_guard->guard.set_index(static_cast<c10::DeviceIndex>(device.index));
    }
}

DeviceScope::~DeviceScope() = default;

namespace {

c10::CachingAllocator::Stat allocatedBytes(const TargetDevice& device)
{
    const auto stats = c10::cuda::CUDACachingAllocator::getDeviceStats(static_cast<c10::DeviceIndex>(device.index));
    return stats.allocated_bytes[static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE)];
}

} // namespace

PeakMemory::PeakMemory(const TargetDevice& device)
    : m_device(device)
{
    c10::cuda::CUDACachingAllocator::resetPeakStats(static_cast<c10::DeviceIndex>(device.index));
    m_before = allocatedBytes(device).current;
}

std::int64_t PeakMemory::peakBytes() const
{
    return allocatedBytes(m_device).peak - m_before;
}

std::int64_t allocatedMemory(const TargetDevice& device)
{
    return device.cuda ? allocatedBytes(device).current : 0;
}

std::int64_t foreignMemory(const TargetDevice& device)
{
    if (!device.cuda) {
        return 0;
    }
    std::size_t free = 0;
    std::size_t total = 0;
    C10_CUDA_CHECK(cudaMemGetInfo(&free, &total));
    const auto stats = c10::cuda::CUDACachingAllocator::getDeviceStats(static_cast<c10::DeviceIndex>(device.index));
    constexpr auto kAll = static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE);
    return static_cast<std::int64_t>(total - free) - stats.reserved_bytes[kAll].current;
}

struct GpuStopwatch::Events {
    std::vector<cudaEvent_t> begins, ends;
};

GpuStopwatch::GpuStopwatch(int stretches)
    : m_events(std::make_unique<Events>())
{
    m_events->begins.resize(static_cast<std::size_t>(stretches));
    m_events->ends.resize(static_cast<std::size_t>(stretches));
    for (auto* list : { &m_events->begins, &m_events->ends }) {
        for (cudaEvent_t& event : *list) {
            C10_CUDA_CHECK(cudaEventCreate(&event));
        }
    }
}

GpuStopwatch::~GpuStopwatch()
{
    for (auto* list : { &m_events->begins, &m_events->ends }) {
        for (cudaEvent_t event : *list) {
            if (event != nullptr) {
                cudaEventDestroy(event);
            }
        }
    }
}

void GpuStopwatch::begin(int stretch)
{
    C10_CUDA_CHECK(
        cudaEventRecord(m_events->begins[static_cast<std::size_t>(stretch)], c10::cuda::getCurrentCUDAStream()));
}

void GpuStopwatch::end(int stretch)
{
    C10_CUDA_CHECK(
        cudaEventRecord(m_events->ends[static_cast<std::size_t>(stretch)], c10::cuda::getCurrentCUDAStream()));
}

bool GpuStopwatch::isWaiting(int stretch) const
{
    const cudaError_t result = cudaEventQuery(m_events->begins[static_cast<std::size_t>(stretch)]);
    if (result == cudaErrorNotReady) {
        cudaGetLastError();
        return true;
    }
    return false;
}

double GpuStopwatch::microseconds(int stretch) const
{
    const auto index = static_cast<std::size_t>(stretch);
    float milliseconds = 0;
    C10_CUDA_CHECK(cudaEventElapsedTime(&milliseconds, m_events->begins[index], m_events->ends[index]));
    return static_cast<double>(milliseconds) * 1000;
}

void occupyGpu(std::int64_t ns)
{
    at::cuda::sleep(ns * 2); // cycles; GPUs run at up to 2 GHz and something
}

#else // without CUDA

DeviceInfo describeDevice(const TargetDevice& /*device*/)
{
    DeviceInfo info;
    info.cpuThreads = at::get_num_threads();
    info.name = cpuModel();
    return info;
}

void synchronise(const TargetDevice& /*device*/) { }

std::int64_t freeMemory(const TargetDevice& /*device*/)
{
    return availableMemory();
}

struct DeviceScope::Guard { };
DeviceScope::DeviceScope(const TargetDevice& /*device*/) { }
DeviceScope::~DeviceScope() = default;

PeakMemory::PeakMemory(const TargetDevice& device)
    : m_device(device)
{
}
std::int64_t PeakMemory::peakBytes() const
{
    return 0;
}

std::int64_t allocatedMemory(const TargetDevice& /*device*/)
{
    return 0;
}

std::int64_t foreignMemory(const TargetDevice& /*device*/)
{
    return 0;
}

struct GpuStopwatch::Events { };
GpuStopwatch::GpuStopwatch(int /*stretches*/) { }
GpuStopwatch::~GpuStopwatch() = default;
void GpuStopwatch::begin(int /*stretch*/) { }
void GpuStopwatch::end(int /*stretch*/) { }
bool GpuStopwatch::isWaiting(int /*stretch*/) const
{
    return false;
}
double GpuStopwatch::microseconds(int /*stretch*/) const
{
    return 0;
}
void occupyGpu(std::int64_t /*ns*/) { }

#endif

Versions softwareVersions()
{
    Versions versions;
    versions.attnscope = ATTNSCOPE_VERSION;
    versions.torch = TORCH_VERSION;
#ifdef ATTNSCOPE_WITH_CUDA
    int runtime = 0;
    if (cudaRuntimeGetVersion(&runtime) == cudaSuccess) {
        versions.cuda = dottedCudaVersion(runtime);
    }
    try {
        const long cudnn = at::detail::getCUDAHooks().versionCuDNN();
        versions.cudnn = fmt::format("{}.{}.{}", cudnn / 10000, cudnn % 10000 / 100, cudnn % 100);
    } catch (const std::exception&) {
        versions.cudnn.clear(); // LibTorch without cuDNN
    }
    versions.cupti = std::to_string(gpuCollector().version());
#endif
    return versions;
}

namespace {

// The permission alone does not tell: another tool may hold the counters, or the machine be a virtual one.
Status tryCounters()
{
    const TargetDevice device { true, 0 };
    const DeviceScope scope(device);
    synchronise(device); // makes the CUDA context
    Status status = counterCollector().open(device.index);
    counterCollector().close();
    return status;
}

} // namespace

std::vector<DoctorLine> inspectSystem()
{
    const Versions versions = softwareVersions();
    const CudaState state = cudaState();
    const Status collector = gpuCollector().initialise();
    const std::string driver = nvidiaDriverVersion();
    std::vector<DoctorLine> lines;
    lines.push_back({ "LibTorch", true, versions.torch, {} });
    lines.push_back({ "CUDA", !versions.cuda.empty(), versions.cuda,
        "Build AttnScope against a LibTorch with CUDA to record GPUs; the CPU is recorded without." });
    lines.push_back(
        { "Driver", !driver.empty(), driver, "Install an NVIDIA driver of the 580 series or later to record a GPU." });
    lines.push_back({ "GPU", state.devices > 0, {}, state.problem });
    if (state.devices > 0) {
        const DeviceInfo info = describeDevice({ true, 0 });
        lines.back().found =
            state.devices == 1 ? info.name : fmt::format("{} (and {} more)", info.name, state.devices - 1);
    }
    lines.push_back(
        { "CUPTI", collector.ok(), versions.cupti, collector.ok() ? std::string() : collector.error().message });
    const std::optional<bool> restricted = countersNeedAdministrator();
    const bool allowed = restricted.has_value() && (!*restricted || ::geteuid() == 0);
    if (allowed && state.devices > 0) {
        const Status counters = tryCounters();
        lines.push_back({ "Counters", counters.ok(), counters.ok() ? "permitted" : "",
            counters.ok() ? "" : counters.error().message });
        return lines;
    }
    lines.push_back({ "Counters", allowed, allowed ? "permitted" : "",
        restricted ? "Reading GPU counters is for administrators here: set the driver option "
                     "NVreg_RestrictProfilingToAdminUsers=0."
                   : "There is no NVIDIA driver whose counters could be read." });
    return lines;
}

} // namespace attnscope
