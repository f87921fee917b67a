// SPDX-License-Identifier: GPL-3.0-or-later
// CuptiApi: the few CUPTI functions that recording needs, behind an interface, so that tests can starve, drop, reorder and re-enter.
// Functions return what CUPTI returns. Thread rule: that of CUPTI (any thread). One indirect call on top of CUPTI's own cost.
#pragma once

#include <cupti.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace attnscope {

class CuptiApi {
public:
    virtual ~CuptiApi() = default;
    /// On CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED `holder` names the tool that has it, if CUPTI knows.
    virtual CUptiResult subscribe(CUpti_CallbackFunc callback, void* userData, std::string& holder) = 0;
    virtual CUptiResult useSystemThreadIds() = 0;
    virtual CUptiResult setAttribute(CUpti_ActivityAttribute attribute, std::size_t size, void* value) = 0;
    virtual CUptiResult registerTimestampCallback(CUpti_TimestampCallbackFunc callback) = 0;
    virtual CUptiResult registerBufferCallbacks(
        CUpti_BuffersCallbackRequestFunc requested, CUpti_BuffersCallbackCompleteFunc completed) = 0;
    /// Callbacks go to the function that subscribed.
    virtual CUptiResult enableCallback(CUpti_CallbackDomain domain, CUpti_CallbackId cbid, bool enabled) = 0;
    virtual CUptiResult enable(CUpti_ActivityKind kind) = 0;
    virtual CUptiResult disable(CUpti_ActivityKind kind) = 0;
    virtual CUptiResult recordRuntimeCall(CUpti_CallbackId cbid, bool enabled) = 0;
    virtual CUptiResult recordDriverCall(CUpti_CallbackId cbid, bool enabled) = 0;
    virtual CUptiResult flush(bool forced) = 0;
    virtual CUptiResult nextRecord(std::uint8_t* buffer, std::size_t validBytes, CUpti_Activity** record) = 0;
    virtual CUptiResult droppedRecords(std::size_t& count) = 0; ///< since the last call
    virtual CUptiResult timestamp(std::uint64_t& ns) = 0;
    virtual CUptiResult callbackName(CUpti_CallbackDomain domain, CUpti_CallbackId cbid, const char** name) = 0;
    /// Takes CUPTI out of the process; it may be set up again. Nothing may be in flight, nor any other thread inside CUDA.
    virtual CUptiResult finalise() = 0;
    virtual CUptiResult version(std::uint32_t& version) = 0;
};

/// The libcupti that is loaded in this process.
[[nodiscard]] CuptiApi& systemCupti();

/// CUPTI's own text for a result.
[[nodiscard]] std::string cuptiResultText(CUptiResult result);

} // namespace attnscope
