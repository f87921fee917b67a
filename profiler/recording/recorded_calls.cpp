// SPDX-License-Identifier: GPL-3.0-or-later
#ifdef ATTNSCOPE_WITH_CUDA

#include "profiler/recording/recorded_calls.h"

#include "profiler/recording/cupti_decode.h"

#include <algorithm>
#include <array>

namespace attnscope {
namespace {

constexpr std::array<std::string_view, 16> kParts { "Synchronize", "Malloc", "MemAlloc", "MemCreate", "MemMap", "MemUnmap", "cudaFree",
    "cuMemFree", "StreamWait", "EventRecord", "ModuleLoad", "LibraryLoad", "GraphInstantiate", "GraphUpload", "LaunchHostFunc",
    "MemPrefetch" };

// CUPTI may know more calls than the headers this was built with.
constexpr std::uint32_t kNewerCalls = 512;

std::vector<CUpti_CallbackId> listDomain(CuptiApi& api, CUpti_CallbackDomain domain, std::uint32_t known)
{
    std::vector<CUpti_CallbackId> cbids;
    for (CUpti_CallbackId cbid = 1; cbid < known + kNewerCalls; ++cbid) {
        const char* name = nullptr;
        if (api.callbackName(domain, cbid, &name) != CUPTI_SUCCESS || name == nullptr) {
            if (cbid >= known) {
                break;
            }
            continue;
        }
        if (isWorthRecording(plainCallName(name))) {
            cbids.push_back(cbid);
        }
    }
    return cbids;
}

} // namespace

bool isWorthRecording(std::string_view plainName)
{
    return launchesGpuWork(plainName) || std::any_of(kParts.begin(), kParts.end(), [plainName](std::string_view part) {
        return plainName.find(part) != std::string_view::npos;
    });
}

RecordedCalls listRecordedCalls(CuptiApi& api)
{
    return { listDomain(api, CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_SIZE),
        listDomain(api, CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_SIZE) };
}

} // namespace attnscope

#endif // ATTNSCOPE_WITH_CUDA
