// SPDX-License-Identifier: GPL-3.0-or-later
// Our occupancy against the driver's own, for kernels compiled here at run time (NVRTC), launched under recording: what CUPTI
// reports of a launch must lead to the number of blocks that cuOccupancyMaxActiveBlocksPerMultiprocessor gives for it.
#include "tests/gpu/gpu_helpers.h"

#include "profiler/kernels/occupancy.h"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <nvrtc.h>

#include <dlfcn.h>

namespace attnscope {
namespace {

constexpr const char* kSource = R"(
extern "C" __global__ void light(float* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f; }
extern "C" __global__ void __launch_bounds__(128) heavy(float* out)
{
    float values[200];
    for (int i = 0; i < 200; ++i) values[i] = out[i * 128 + threadIdx.x];
    for (int round = 0; round < 4; ++round)
        for (int i = 0; i < 200; ++i) values[i] = values[i] * values[(i + 7) % 200] + values[(i + 13) % 200];
    float sum = 0;
    for (int i = 0; i < 200; ++i) sum += values[i];
    out[threadIdx.x] = sum;
}
extern "C" __global__ void shared(float* out)
{
    extern __shared__ float scratch[];
    __shared__ float fixed[256];
    scratch[threadIdx.x] = out[threadIdx.x];
    fixed[threadIdx.x % 256] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = scratch[blockDim.x - 1 - threadIdx.x] + fixed[threadIdx.x % 7];
}
)";

// libcuda and NVRTC by name: neither is linked, since neither is there without a GPU.
template<typename Function>
Function symbol(const char* library, const char* name)
{
    void* handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
    return handle != nullptr ? reinterpret_cast<Function>(dlsym(handle, name)) : nullptr;
}
#define CUDA_FUNCTION(name) symbol<decltype(&name)>("libcuda.so.1", #name)
#define NVRTC_FUNCTION(name) symbol<decltype(&name)>("libnvrtc.so.13", #name)

std::vector<char> compile(const DeviceLimits& limits)
{
    nvrtcProgram program = nullptr;
    const std::string architecture = "--gpu-architecture=sm_" + std::to_string(limits.ccMajor * 10 + limits.ccMinor);
    const char* options[] = { architecture.c_str() };
    if (NVRTC_FUNCTION(nvrtcCreateProgram)(&program, kSource, "oracle.cu", 0, nullptr, nullptr) != NVRTC_SUCCESS
        || NVRTC_FUNCTION(nvrtcCompileProgram)(program, 1, options) != NVRTC_SUCCESS) {
        return {};
    }
    std::size_t size = 0;
    NVRTC_FUNCTION(nvrtcGetCUBINSize)(program, &size);
    std::vector<char> cubin(size);
    NVRTC_FUNCTION(nvrtcGetCUBIN)(program, cubin.data());
    return cubin;
}

struct Launch {
    const char* kernel;
    unsigned threads;
    unsigned dynamicShared;
    unsigned cluster; ///< blocks in x; 1: none
};
const Launch kLaunches[] = {
    { "light", 128, 0, 1 },
    { "light", 100, 0, 1 },
    { "light", 1024, 0, 1 },
    { "heavy", 128, 0, 1 },
    { "shared", 256, 16 * 1024, 1 },
    { "shared", 256, 47 * 1024, 1 },
    { "shared", 256, 64 * 1024, 1 },
    { "shared", 384, 200 * 1024, 1 },
    { "light", 128, 0, 2 },
    { "shared", 256, 100 * 1024, 2 },
};

CUfunction functionOf(CUmodule module, const Launch& launch)
{
    CUfunction function = nullptr;
    EXPECT_EQ(CUDA_FUNCTION(cuModuleGetFunction)(&function, module, launch.kernel), CUDA_SUCCESS);
    if (std::string_view(launch.kernel) == "shared") {
        CUDA_FUNCTION(cuFuncSetAttribute)
        (function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, static_cast<int>(launch.dynamicShared));
    }
    return function;
}

CUresult run(CUfunction function, const Launch& launch, CUdeviceptr memory)
{
    CUlaunchAttribute attribute {};
    attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    attribute.value.clusterDim = { launch.cluster, 1, 1 };
    CUlaunchConfig config {};
    config.gridDimX = 8;
    config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = launch.threads;
    config.blockDimY = config.blockDimZ = 1;
    config.sharedMemBytes = launch.dynamicShared;
    config.attrs = &attribute;
    config.numAttrs = launch.cluster > 1 ? 1 : 0;
    void* arguments[] = { &memory };
    return CUDA_FUNCTION(cuLaunchKernelEx)(&config, function, arguments, nullptr);
}

LaunchShape shapeOf(const GpuRecord& record)
{
    const KernelFacts& facts = record.kernel;
    LaunchShape shape;
    shape.grid = { facts.grid[0], facts.grid[1], facts.grid[2] };
    shape.block = { facts.block[0], facts.block[1], facts.block[2] };
    if (facts.cluster[0] != 0) {
        shape.cluster = { facts.cluster[0], facts.cluster[1], facts.cluster[2] };
    }
    shape.regs = static_cast<int>(facts.registers);
    shape.staticShared = facts.staticShared;
    shape.dynamicShared = facts.dynamicShared;
    shape.maxActiveClusters = static_cast<int>(facts.maxActiveClusters);
    return shape;
}

TEST(OccupancyOracle, AgreesWithTheDriverForEveryLaunch)
{
    ATTNSCOPE_NEEDS_GPU("occupancy against the driver");
    const DeviceLimits limits = *test::gpu()->limits;
    if (limits.ccMajor < 9) {
        GTEST_SKIP() << "clusters need compute capability 9.0";
    }
    const std::vector<char> cubin = compile(limits);
    ASSERT_FALSE(cubin.empty());
    void* memory = nullptr;
    ASSERT_EQ(cudaMalloc(&memory, 8 << 20), cudaSuccess);
    CUmodule module = nullptr;
    ASSERT_EQ(CUDA_FUNCTION(cuModuleLoadData)(&module, cubin.data()), CUDA_SUCCESS);

    for (const Launch& launch : kLaunches) {
        SCOPED_TRACE(std::string(launch.kernel) + " " + std::to_string(launch.threads) + " threads, "
            + std::to_string(launch.dynamicShared) + " bytes, cluster " + std::to_string(launch.cluster));
        const CUfunction function = functionOf(module, launch);
        int blocks = 0;
        ASSERT_EQ(CUDA_FUNCTION(cuOccupancyMaxActiveBlocksPerMultiprocessor)(
                      &blocks, function, static_cast<int>(launch.threads), launch.dynamicShared),
            CUDA_SUCCESS);
        ASSERT_TRUE(gpuCollector().start(RecordLevel::Full).ok());
        EXPECT_EQ(run(function, launch, reinterpret_cast<CUdeviceptr>(memory)), CUDA_SUCCESS);
        const GpuRecords records = gpuCollector().stop([] { cudaDeviceSynchronize(); });
        ASSERT_EQ(records.gpu.size(), 1U);
        EXPECT_EQ(unmatchedLaunches(records), 0U);
        const Occupancy occupancy = theoreticalOccupancy(limits, shapeOf(records.gpu[0]));
        ASSERT_TRUE(occupancy.percent.has_value()) << occupancy.note;
        if (launch.cluster == 1) {
            EXPECT_EQ(occupancy.blocksPerSm, blocks);
        } else {
            // Whole clusters only: never more than single blocks would reach, and as many as the driver says fit on the GPU.
            EXPECT_LE(occupancy.blocksPerSm, blocks);
            EXPECT_GT(records.gpu[0].kernel.maxActiveClusters, 0U);
        }
    }
    cudaFree(memory);
}

} // namespace
} // namespace attnscope
