// SPDX-License-Identifier: GPL-3.0-or-later
#ifdef ATTNSCOPE_WITH_CUDA

#include "profiler/recording/cupti_decode.h"

#include <array>
#include <cstdlib>
#include <unordered_set>

namespace attnscope {

std::string plainCallName(std::string_view name)
{
    for (bool stripped = true; stripped;) {
        stripped = false;
        for (std::string_view suffix : { "_ptsz", "_ptds" }) {
            if (name.ends_with(suffix)) {
                name.remove_suffix(suffix.size());
                stripped = true;
            }
        }
        const auto mark = name.rfind("_v");
        if (mark != std::string_view::npos && mark + 2 < name.size()
            && name.find_first_not_of("0123456789", mark + 2) == std::string_view::npos) {
            name = name.substr(0, mark);
            stripped = true;
        }
    }
    return std::string(name);
}

bool launchesGpuWork(std::string_view plainName)
{
    static constexpr std::array<std::string_view, 10> kPrefixes { "cudaLaunchKernel", "cudaLaunchCooperativeKernel",
        "cudaGraphLaunch", "cudaMemcpy", "cudaMemset", "cuLaunchKernel", "cuLaunchCooperativeKernel", "cuGraphLaunch",
        "cuMemcpy", "cuMemset" };
    while (plainName.starts_with('_')) { // __cudaLaunchKernel, which nvcc 13 calls
        plainName.remove_prefix(1);
    }
    for (std::string_view prefix : kPrefixes) {
        if (plainName.starts_with(prefix)) {
            return true;
        }
    }
    return false;
}

namespace {

// Kineto's names for copies and fills, so that one reader serves both kinds of file.
std::string_view memoryName(std::uint8_t kind)
{
    switch (kind) {
    case CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE:
        return "Pageable";
    case CUPTI_ACTIVITY_MEMORY_KIND_PINNED:
        return "Pinned";
    case CUPTI_ACTIVITY_MEMORY_KIND_DEVICE:
        return "Device";
    case CUPTI_ACTIVITY_MEMORY_KIND_ARRAY:
        return "Array";
    case CUPTI_ACTIVITY_MEMORY_KIND_MANAGED:
        return "Managed";
    case CUPTI_ACTIVITY_MEMORY_KIND_DEVICE_STATIC:
        return "Device Static";
    case CUPTI_ACTIVITY_MEMORY_KIND_MANAGED_STATIC:
        return "Managed Static";
    default:
        return "Unknown";
    }
}

std::string_view directionName(std::uint8_t kind)
{
    static constexpr std::array<std::string_view, 11> kNames { "Unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA",
        "AtoD", "DtoA", "DtoD", "HtoH", "PtoP" };
    return kind < kNames.size() ? kNames[kind] : kNames[0];
}

std::string copyName(std::uint8_t copyKind, std::uint8_t from, std::uint8_t to)
{
    std::string name = "Memcpy ";
    name += directionName(copyKind);
    name += " (";
    name += memoryName(from);
    name += " -> ";
    name += memoryName(to);
    name += ")";
    return name;
}

std::string_view overheadName(CUpti_ActivityOverheadKind kind)
{
    switch (kind) {
    case CUPTI_ACTIVITY_OVERHEAD_DRIVER_COMPILER:
        return "Driver compiler";
    case CUPTI_ACTIVITY_OVERHEAD_CUPTI_BUFFER_FLUSH:
        return "Buffer flush";
    case CUPTI_ACTIVITY_OVERHEAD_CUPTI_INSTRUMENTATION:
        return "Instrumentation";
    case CUPTI_ACTIVITY_OVERHEAD_CUPTI_RESOURCE:
        return "Resource";
    case CUPTI_ACTIVITY_OVERHEAD_RUNTIME_TRIGGERED_MODULE_LOADING:
        return "Runtime triggered module loading";
    case CUPTI_ACTIVITY_OVERHEAD_LAZY_FUNCTION_LOADING:
        return "Lazy function loading";
    case CUPTI_ACTIVITY_OVERHEAD_COMMAND_BUFFER_FULL:
        return "Command buffer full";
    case CUPTI_ACTIVITY_OVERHEAD_ACTIVITY_BUFFER_REQUEST:
        return "Activity buffer request";
    default:
        return "Other overhead";
    }
}

// The fields that every structure of GPU work has, under the same names.
template<typename Source>
GpuRecord workOf(const Source& source, SpanKind kind, std::uint32_t name)
{
    GpuRecord result;
    result.kind = kind;
    result.start = static_cast<Ns>(source.start);
    result.end = static_cast<Ns>(source.end);
    result.correlation = source.correlationId;
    result.device = source.deviceId;
    result.context = source.contextId;
    result.stream = source.streamId;
    result.name = name;
    result.graph = source.graphId;
    result.graphNode = source.graphNodeId;
    return result;
}

void decodeKernel(const CUpti_Activity* record, GpuRecords& records)
{
    const auto& source = *reinterpret_cast<const CUpti_ActivityKernel9*>(record);
    GpuRecord result = workOf(source, SpanKind::Kernel,
        records.names.intern(source.name != nullptr ? source.name : "(kernel without a name)"));
    KernelFacts& facts = result.kernel;
    facts.grid = { source.gridX, source.gridY, source.gridZ };
    facts.block = { source.blockX, source.blockY, source.blockZ };
    facts.cluster = { source.clusterX, source.clusterY, source.clusterZ };
    facts.registers = source.registersPerThread;
    facts.staticShared = source.staticSharedMemory;
    facts.dynamicShared = source.dynamicSharedMemory;
    facts.sharedExecuted = source.sharedMemoryExecuted;
    facts.localPerThread = source.localMemoryPerThread;
    facts.maxActiveClusters = source.maxActiveClusters;
    facts.maxPotentialClusterSize = source.maxPotentialClusterSize;
    facts.launchType = source.launchType;
    facts.sharedOptIn = source.shmemLimitConfig == CUPTI_FUNC_SHMEM_LIMIT_OPTIN;
    facts.queued = static_cast<Ns>(source.queued);
    facts.submitted = static_cast<Ns>(source.submitted);
    records.gpu.push_back(result);
}

template<typename Copy>
void decodeCopy(const CUpti_Activity* record, GpuRecords& records)
{
    const auto& source = *reinterpret_cast<const Copy*>(record);
    GpuRecord result = workOf(
        source, SpanKind::Memcpy, records.names.intern(copyName(source.copyKind, source.srcKind, source.dstKind)));
    result.bytes = source.bytes;
    records.gpu.push_back(result);
}

void decodeFill(const CUpti_Activity* record, GpuRecords& records)
{
    const auto& source = *reinterpret_cast<const CUpti_ActivityMemset4*>(record);
    const std::string name = "Memset (" + std::string(memoryName(static_cast<std::uint8_t>(source.memoryKind))) + ")";
    GpuRecord result = workOf(source, SpanKind::Memset, records.names.intern(name));
    result.bytes = source.bytes;
    result.value = source.value;
    records.gpu.push_back(result);
}

void decodeOverhead(const CUpti_Activity* record, bool ownsData, GpuRecords& records)
{
    if (ownsData) {
        std::free(reinterpret_cast<const CUpti_ActivityOverhead3*>(record)
                      ->overheadData); // ours to free, says cupti_activity.h
    }
    const auto& source = *reinterpret_cast<const CUpti_ActivityOverhead2*>(record);
    const bool ofThread = source.objectKind == CUPTI_ACTIVITY_OBJECT_THREAD;
    records.overhead.push_back({ static_cast<Ns>(source.start), static_cast<Ns>(source.end),
        records.names.intern(overheadName(source.overheadKind)), ofThread ? source.objectId.pt.threadId : 0,
        source.correlationId });
}

} // namespace

const CuptiDecoder::CallName& CuptiDecoder::callName(bool driver, std::uint32_t cbid)
{
    auto [position, isNew] = m_callNames.try_emplace((std::uint64_t { driver ? 1U : 0U } << 32U) | cbid);
    if (isNew) {
        const char* text = nullptr;
        const auto domain = driver ? CUPTI_CB_DOMAIN_DRIVER_API : CUPTI_CB_DOMAIN_RUNTIME_API;
        if (m_api.callbackName(domain, cbid, &text) == CUPTI_SUCCESS && text != nullptr) {
            position->second.name = plainCallName(text);
        } else {
            position->second.name = (driver ? "driver call " : "runtime call ") + std::to_string(cbid);
        }
        position->second.launches = launchesGpuWork(position->second.name);
    }
    return position->second;
}

void CuptiDecoder::decodeApi(const CUpti_Activity* record, GpuRecords& records)
{
    const auto& source = *reinterpret_cast<const CUpti_ActivityAPI*>(record);
    append({ static_cast<Ns>(source.start), static_cast<Ns>(source.end), source.correlationId, 0, source.cbid,
               source.returnValue, source.threadId, source.kind == CUPTI_ACTIVITY_KIND_DRIVER },
        records);
}

void CuptiDecoder::append(const LoggedCall& call, GpuRecords& records)
{
    const CallName& name = callName(call.driver, call.cbid);
    ApiRecord result;
    result.driver = call.driver;
    result.start = call.start;
    result.end = call.end;
    result.correlation = call.correlation;
    result.thread = call.thread;
    result.name = records.names.intern(name.name);
    result.cbid = call.cbid;
    result.returnValue = call.returnValue;
    result.launches = name.launches;
    if (call.innerCorrelation != 0 && call.innerCorrelation != call.correlation) {
        m_inner.emplace_back(records.api.size(), call.innerCorrelation);
    }
    records.api.push_back(result);
}

void CuptiDecoder::settleCorrelations(GpuRecords& records)
{
    if (m_inner.empty()) {
        return;
    }
    std::unordered_set<std::uint32_t> known;
    for (const GpuRecord& work : records.gpu) {
        known.insert(work.correlation);
    }
    for (const auto& [index, inner] : m_inner) {
        ApiRecord& call = records.api[index];
        if (!known.contains(call.correlation) && known.contains(inner)) {
            call.correlation = inner;
        }
    }
    m_inner.clear();
}

void CuptiDecoder::decodeRecord(const CUpti_Activity* record, GpuRecords& records)
{
    switch (record->kind) {
    case CUPTI_ACTIVITY_KIND_KERNEL:
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
        decodeKernel(record, records);
        break;
    case CUPTI_ACTIVITY_KIND_MEMCPY:
        decodeCopy<CUpti_ActivityMemcpy5>(record, records);
        break;
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
        decodeCopy<CUpti_ActivityMemcpyPtoP4>(record, records);
        break;
    case CUPTI_ACTIVITY_KIND_MEMSET:
        decodeFill(record, records);
        break;
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER:
        decodeApi(record, records);
        break;
    case CUPTI_ACTIVITY_KIND_OVERHEAD:
        decodeOverhead(record, m_version >= 130000, records);
        break;
    default:
        ++records.otherRecords;
        break;
    }
}

void CuptiDecoder::decode(std::uint8_t* buffer, std::size_t validBytes, GpuRecords& records)
{
    CUpti_Activity* record = nullptr;
    while (validBytes != 0) {
        const CUptiResult result = m_api.nextRecord(buffer, validBytes, &record);
        if (result == CUPTI_SUCCESS) {
            decodeRecord(record, records);
            continue;
        }
        if (result != CUPTI_ERROR_MAX_LIMIT_REACHED) {
            records.problems.push_back(
                "A buffer of CUPTI's could not be read to its end: " + cuptiResultText(result) + ".");
        }
        return;
    }
}

} // namespace attnscope

#endif // ATTNSCOPE_WITH_CUDA
