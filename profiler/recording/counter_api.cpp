// SPDX-License-Identifier: GPL-3.0-or-later
#ifdef ATTNSCOPE_WITH_CUDA

#include "profiler/recording/counter_api.h"

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include <dlfcn.h>

namespace attnscope {
namespace {

// Every parameter block: zeroed, with its size in front.
#define ATTNSCOPE_PARAMS(type, name)                                                                                   \
    type name {};                                                                                                      \
    name.structSize = type##_STRUCT_SIZE

// libcuda is not linked: there is none on a machine without a GPU.
CUcontext currentContext()
{
    using Function = CUresult (*)(CUcontext*);
    static const auto getCurrent = []() -> Function {
        void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
        return library != nullptr ? reinterpret_cast<Function>(dlsym(library, "cuCtxGetCurrent")) : nullptr;
    }();
    CUcontext context = nullptr;
    return getCurrent != nullptr && getCurrent(&context) == CUDA_SUCCESS ? context : nullptr;
}

bool isGood(CUpti_Profiler_Support_Level level)
{
    return level == CUPTI_PROFILER_CONFIGURATION_SUPPORTED || level == CUPTI_PROFILER_CONFIGURATION_UNKNOWN;
}

class SystemCounters final : public CounterApi {
public:
    CUptiResult initialise() override
    {
        ATTNSCOPE_PARAMS(CUpti_Profiler_Initialize_Params, params);
        return cuptiProfilerInitialize(&params);
    }

    CUptiResult deviceSupport(int device, CounterSupport& support) override
    {
        ATTNSCOPE_PARAMS(CUpti_Profiler_DeviceSupported_Params, params);
        params.cuDevice = device;
        params.api = CUPTI_PROFILER_RANGE_PROFILING;
        const CUptiResult result = cuptiProfilerDeviceSupported(&params);
        if (result == CUPTI_SUCCESS) {
            support = { isGood(params.isSupported), isGood(params.architecture), isGood(params.sli),
                isGood(params.vGpu), isGood(params.confidentialCompute), isGood(params.cmp), isGood(params.wsl) };
        }
        return result;
    }

    CUptiResult chipName(int device, std::string& name) override
    {
        ATTNSCOPE_PARAMS(CUpti_Device_GetChipName_Params, params);
        params.deviceIndex = static_cast<std::size_t>(device);
        const CUptiResult result = cuptiDeviceGetChipName(&params);
        name = result == CUPTI_SUCCESS && params.pChipName != nullptr ? params.pChipName : "";
        return result;
    }

    CUptiResult availability(std::vector<std::uint8_t>& image) override
    {
        ATTNSCOPE_PARAMS(CUpti_Profiler_GetCounterAvailability_Params, params);
        params.ctx = currentContext();
        CUptiResult result = cuptiProfilerGetCounterAvailability(&params);
        if (result == CUPTI_SUCCESS) {
            image.resize(params.counterAvailabilityImageSize);
            params.pCounterAvailabilityImage = image.data();
            result = cuptiProfilerGetCounterAvailability(&params);
        }
        return result;
    }

    CUptiResult openHost(const std::string& chip, const std::vector<std::uint8_t>& availability) override
    {
        closeHost();
        m_chip = chip;
        m_availability = availability;
        return makeHost();
    }

    void closeHost() override
    {
        if (m_host != nullptr) {
            ATTNSCOPE_PARAMS(CUpti_Profiler_Host_Deinitialize_Params, params);
            params.pHostObject = m_host;
            cuptiProfilerHostDeinitialize(&params);
            m_host = nullptr;
        }
    }

    CUptiResult hasMetric(const char* name) override
    {
        ATTNSCOPE_PARAMS(CUpti_Profiler_Host_GetMetricProperties_Params, params);
        params.pHostObject = m_host;
        params.pMetricName = name;
        return cuptiProfilerHostGetMetricProperties(&params);
    }

    CUptiResult configure(
        const std::vector<const char*>& metrics, std::vector<std::uint8_t>& config, std::size_t& passes) override
    {
        closeHost(); // a host object adds to what it was given before
        CUptiResult result = makeHost();
        result = result == CUPTI_SUCCESS ? addMetrics(metrics) : result;
        result = result == CUPTI_SUCCESS ? readConfig(config) : result;
        return result == CUPTI_SUCCESS ? countPasses(config, passes) : result;
    }

    CUptiResult enable() override
    {
        ATTNSCOPE_PARAMS(CUpti_RangeProfiler_Enable_Params, params);
        params.ctx = currentContext();
        const CUptiResult result = cuptiRangeProfilerEnable(&params);
        m_profiler = result == CUPTI_SUCCESS ? params.pRangeProfilerObject : nullptr;
        return result;
    }

    CUptiResult disable() override
    {
        ATTNSCOPE_PARAMS(CUpti_RangeProfiler_Disable_Params, params);
        params.pRangeProfilerObject = m_profiler;
        m_profiler = nullptr;
        return cuptiRangeProfilerDisable(&params);
    }

    CUptiResult makeImage(
        const std::vector<const char*>& metrics, std::size_t ranges, std::vector<std::uint8_t>& image) override
    {
        std::vector<const char*> names = metrics;
        ATTNSCOPE_PARAMS(CUpti_RangeProfiler_GetCounterDataSize_Params, size);
        size.pRangeProfilerObject = m_profiler;
        size.pMetricNames = names.data();
        size.numMetrics = names.size();
        size.maxNumOfRanges = ranges;
        size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(ranges);
        if (const CUptiResult result = cuptiRangeProfilerGetCounterDataSize(&size); result != CUPTI_SUCCESS) {
            return result;
        }
        image.assign(size.counterDataSize, 0);
        ATTNSCOPE_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, params);
        params.pRangeProfilerObject = m_profiler;
        params.counterDataSize = image.size();
        params.pCounterData = image.data();
        return cuptiRangeProfilerCounterDataImageInitialize(&params);
    }

    CUptiResult setConfig(bool kernelByKernel, const std::vector<std::uint8_t>& config,
        std::vector<std::uint8_t>& image, std::size_t ranges) override
    {
        ATTNSCOPE_PARAMS(CUpti_RangeProfiler_SetConfig_Params, params);
        params.pRangeProfilerObject = m_profiler;
        params.configSize = config.size();
        params.pConfig = config.data();
        params.counterDataImageSize = image.size();
        params.pCounterDataImage = image.data();
        params.range = kernelByKernel ? CUPTI_AutoRange : CUPTI_UserRange;
        params.replayMode = kernelByKernel ? CUPTI_KernelReplay : CUPTI_UserReplay;
        params.maxRangesPerPass = ranges;
        params.numNestingLevels = 1;
        params.minNestingLevel = 1;
        params.passIndex = 0;
        params.targetNestingLevel = 1;
        return cuptiRangeProfilerSetConfig(&params);
    }

    CUptiResult start() override
    {
        ATTNSCOPE_PARAMS(CUpti_RangeProfiler_Start_Params, params);
        params.pRangeProfilerObject = m_profiler;
        return cuptiRangeProfilerStart(&params);
    }

    CUptiResult stop() override
    {
        ATTNSCOPE_PARAMS(CUpti_RangeProfiler_Stop_Params, params);
        params.pRangeProfilerObject = m_profiler;
        return cuptiRangeProfilerStop(&params);
    }

    CUptiResult pushRange(const char* name) override
    {
        ATTNSCOPE_PARAMS(CUpti_RangeProfiler_PushRange_Params, params);
        params.pRangeProfilerObject = m_profiler;
        params.pRangeName = name;
        return cuptiRangeProfilerPushRange(&params);
    }

    CUptiResult popRange() override
    {
        ATTNSCOPE_PARAMS(CUpti_RangeProfiler_PopRange_Params, params);
        params.pRangeProfilerObject = m_profiler;
        return cuptiRangeProfilerPopRange(&params);
    }

    CUptiResult decode(std::size_t& dropped) override
    {
        ATTNSCOPE_PARAMS(CUpti_RangeProfiler_DecodeData_Params, params);
        params.pRangeProfilerObject = m_profiler;
        const CUptiResult result = cuptiRangeProfilerDecodeData(&params);
        dropped = params.numOfRangeDropped;
        return result;
    }

    CUptiResult rangeCount(const std::vector<std::uint8_t>& image, std::size_t& count) override
    {
        ATTNSCOPE_PARAMS(CUpti_RangeProfiler_GetCounterDataInfo_Params, params);
        params.pCounterDataImage = image.data();
        params.counterDataImageSize = image.size();
        const CUptiResult result = cuptiRangeProfilerGetCounterDataInfo(&params);
        count = params.numTotalRanges;
        return result;
    }

    CUptiResult evaluate(const std::vector<std::uint8_t>& image, std::size_t range,
        const std::vector<const char*>& metrics, std::vector<double>& values) override
    {
        std::vector<const char*> names = metrics;
        values.assign(names.size(), 0);
        ATTNSCOPE_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues_Params, params);
        params.pHostObject = m_host;
        params.pCounterDataImage = image.data();
        params.counterDataImageSize = image.size();
        params.rangeIndex = range;
        params.ppMetricNames = names.data();
        params.numMetrics = names.size();
        params.pMetricValues = values.data();
        return cuptiProfilerHostEvaluateToGpuValues(&params);
    }

private:
    CUptiResult makeHost()
    {
        ATTNSCOPE_PARAMS(CUpti_Profiler_Host_Initialize_Params, params);
        params.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
        params.pChipName = m_chip.c_str();
        params.pCounterAvailabilityImage = m_availability.empty() ? nullptr : m_availability.data();
        const CUptiResult result = cuptiProfilerHostInitialize(&params);
        m_host = result == CUPTI_SUCCESS ? params.pHostObject : nullptr;
        return result;
    }

    CUptiResult addMetrics(const std::vector<const char*>& metrics)
    {
        std::vector<const char*> names = metrics;
        ATTNSCOPE_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params, params);
        params.pHostObject = m_host;
        params.ppMetricNames = names.data();
        params.numMetrics = names.size();
        return cuptiProfilerHostConfigAddMetrics(&params);
    }

    CUptiResult readConfig(std::vector<std::uint8_t>& config)
    {
        ATTNSCOPE_PARAMS(CUpti_Profiler_Host_GetConfigImageSize_Params, size);
        size.pHostObject = m_host;
        if (const CUptiResult result = cuptiProfilerHostGetConfigImageSize(&size); result != CUPTI_SUCCESS) {
            return result;
        }
        config.assign(size.configImageSize, 0);
        ATTNSCOPE_PARAMS(CUpti_Profiler_Host_GetConfigImage_Params, params);
        params.pHostObject = m_host;
        params.configImageSize = config.size();
        params.pConfigImage = config.data();
        return cuptiProfilerHostGetConfigImage(&params);
    }

    static CUptiResult countPasses(std::vector<std::uint8_t>& config, std::size_t& passes)
    {
        ATTNSCOPE_PARAMS(CUpti_Profiler_Host_GetNumOfPasses_Params, params);
        params.configImageSize = config.size();
        params.pConfigImage = config.data();
        const CUptiResult result = cuptiProfilerHostGetNumOfPasses(&params);
        passes = params.numOfPasses;
        return result;
    }

    std::string m_chip;
    std::vector<std::uint8_t> m_availability;
    CUpti_Profiler_Host_Object* m_host = nullptr;
    CUpti_RangeProfiler_Object* m_profiler = nullptr;
};

#undef ATTNSCOPE_PARAMS

} // namespace

CounterApi& systemCounters()
{
    static SystemCounters api;
    return api;
}

} // namespace attnscope

#endif // ATTNSCOPE_WITH_CUDA
