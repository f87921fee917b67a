// SPDX-License-Identifier: GPL-3.0-or-later
#ifdef ATTNSCOPE_WITH_CUDA

#include "profiler/recording/recorded_calls.h"

#include "profiler/recording/cupti_decode.h"

#include <algorithm>
#include <array>

namespace attnscope {
namespace {

constexpr std::array<std::string_view, 16> kParts { "Synchronize", "Malloc", "MemAlloc", "MemCreate", "MemMap",
    "MemUnmap", "cudaFree", "cuMemFree", "StreamWait", "EventRecord", "ModuleLoad", "LibraryLoad", "GraphInstantiate",
    "GraphUpload", "LaunchHostFunc", "MemPrefetch" };

// CUPTI may know more calls than the headers this was built with.
constexpr std::uint32_t kNewerCalls = 512;

std::vector<CUpti_CallbackId> chooseOf(CuptiApi& api, CUpti_CallbackDomain domain, std::uint32_t known)
{
    std::vector<CUpti_CallbackId> chosen;
    for (CUpti_CallbackId cbid = 1; cbid < known + kNewerCalls; ++cbid) {
        const char* name = nullptr;
        if (api.callbackName(domain, cbid, &name) == CUPTI_SUCCESS && name != nullptr) {
            if (isWorthRecording(plainCallName(name))) {
                chosen.push_back(cbid);
            }
        } else if (cbid >= known) {
            break;
        }
    }
    return chosen;
}

} // namespace

bool isWorthRecording(std::string_view plainName)
{
    return launchesGpuWork(plainName) || std::any_of(kParts.begin(), kParts.end(), [plainName](std::string_view part) {
        return plainName.find(part) != std::string_view::npos;
    });
}

RecordedCalls chooseCalls(CuptiApi& api)
{
    return { chooseOf(api, CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_SIZE),
        chooseOf(api, CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_SIZE) };
}

} // namespace attnscope

#endif // ATTNSCOPE_WITH_CUDA
