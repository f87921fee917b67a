// SPDX-License-Identifier: GPL-3.0-or-later
#ifdef ATTNSCOPE_WITH_CUDA

#include "profiler/recording/counter_errors.h"

#include "profiler/recording/cupti_api.h"

#include <array>

namespace attnscope {
namespace {

struct Reason {
    CUptiResult result;
    std::string_view text;
};
constexpr std::array<Reason, 17> kReasons { {
    { CUPTI_ERROR_INSUFFICIENT_PRIVILEGES,
        "reading them is for administrators here; set the driver option NVreg_RestrictProfilingToAdminUsers=0, or run "
        "as root" },
    { CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES,
        "this virtual GPU was not given the right to read them; the administrator of its host can enable profiling for "
        "it" },
    { CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED, "this virtual GPU does not have any" },
    { CUPTI_ERROR_HARDWARE_BUSY,
        "another tool is using them, for instance DCGM (dcgmi profile --pause releases them) or another profiler" },
    { CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED,
        "the GPU runs in confidential-computing mode, which hides them" },
    { CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED, "this is a mining card, which does not have any" },
    { CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED, "the GPU is divided (MIG), and this part of it does not have any" },
    { CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED, "the GPU is coupled with another one (SLI)" },
    { CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED, "the Windows Subsystem for Linux does not hand them through for this GPU" },
    { CUPTI_ERROR_INVALID_CHIP_NAME, "this version of CUPTI does not know the GPU; a newer CUDA release does" },
    { CUPTI_ERROR_NOT_SUPPORTED, "neither the GPU nor its driver supports reading them" },
    { CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED, "the GPU no longer supports this way of reading them" },
    { CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED, "another profiler in this process reads them in an older way" },
    { CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED, "another profiler already uses CUPTI in this process" },
    { CUPTI_ERROR_NOT_INITIALIZED, "CUPTI could not be set up; is an NVIDIA driver installed?" },
    { CUPTI_ERROR_OUT_OF_MEMORY, "there is not enough memory for them" },
    { CUPTI_ERROR_INVALID_METRIC_NAME, "the GPU lacks the ones that are needed" },
} };

std::string sentence(std::string_view reason)
{
    std::string text = "Hardware counters are left out: " + std::string(reason);
    if (text.back() != '?') {
        text += '.';
    }
    return text;
}

} // namespace

std::string counterProblem(CUptiResult result, std::string_view during)
{
    for (const Reason& reason : kReasons) {
        if (reason.result == result) {
            return sentence(reason.text);
        }
    }
    return sentence(std::string(during) + " failed (" + cuptiResultText(result) + ")");
}

std::string supportProblem(const CounterSupport& support)
{
    if (!support.architecture) {
        return sentence("the GPU is too old for this version of CUPTI");
    }
    if (!support.virtualGpu) {
        return counterProblem(CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES, {});
    }
    if (!support.confidentialCompute) {
        return counterProblem(CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED, {});
    }
    if (!support.miningCard) {
        return counterProblem(CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED, {});
    }
    if (!support.wsl) {
        return counterProblem(CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED, {});
    }
    if (!support.sli) {
        return counterProblem(CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED, {});
    }
    return support.supported ? std::string() : counterProblem(CUPTI_ERROR_NOT_SUPPORTED, {});
}

} // namespace attnscope

#endif // ATTNSCOPE_WITH_CUDA
