// SPDX-License-Identifier: GPL-3.0-or-later
#ifdef ATTNSCOPE_WITH_CUDA

#include "profiler/recording/counter_launches.h"

#include <cuda_runtime_api.h>

#include <array>
#include <optional>
#include <utility>

namespace attnscope {
namespace {

// How a call hands over the shape of the launch.
enum class Form : std::uint8_t { Driver, DriverConfig, Runtime, RuntimeConfig };

struct LaunchCall {
    CUpti_CallbackDomain domain;
    CUpti_CallbackId cbid;
    Form form;
};
constexpr auto kDriver = CUPTI_CB_DOMAIN_DRIVER_API;
constexpr auto kRuntime = CUPTI_CB_DOMAIN_RUNTIME_API;
constexpr std::array<LaunchCall, 14> kCalls { {
    { kDriver, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, Form::Driver },
    { kDriver, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz, Form::Driver },
    { kDriver, CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel, Form::Driver },
    { kDriver, CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz, Form::Driver },
    { kDriver, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, Form::DriverConfig },
    { kDriver, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz, Form::DriverConfig },
    { kRuntime, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000, Form::Runtime },
    { kRuntime, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_ptsz_v7000, Form::Runtime },
    { kRuntime, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchCooperativeKernel_v9000, Form::Runtime },
    { kRuntime, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchCooperativeKernel_ptsz_v9000, Form::Runtime },
    { kRuntime, CUPTI_RUNTIME_TRACE_CBID___cudaLaunchKernel_v13000, Form::Runtime },
    { kRuntime, CUPTI_RUNTIME_TRACE_CBID___cudaLaunchKernel_ptsz_v13000, Form::Runtime },
    { kRuntime, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernelExC_v11060, Form::RuntimeConfig },
    { kRuntime, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernelExC_ptsz_v11060, Form::RuntimeConfig },
} };

using Shape = std::array<std::int32_t, 3>;

Shape shapeOf(unsigned x, unsigned y, unsigned z)
{
    return { static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), static_cast<std::int32_t>(z) };
}

// The parameter blocks of a family begin alike.
void readShape(Form form, const void* params, KernelLaunch& launch)
{
    switch (form) {
    case Form::Driver: {
        const auto& call = *static_cast<const cuLaunchKernel_params*>(params);
        launch.grid = shapeOf(call.gridDimX, call.gridDimY, call.gridDimZ);
        launch.block = shapeOf(call.blockDimX, call.blockDimY, call.blockDimZ);
        break;
    }
    case Form::DriverConfig: {
        const CUlaunchConfig& config = *static_cast<const cuLaunchKernelEx_params*>(params)->config;
        launch.grid = shapeOf(config.gridDimX, config.gridDimY, config.gridDimZ);
        launch.block = shapeOf(config.blockDimX, config.blockDimY, config.blockDimZ);
        break;
    }
    case Form::Runtime: {
        const auto& call = *static_cast<const cudaLaunchKernel_v7000_params*>(params);
        launch.grid = shapeOf(call.gridDim.x, call.gridDim.y, call.gridDim.z);
        launch.block = shapeOf(call.blockDim.x, call.blockDim.y, call.blockDim.z);
        break;
    }
    case Form::RuntimeConfig: {
        const cudaLaunchConfig_t& config = *static_cast<const cudaLaunchKernelExC_v11060_params*>(params)->config;
        launch.grid = shapeOf(config.gridDim.x, config.gridDim.y, config.gridDim.z);
        launch.block = shapeOf(config.blockDim.x, config.blockDim.y, config.blockDim.z);
        break;
    }
    }
}

std::optional<Form> formOf(CUpti_CallbackDomain domain, CUpti_CallbackId cbid)
{
    for (const LaunchCall& call : kCalls) {
        if (call.domain == domain && call.cbid == cbid) {
            return call.form;
        }
    }
    return std::nullopt;
}

thread_local int runtimeDepth = 0; // a runtime launch makes a driver launch, which is not another one

} // namespace

LaunchLog& LaunchLog::instance()
{
    static LaunchLog log;
    return log;
}

void LaunchLog::begin(CuptiApi& api)
{
    {
        const std::lock_guard lock(m_mutex);
        m_launches.clear();
    }
    for (const LaunchCall& call : kCalls) {
        api.enableCallback(
            call.domain, call.cbid, true); // an older CUPTI lacks some: then the numbers do not match, which is noticed
    }
}

std::vector<KernelLaunch> LaunchLog::end(CuptiApi& api)
{
    for (const LaunchCall& call : kCalls) {
        api.enableCallback(call.domain, call.cbid, false);
    }
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_launches, {});
}

void LaunchLog::onCallback(CUpti_CallbackDomain domain, CUpti_CallbackId cbid, const CUpti_CallbackData& data)
{
    const std::optional<Form> form = formOf(domain, cbid);
    if (!form) {
        return;
    }
    const bool enters = data.callbackSite == CUPTI_API_ENTER;
    if (domain == kRuntime) {
        runtimeDepth = enters ? runtimeDepth + 1 : runtimeDepth > 0 ? runtimeDepth - 1 : 0;
    }
    if (enters || runtimeDepth != 0) {
        return;
    }
    // Both kinds of result are 32 bits wide, and 0 is success.
    if (data.functionReturnValue == nullptr || *static_cast<const std::uint32_t*>(data.functionReturnValue) != 0) {
        return;
    }
    KernelLaunch launch;
    launch.name = data.symbolName != nullptr ? data.symbolName : "";
    readShape(*form, data.functionParams, launch);
    const std::lock_guard lock(m_mutex);
    m_launches.push_back(std::move(launch));
}

} // namespace attnscope

#endif // ATTNSCOPE_WITH_CUDA
