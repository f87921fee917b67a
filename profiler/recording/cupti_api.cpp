// SPDX-License-Identifier: GPL-3.0-or-later
#ifdef ATTNSCOPE_WITH_CUDA

#include "profiler/recording/cupti_api.h"

#include <array>

namespace attnscope {
namespace {

class SystemCupti final : public CuptiApi {
public:
    CUptiResult subscribe(CUpti_CallbackFunc callback, void* userData, std::string& holder) override
    {
        std::array<char, 2 * CUPTI_OLD_SUBSCRIBER_NAME_MIN_LEN> old {};
        CUpti_SubscriberParams params {};
        params.structSize = CUpti_SubscriberParams_STRUCT_SIZE;
        params.subscriberName = "AttnScope";
        params.oldSubscriberName = old.data();
        params.oldSubscriberSize = old.size();
        const CUptiResult result = cuptiSubscribe_v2(&m_subscriber, callback, userData, &params);
        old.back() = '\0';
        holder = old.data();
        return result;
    }
    CUptiResult useSystemThreadIds() override { return cuptiSetThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM); }
    CUptiResult setAttribute(CUpti_ActivityAttribute attribute, std::size_t size, void* value) override
    {
        return cuptiActivitySetAttribute(attribute, &size, value);
    }
    CUptiResult registerTimestampCallback(CUpti_TimestampCallbackFunc callback) override
    {
        return cuptiActivityRegisterTimestampCallback(callback);
    }
    CUptiResult registerBufferCallbacks(
        CUpti_BuffersCallbackRequestFunc requested, CUpti_BuffersCallbackCompleteFunc completed) override
    {
        return cuptiActivityRegisterCallbacks(requested, completed);
    }
    CUptiResult enableCallback(CUpti_CallbackDomain domain, CUpti_CallbackId cbid, bool enabled) override
    {
        return cuptiEnableCallback(enabled ? 1 : 0, m_subscriber, domain, cbid);
    }
    CUptiResult enable(CUpti_ActivityKind kind) override { return cuptiActivityEnable(kind); }
    CUptiResult disable(CUpti_ActivityKind kind) override { return cuptiActivityDisable(kind); }
    CUptiResult recordRuntimeCall(CUpti_CallbackId cbid, bool enabled) override
    {
        return cuptiActivityEnableRuntimeApi(cbid, enabled ? 1 : 0);
    }
    CUptiResult recordDriverCall(CUpti_CallbackId cbid, bool enabled) override
    {
        return cuptiActivityEnableDriverApi(cbid, enabled ? 1 : 0);
    }
    CUptiResult flush(bool forced) override
    {
        return cuptiActivityFlushAll(forced ? CUPTI_ACTIVITY_FLAG_FLUSH_FORCED : 0);
    }
    CUptiResult nextRecord(std::uint8_t* buffer, std::size_t validBytes, CUpti_Activity** record) override
    {
        return cuptiActivityGetNextRecord(buffer, validBytes, record);
    }
    CUptiResult droppedRecords(std::size_t& count) override
    {
        return cuptiActivityGetNumDroppedRecords(nullptr, 0, &count);
    }
    CUptiResult timestamp(std::uint64_t& ns) override { return cuptiGetTimestamp(&ns); }
    CUptiResult callbackName(CUpti_CallbackDomain domain, CUpti_CallbackId cbid, const char** name) override
    {
        return cuptiGetCallbackName(domain, cbid, name);
    }
    CUptiResult finalise() override
    {
        const CUptiResult result = cuptiFinalize();
        if (result == CUPTI_SUCCESS) {
            m_subscriber = nullptr;
        }
        return result;
    }
    CUptiResult version(std::uint32_t& version) override { return cuptiGetVersion(&version); }

private:
    CUpti_SubscriberHandle m_subscriber = nullptr;
};

} // namespace

CuptiApi& systemCupti()
{
    static SystemCupti api;
    return api;
}

std::string cuptiResultText(CUptiResult result)
{
    const char* text = nullptr;
    if (cuptiGetResultString(result, &text) == CUPTI_SUCCESS && text != nullptr) {
        return text;
    }
    return "CUPTI error " + std::to_string(static_cast<int>(result));
}

} // namespace attnscope

#endif // ATTNSCOPE_WITH_CUDA
