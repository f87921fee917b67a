// SPDX-License-Identifier: GPL-3.0-or-later
#ifdef ATTNSCOPE_WITH_CUDA

#include "profiler/recording/cupti_session.h"

#include "profiler/recording/call_log.h"
#include "profiler/recording/clock.h"
#include "profiler/recording/counter_launches.h"
#include "profiler/recording/cubin_store.h"
#include "profiler/recording/error_text.h"

#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <span>
#include <thread>
#include <utility>

namespace attnscope {
namespace {

// CUPTI's callbacks carry no user data; null between sessions of a test.
std::atomic<BufferPool*> activePool { nullptr };

// While calls are hooked for a recording, callbacks are its; else they are the counter pass's.
std::atomic<bool> callsAreHooked { false };

// The first alone at level kernels: a copy costs its launching thread about twice what a kernel does.
constexpr std::array kGpuKinds { CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
    CUPTI_ACTIVITY_KIND_MEMCPY2, CUPTI_ACTIVITY_KIND_MEMSET };
constexpr std::array kCallKinds { CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_DRIVER };

std::uint64_t CUPTIAPI clockCallback()
{
    return static_cast<std::uint64_t>(monotonicNs());
}

// Inside CUPTI: copies, and calls nothing of CUPTI's.
void CUPTIAPI subscriberCallback(
    void* /*userData*/, CUpti_CallbackDomain domain, CUpti_CallbackId cbid, const void* data)
{
    if (domain == CUPTI_CB_DOMAIN_RESOURCE) {
        const auto* module = cbid == CUPTI_CBID_RESOURCE_MODULE_LOADED ? static_cast<const CUpti_ModuleResourceData*>(
                                 static_cast<const CUpti_ResourceData*>(data)->resourceDescriptor)
                                                                       : nullptr;
        if (module != nullptr && module->pCubin != nullptr) {
            CubinStore::instance().add(std::as_bytes(std::span(module->pCubin, module->cubinSize)));
        }
    } else if (callsAreHooked.load(std::memory_order_acquire)) {
        CallLog::instance().onCallback(domain, cbid, *static_cast<const CUpti_CallbackData*>(data));
    } else {
        LaunchLog::instance().onCallback(
            domain, cbid, *static_cast<const CUpti_CallbackData*>(data)); // the counter pass
    }
}

Error failure(std::string_view what, CUptiResult result)
{
    return Error { ErrorKind::Unavailable,
        "GPU work cannot be recorded: " + std::string(what) + " (" + cuptiResultText(result) + ")." };
}

} // namespace

CuptiSession::CuptiSession(CuptiApi& api, std::size_t bufferBytes, std::size_t budgetBytes)
    : m_api(api)
    , m_pool(bufferBytes, budgetBytes)
    , m_decoder(api)
{
}

CuptiSession::~CuptiSession()
{
    if (m_collecting) {
        disableKinds();
    }
    BufferPool* mine = &m_pool;
    activePool.compare_exchange_strong(mine, nullptr);
}

void CuptiSession::bufferRequested(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords)
{
    BufferPool* pool = activePool.load(std::memory_order_acquire);
    *buffer = pool != nullptr ? pool->request() : nullptr;
    *size = *buffer != nullptr ? pool->bufferBytes() : 0;
    *maxRecords = 0; // as many as fit
}

void CuptiSession::bufferCompleted(
    CUcontext /*context*/, std::uint32_t /*stream*/, std::uint8_t* buffer, std::size_t /*size*/, std::size_t validBytes)
{
    if (BufferPool* pool = activePool.load(std::memory_order_acquire); pool != nullptr) {
        pool->complete(buffer, validBytes);
    }
}

Status CuptiSession::initialise()
{
    if (!m_setUp) {
        m_setUp = setUp();
    }
    return *m_setUp;
}

Status CuptiSession::setUp()
{
    std::string holder;
    CUptiResult result = m_api.subscribe(subscriberCallback, nullptr, holder);
    if (result == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED) {
        const bool isUnknown = holder.empty() || holder == "<not provided>"; // as CUPTI says of tools that give no name
        return Error { ErrorKind::Unavailable,
            "GPU work cannot be recorded: " + (isUnknown ? std::string("another profiler") : "\"" + holder + "\"")
                + " already uses CUPTI in this process, and CUPTI serves one at a time." };
    }
    if (result != CUPTI_SUCCESS) {
        return failure("CUPTI did not start; is an NVIDIA driver installed?", result);
    }
    if (result = m_api.useSystemThreadIds(); result != CUPTI_SUCCESS) {
        return failure("CUPTI does not give the system's thread ids", result);
    }
    std::uint8_t zeroed = 1; // our buffers come zeroed: CUPTI need not do it on the launching thread
    m_api.setAttribute(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, sizeof(zeroed), &zeroed);
    if (result = m_api.registerTimestampCallback(clockCallback); result != CUPTI_SUCCESS) {
        return failure("CUPTI does not take our clock", result);
    }
    activePool.store(&m_pool, std::memory_order_release);
    if (result = m_api.registerBufferCallbacks(bufferRequested, bufferCompleted); result != CUPTI_SUCCESS) {
        return failure("CUPTI does not take our buffers", result);
    }
    // Modules are shown once, when they are loaded; without, the machine code of kernels is not known, nothing else.
    m_api.enableCallback(CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_MODULE_LOADED, true);
    return checkClock();
}

Status CuptiSession::checkClock()
{
    std::uint64_t theirs = 0;
    const Ns before = monotonicNs();
    const CUptiResult result = m_api.timestamp(theirs);
    const Ns after = monotonicNs();
    if (result != CUPTI_SUCCESS || theirs == 0) {
        return failure("CUPTI gives no time; is an NVIDIA driver installed?", result);
    }
    if (static_cast<Ns>(theirs) < before || static_cast<Ns>(theirs) > after) {
        m_clockProblem = "CUPTI's clock is " + std::to_string(static_cast<Ns>(theirs) - before)
            + " ns off ours: GPU lanes may be shifted against CPU lanes.";
    }
    return Done {};
}

Status CuptiSession::enableKind(CUpti_ActivityKind kind)
{
    if (const CUptiResult result = m_api.enable(kind); result != CUPTI_SUCCESS) {
        return failure("CUPTI refuses record kind " + std::to_string(static_cast<int>(kind)), result);
    }
    return Done {};
}

std::size_t CuptiSession::switchCallbacks(bool enabled)
{
    std::size_t accepted = 0;
    for (CUpti_CallbackId cbid : m_calls->runtime) {
        accepted += m_api.enableCallback(CUPTI_CB_DOMAIN_RUNTIME_API, cbid, enabled) == CUPTI_SUCCESS ? 1 : 0;
    }
    for (CUpti_CallbackId cbid : m_calls->driver) {
        accepted += m_api.enableCallback(CUPTI_CB_DOMAIN_DRIVER_API, cbid, enabled) == CUPTI_SUCCESS ? 1 : 0;
    }
    return accepted;
}

Status CuptiSession::enableCalls()
{
    if (!m_calls) {
        m_calls = chooseCalls(m_api);
    }
    callsAreHooked.store(true, std::memory_order_release);
    CallLog::instance().open();
    if (switchCallbacks(true) != 0) {
        return enableKind(CUPTI_ACTIVITY_KIND_OVERHEAD);
    }
    CallLog::instance().close();
    callsAreHooked.store(false, std::memory_order_release);
    for (CUpti_ActivityKind kind : kCallKinds) { // dearer, and better than nothing
        if (const Status status = enableKind(kind); !status.ok()) {
            return status;
        }
    }
    return enableKind(CUPTI_ACTIVITY_KIND_OVERHEAD);
}

void CuptiSession::takeCalls()
{
    if (!CallLog::instance().isOpen()) {
        return;
    }
    CallLog::instance().close();
    const CallLog::Calls calls = CallLog::instance().collect();
    m_records.dropped += calls.lost;
    for (const LoggedCall& call : calls.calls) {
        m_decoder.append(call, m_records);
    }
}

Status CuptiSession::start(RecordLevel level)
{
    if (const Status ready = initialise(); !ready.ok()) {
        return ready;
    }
    m_records = GpuRecords {};
    m_attached = true;
    Status enabled = level >= RecordLevel::Api ? enableCalls() : Status { Done {} };
    const std::size_t kinds = level >= RecordLevel::Api ? kGpuKinds.size() : 1;
    for (std::size_t i = 0; i < kinds && enabled.ok(); ++i) {
        enabled = enableKind(kGpuKinds[i]);
    }
    if (!enabled.ok()) {
        disableKinds();
        return enabled;
    }
    discardCompleted();
    std::size_t stale = 0;
    m_api.droppedRecords(stale);
    static_cast<void>(m_pool.takeRefusals());
    m_collecting = true;
    return Done {};
}

void CuptiSession::disableKinds()
{
    CallLog::instance().close();
    if (callsAreHooked.load(std::memory_order_acquire)) {
        switchCallbacks(false);
        callsAreHooked.store(false, std::memory_order_release);
    }
    for (CUpti_ActivityKind kind : kCallKinds) {
        m_api.disable(kind);
    }
    m_api.disable(CUPTI_ACTIVITY_KIND_OVERHEAD);
    for (CUpti_ActivityKind kind : kGpuKinds) {
        m_api.disable(kind);
    }
}

void CuptiSession::decodeCompleted()
{
    for (const BufferPool::Filled& buffer : m_pool.takeCompleted()) {
        m_decoder.decode(buffer.data, buffer.validBytes, m_records);
        m_pool.recycle(buffer);
    }
}

void CuptiSession::discardCompleted()
{
    for (const BufferPool::Filled& buffer : m_pool.takeCompleted()) {
        m_pool.recycle(buffer);
    }
}

void CuptiSession::drain()
{
    if (m_collecting && m_pool.isHalfFull()) {
        decodeCompleted();
    }
}

GpuRecords CuptiSession::stop(const std::function<void()>& synchronise)
{
    if (!m_collecting) {
        return {};
    }
    m_collecting = false;
    try {
        synchronise();
    } catch (const std::exception& error) {
        m_records.problems.push_back(
            firstSentence(error.what())); // a broken context; what was recorded is still worth reading
    }
    takeCalls();
    // A plain flush keeps back buffers that hold unfinished records; a forced one hands those over without their times, for good.
    m_api.flush(false);
    decodeCompleted();
    for (int attempt = 0; attempt < 5 && unmatchedLaunches(m_records) != 0; ++attempt) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2 << attempt));
        m_api.flush(false);
        decodeCompleted();
    }
    m_api.flush(true);
    decodeCompleted();
    m_decoder.settleCorrelations(m_records);
    std::size_t dropped = 0;
    if (m_api.droppedRecords(dropped) == CUPTI_SUCCESS) {
        m_records.dropped += dropped;
    }
    m_records.refusedBuffers += m_pool.takeRefusals();
    disableKinds();
    if (!m_clockProblem.empty()) {
        m_records.problems.push_back(m_clockProblem);
    }
    return std::exchange(m_records, GpuRecords {});
}

Status CuptiSession::detach()
{
    const bool isSetUp = m_setUp && m_setUp->ok();
    if (!isSetUp || !m_attached || m_collecting) {
        return Done {};
    }
    if (const CUptiResult result = m_api.finalise(); result != CUPTI_SUCCESS) {
        return Error { ErrorKind::Unavailable,
            "CUPTI stays attached (" + cuptiResultText(result)
                + "): launches of this process remain slower by what it hooks into them." };
    }
    m_attached = false;
    m_pool.takeBackHeld();
    m_setUp.reset();
    return initialise();
}

std::uint32_t CuptiSession::version() const
{
    std::uint32_t version = 0;
    return m_api.version(version) == CUPTI_SUCCESS ? version : 0;
}

GpuCollector& gpuCollector()
{
    static auto* session = new CuptiSession(systemCupti()); // never destroyed: CUPTI keeps pointers into its pool
    return *session;
}

} // namespace attnscope

#else

#include "profiler/recording/gpu_collector.h"

namespace attnscope {
namespace {

class NoCollector final : public GpuCollector {
public:
    Status initialise() override
    {
        return Error { ErrorKind::Unavailable, "GPU work cannot be recorded: this build of AttnScope has no CUDA." };
    }
    Status start(RecordLevel /*level*/) override { return initialise(); }
    void drain() override { }
    GpuRecords stop(const std::function<void()>& synchronise) override
    {
        synchronise();
        return {};
    }
    Status detach() override { return Done {}; }
    void countersWereCollected() override { }
    std::uint32_t version() const override { return 0; }
};

} // namespace

GpuCollector& gpuCollector()
{
    static NoCollector collector;
    return collector;
}

} // namespace attnscope

#endif // ATTNSCOPE_WITH_CUDA
