// SPDX-License-Identifier: GPL-3.0-or-later
// FakeCupti: a CUPTI whose GPU is a list of hand-made records. It asks for buffers and hands them back as CUPTI does; records are
// walked, and calls are named, by the real library. Scripted by its public fields. Not thread-safe unless said.
#pragma once

#include "profiler/recording/clock.h"
#include "profiler/recording/cupti_api.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace attnscope::test {

using RecordBytes = std::vector<std::uint8_t>;

template<typename Record>
RecordBytes bytesOfRecord(const Record& record)
{
    RecordBytes bytes(sizeof(Record));
    std::memcpy(bytes.data(), &record, sizeof(Record));
    return bytes;
}

inline RecordBytes apiRecord(CUpti_ActivityKind kind, CUpti_CallbackId cbid, std::uint32_t correlation,
    std::uint64_t start, std::uint64_t end, std::uint32_t thread = 77, std::uint32_t returnValue = 0)
{
    CUpti_ActivityAPI record {};
    record.kind = kind;
    record.cbid = cbid;
    record.correlationId = correlation;
    record.start = start;
    record.end = end;
    record.processId = 1;
    record.threadId = thread;
    record.returnValue = returnValue;
    return bytesOfRecord(record);
}

inline RecordBytes launchRecord(
    std::uint32_t correlation, std::uint64_t start, std::uint64_t end, std::uint32_t returnValue = 0)
{
    return apiRecord(CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000, correlation, start,
        end, 77, returnValue);
}

inline RecordBytes kernelRecord(
    std::uint32_t correlation, std::uint64_t start, std::uint64_t end, const char* name = "softmax")
{
    CUpti_ActivityKernel10 record {};
    record.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    record.correlationId = correlation;
    record.start = start;
    record.end = end;
    record.contextId = 1;
    record.streamId = 7;
    record.gridX = 132;
    record.gridY = 2;
    record.gridZ = 1;
    record.blockX = 384;
    record.blockY = record.blockZ = 1;
    record.registersPerThread = 168;
    record.staticSharedMemory = 1024;
    record.dynamicSharedMemory = 212'164;
    record.sharedMemoryExecuted = 233'472;
    record.shmemLimitConfig = CUPTI_FUNC_SHMEM_LIMIT_OPTIN;
    record.clusterX = 2;
    record.clusterY = record.clusterZ = 1;
    record.maxActiveClusters = 66;
    record.name = name;
    return bytesOfRecord(record);
}

inline RecordBytes copyRecord(std::uint32_t correlation, std::uint64_t start, std::uint64_t end, std::uint64_t bytes)
{
    CUpti_ActivityMemcpy6 record {};
    record.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
    record.copyKind = CUPTI_ACTIVITY_MEMCPY_KIND_DTOD;
    record.srcKind = record.dstKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    record.correlationId = correlation;
    record.start = start;
    record.end = end;
    record.contextId = 1;
    record.streamId = 7;
    record.bytes = bytes;
    return bytesOfRecord(record);
}

inline RecordBytes fillRecord(std::uint32_t correlation, std::uint64_t start, std::uint64_t end, std::uint64_t bytes)
{
    CUpti_ActivityMemset4 record {};
    record.kind = CUPTI_ACTIVITY_KIND_MEMSET;
    record.memoryKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    record.correlationId = correlation;
    record.start = start;
    record.end = end;
    record.contextId = 1;
    record.streamId = 7;
    record.bytes = bytes;
    return bytesOfRecord(record);
}

class FakeCupti final : public CuptiApi {
public:
    // The script.
    CUptiResult subscribeResult = CUPTI_SUCCESS;
    std::string holder;
    CUptiResult timestampResult = CUPTI_SUCCESS;
    std::function<std::uint64_t()> clock = [] { return static_cast<std::uint64_t>(monotonicNs()); };
    CUptiResult enableResult = CUPTI_SUCCESS;
    CUptiResult finaliseResult = CUPTI_SUCCESS;
    std::vector<RecordBytes> pending; ///< handed over at the next flush
    std::vector<std::vector<RecordBytes>> later; ///< each batch becomes pending after one more flush
    std::size_t recordsPerBuffer = 1000;
    std::size_t dropped = 0;
    std::function<void()> duringFlush; ///< CUPTI works on other threads meanwhile

    // What happened.
    std::vector<std::string> calls;
    std::map<CUpti_ActivityKind, bool> enabled;
    std::map<std::pair<CUpti_CallbackDomain, CUpti_CallbackId>, bool> callbacks;
    CUpti_CallbackFunc subscriber = nullptr;
    CUpti_BuffersCallbackRequestFunc requested = nullptr;
    CUpti_BuffersCallbackCompleteFunc completed = nullptr;

    [[nodiscard]] std::ptrdiff_t countCalls(std::string_view name) const
    {
        return std::count(calls.begin(), calls.end(), name);
    }

    CUptiResult subscribe(CUpti_CallbackFunc callback, void* /*userData*/, std::string& name) override
    {
        subscriber = callback;
        calls.emplace_back("subscribe");
        name = holder;
        return subscribeResult;
    }
    CUptiResult useSystemThreadIds() override
    {
        calls.emplace_back("thread ids");
        return CUPTI_SUCCESS;
    }
    CUptiResult setAttribute(CUpti_ActivityAttribute /*attribute*/, std::size_t /*size*/, void* /*value*/) override
    {
        calls.emplace_back("attribute");
        return CUPTI_SUCCESS;
    }
    CUptiResult registerTimestampCallback(CUpti_TimestampCallbackFunc /*callback*/) override
    {
        calls.emplace_back("clock");
        return CUPTI_SUCCESS;
    }
    CUptiResult registerBufferCallbacks(
        CUpti_BuffersCallbackRequestFunc onRequest, CUpti_BuffersCallbackCompleteFunc onComplete) override
    {
        calls.emplace_back("buffers");
        requested = onRequest;
        completed = onComplete;
        return CUPTI_SUCCESS;
    }
    CUptiResult enableCallback(CUpti_CallbackDomain domain, CUpti_CallbackId cbid, bool enabled) override
    {
        callbacks[{ domain, cbid }] = enabled;
        return CUPTI_SUCCESS;
    }
    CUptiResult enable(CUpti_ActivityKind kind) override
    {
        calls.emplace_back("enable");
        enabled[kind] = enableResult == CUPTI_SUCCESS;
        return enableResult;
    }
    CUptiResult disable(CUpti_ActivityKind kind) override
    {
        calls.emplace_back("disable");
        enabled[kind] = false;
        return CUPTI_SUCCESS;
    }
    CUptiResult recordRuntimeCall(CUpti_CallbackId /*cbid*/, bool /*enabled*/) override { return CUPTI_SUCCESS; }
    CUptiResult recordDriverCall(CUpti_CallbackId /*cbid*/, bool /*enabled*/) override { return CUPTI_SUCCESS; }
    CUptiResult flush(bool forced) override
    {
        calls.emplace_back(forced ? "forced flush" : "flush");
        if (duringFlush) {
            duringFlush();
        }
        deliver();
        if (!later.empty()) {
            pending = std::move(later.front());
            later.erase(later.begin());
        }
        return CUPTI_SUCCESS;
    }
    CUptiResult nextRecord(std::uint8_t* buffer, std::size_t validBytes, CUpti_Activity** record) override
    {
        return systemCupti().nextRecord(buffer, validBytes, record);
    }
    CUptiResult droppedRecords(std::size_t& count) override
    {
        calls.emplace_back("dropped");
        count = std::exchange(dropped, 0);
        return CUPTI_SUCCESS;
    }
    CUptiResult timestamp(std::uint64_t& ns) override
    {
        calls.emplace_back("timestamp");
        ns = clock();
        return timestampResult;
    }
    CUptiResult callbackName(CUpti_CallbackDomain domain, CUpti_CallbackId cbid, const char** name) override
    {
        return systemCupti().callbackName(domain, cbid, name);
    }
    CUptiResult finalise() override
    {
        calls.emplace_back("finalise");
        if (finaliseResult == CUPTI_SUCCESS) {
            subscriber = nullptr;
            requested = nullptr;
            completed = nullptr;
            callbacks.clear();
        }
        return finaliseResult;
    }
    CUptiResult version(std::uint32_t& value) override
    {
        value = 130001;
        return CUPTI_SUCCESS;
    }

    /// Fills buffers with what is pending; records without a buffer are dropped, as CUPTI does it.
    void deliver()
    {
        for (std::size_t begin = 0; begin < pending.size(); begin += recordsPerBuffer) {
            const std::size_t end = std::min(begin + recordsPerBuffer, pending.size());
            std::uint8_t* buffer = nullptr;
            std::size_t size = 0;
            std::size_t maxRecords = 0;
            requested(&buffer, &size, &maxRecords);
            if (buffer == nullptr) {
                dropped += end - begin;
                continue;
            }
            std::size_t used = 0;
            for (std::size_t i = begin; i < end && used + pending[i].size() <= size; ++i) {
                std::memcpy(buffer + used, pending[i].data(), pending[i].size());
                used += pending[i].size();
            }
            completed(nullptr, 0, buffer, size, used);
        }
        pending.clear();
    }
};

} // namespace attnscope::test
