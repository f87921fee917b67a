// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/recording_run.h"

#include "profiler/attention/cancelled.h"
#include "profiler/recording/counter_run.h"
#include "profiler/recording/cubin_store.h"
#include "profiler/recording/error_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <stdexcept>

namespace attnscope {
namespace {

constexpr std::int64_t kSlowForwardNs = 500'000'000; // one warm-up is enough for these
constexpr std::int64_t kSlowEvenWarmNs = 5'000'000'000; // no library takes that long to load
constexpr std::int64_t kTimingBudgetNs = 2'000'000'000; // a variant

std::string utcNow()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts {};
    gmtime_r(&now, &parts);
    char text[32];
    return { text, std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts) };
}

} // namespace

RecordingRun::RecordingRun(const RecordRequest& request, const std::function<void(const RecordProgress&)>& progress,
    const std::atomic<bool>& cancel, GpuCollector& collector)
    : m_request(request)
    , m_progress(progress)
    , m_cancel(cancel)
    , m_collector(collector)
{
}

RecordingRun::~RecordingRun()
{
    static_cast<void>(detachCollector());
}

Status RecordingRun::check() const
{
    if (const auto problems = validate(m_request.workload); !problems.empty()) {
        return Error { ErrorKind::Usage, problems.front().option + ": " + problems.front().message };
    }
    if (m_request.variants.empty() && m_request.customVariants.empty()) {
        return Error { ErrorKind::Usage, "--variants names no variant." };
    }
    for (const std::string& name : m_request.variants) {
        if (builtInVariant(name) == nullptr) {
            return Error { ErrorKind::Usage, fmt::format("--variants: there is no variant \"{}\".", name) };
        }
    }
    std::vector<std::string_view> names;
    for (const CustomVariant& custom : m_request.customVariants) {
        if (custom.name.empty() || builtInVariant(custom.name) != nullptr
            || std::find(names.begin(), names.end(), custom.name) != names.end()) {
            return Error { ErrorKind::Usage,
                fmt::format("A variant of your own needs a name that no other has, not \"{}\".", custom.name) };
        }
        names.push_back(custom.name);
    }
    if (m_request.steps < 1 || m_request.warmup < 0 || m_request.timingIterations < 0) {
        return Error { ErrorKind::Usage,
            "--steps must be at least 1, --warmup and --timing-iterations must not be negative." };
    }
    return Done {};
}

Result<TracePtr> RecordingRun::execute()
{
    if (const Status valid = check(); !valid.ok()) {
        return valid.error();
    }
    const Result<TargetDevice> device = chooseDevice(m_request.device);
    if (!device.ok()) {
        return device.error();
    }
    m_device = device.value();
    m_scope = std::make_unique<DeviceScope>(m_device);
    prepare();
    for (Slot& slot : m_slots) {
        guarded(slot, [&] { measure(slot); });
    }
    m_phase = 1;
    m_foreignMemory = foreignMemory(m_device);
    for (Slot& slot : m_slots) {
        guarded(slot, [&] { record(slot); });
    }
    addCostOfHooks();
    if (m_request.counters) {
        countHardware(); // last: it slows the GPU down
    }
    for (Slot& slot : m_slots) {
        assemble(slot);
    }
    return finish();
}

void RecordingRun::prepare()
{
    m_session.workload = m_request.workload;
    m_session.device = describeDevice(m_device);
    m_session.versions = softwareVersions();
    m_session.warmup = m_request.warmup;
    m_session.stepCount = m_request.steps;
    m_session.timingIterations = m_request.timingIterations;
    m_session.level = m_request.level;
    m_session.seed = m_request.seed;
    m_session.recordedAt = utcNow();
    m_assembler = std::make_unique<TraceAssembler>(m_session.device);

    for (const std::string& name : m_request.variants) {
        const VariantName* variant = builtInVariant(name);
        addSlot(std::string(variant->name), std::string(variant->title));
    }
    for (const CustomVariant& custom : m_request.customVariants) {
        addSlot(custom.name, custom.title.empty() ? custom.name : custom.title).custom = &custom;
    }
    tell(m_slots.front(), RecordStage::Preparing, 0, "Making the inputs.");
    if (m_device.cuda) {
        if (const Status ready = m_collector.initialise(); !ready.ok()) {
            m_session.notes.push_back(ready.error().message);
        }
    }
    const VariantOracle oracle(m_request.workload, m_device);
    for (Slot& slot : m_slots) {
        if (slot.custom != nullptr) {
            continue;
        }
        if (VariantAnswer answer = oracle.ask(slot.result.name); !answer.reasons.empty()) {
            refuse(slot, std::move(answer.reasons));
        }
    }
    m_runner = std::make_unique<VariantRunner>(m_request.workload, m_device, m_request.seed, m_cancel);
    for (Slot& slot : m_slots) {
        if (slot.custom != nullptr) {
            guarded(slot, [&] { loadCustom(slot); });
        }
    }
}

RecordingRun::Slot& RecordingRun::addSlot(std::string name, std::string title)
{
    Slot& slot = m_slots.emplace_back();
    slot.index = m_slots.size() - 1;
    slot.warmup = m_request.warmup;
    slot.result.name = std::move(name);
    slot.result.title = std::move(title);
    return slot;
}

void RecordingRun::loadCustom(Slot& slot)
{
    const Result<std::vector<std::string>> loaded = m_runner->add(*slot.custom);
    if (!loaded.ok()) {
        throw std::runtime_error(loaded.error().message); // a failed variant, like whatever it throws later
    }
    for (const std::string& sentence : loaded.value()) {
        m_session.notes.push_back(slot.result.title + ": " + sentence);
    }
}

void RecordingRun::refuse(Slot& slot, std::vector<std::string> reasons)
{
    slot.runs = false;
    slot.result.status = VariantStatus::Refused;
    slot.result.reasons = std::move(reasons);
    tell(slot, RecordStage::Refused, 1, slot.result.reasons.front());
}

void RecordingRun::guarded(Slot& slot, const std::function<void()>& work)
{
    if (!slot.runs) {
        return;
    }
    const auto fail = [&](const std::string& reason) {
        slot.runs = false;
        slot.result.status = VariantStatus::Failed;
        slot.result.reasons = { reason };
        tell(slot, RecordStage::Failed, 1, reason);
    };
    try {
        if (m_cancel.load()) {
            throw CancelledByUser {};
        }
        work();
    } catch (const CancelledByUser&) {
        slot.runs = false;
        slot.result.status = VariantStatus::Cancelled;
        slot.result.reasons = { "Cancelled before it was complete." };
    } catch (const std::exception& error) {
        fail(firstSentence(error.what()));
    } catch (...) {
        fail("It failed with an exception that carries no message.");
    }
}

int RecordingRun::affordableIterations(std::int64_t expectedNs, const Slot& slot)
{
    const std::int64_t fitting = expectedNs > 0 ? kTimingBudgetNs / expectedNs : m_request.timingIterations;
    const int least = expectedNs > kSlowForwardNs ? 1 : 3;
    const int affordable = static_cast<int>(std::clamp<std::int64_t>(fitting, least, 1'000'000));
    if (affordable < m_request.timingIterations) {
        m_session.notes.push_back(
            fmt::format("{}: {} timing iterations instead of {}, since one forward takes {:.3g} ms.", slot.result.title,
                affordable, m_request.timingIterations, static_cast<double>(expectedNs) / 1e6));
    }
    return std::min(affordable, m_request.timingIterations);
}

void RecordingRun::measure(Slot& slot)
{
    VariantResult& result = slot.result;
    tell(slot, RecordStage::WarmUp, 0);
    std::int64_t expected = m_runner->warmUp(result.name, 1);
    if (expected > kSlowForwardNs && expected < kSlowEvenWarmNs) {
        expected = m_runner->warmUp(result.name, 1); // the first one may have loaded libraries and kernels
    }
    if (expected > kSlowForwardNs) {
        slot.warmup = std::min(slot.warmup, 1);
    } else if (slot.warmup > 1) {
        expected = m_runner->warmUp(result.name, slot.warmup - 1);
    }
    slot.expectedNs = expected;
    result.peakMemoryBytes = m_runner->peakMemory(result.name);
    if (m_request.timingIterations > 0) {
        tell(slot, RecordStage::Timing, 0.3);
        VariantTiming timing = m_runner->time(result.name, affordableIterations(expected, slot), expected);
        result.gpuTiming = timing.gpu;
        result.cpuTiming = timing.cpu;
    }
    tell(slot, RecordStage::Accuracy, 0.8);
    if (const std::optional<VariantAccuracy> accuracy = m_runner->accuracy(result.name)) {
        result.maxAbsError = accuracy->maxAbsError;
        result.relativeError = accuracy->relativeError;
        result.nanCount = accuracy->nanCount;
    } else {
        m_session.notes.push_back(result.title
            + (m_request.workload.dropout > 0
                    ? ": no error against the reference, since dropout is random."
                    : ": no error against the reference, which would take long on this CPU."));
    }
}

void RecordingRun::countHardware()
{
    if (!m_device.cuda) {
        m_session.notes.emplace_back(
            "Hardware counters are left out: they are those of a GPU, and this ran on the CPU.");
        return;
    }
    CounterCollector& counters = counterCollector();
    m_collector.countersWereCollected();
    const Status open = counters.open(m_device.index);
    if (!open.ok()) {
        m_session.notes.push_back(open.error().message);
        return;
    }
    try {
        for (Slot& slot : m_slots) {
            if (slot.recorded && !slot.recording.gpu.gpu.empty()) {
                tell(slot, RecordStage::Recording, 1, "Counting instructions and memory traffic.");
                const auto problems = countVariant(counters, slot.recording, [&] {
                    m_runner->run(slot.result.name);
                    synchronise(m_device);
                });
                m_session.notes.insert(m_session.notes.end(), problems.begin(), problems.end());
            }
        }
    } catch (const CancelledByUser&) {
        m_session.notes.emplace_back("Hardware counters are incomplete: counting was cancelled.");
    }
    counters.close();
    static_cast<void>(detachCollector());
}

bool RecordingRun::detachCollector()
{
    if (!m_device.cuda) {
        return false;
    }
    try {
        synchronise(m_device);
    } catch (const std::exception&) { // the GPU's context is broken, which the variant that broke it has said
        return false;
    }
    const Status detached = m_collector.detach();
    m_detachProblem = detached.ok() ? std::string() : detached.error().message;
    return detached.ok();
}

void RecordingRun::assemble(Slot& slot)
{
    if (!slot.recorded) {
        return;
    }
    addMachineCode(slot.recording.gpu, CubinStore::instance());
    slot.result = m_assembler->add(std::move(slot.recording));
    noteOverheadOfSteps(slot.result);
    if (slot.custom != nullptr && (slot.result.backend.empty() || slot.result.backend == "none")) {
        slot.result.backend = "custom"; // else it calls LibTorch's attention, and that is what ran
    }
    noteBackend(slot);
}

void RecordingRun::noteBackend(const Slot& slot)
{
    const VariantResult& result = slot.result;
    const bool pinned =
        slot.custom == nullptr && result.name != "naive" && result.name != "inplace" && result.name != "auto";
    if (pinned && m_request.level >= RecordLevel::Ops && result.backend != result.name) {
        m_session.notes.push_back(
            fmt::format("{}: asked for {}, but {} ran.", result.title, result.name, result.backend));
    }
}

void RecordingRun::tell(const Slot& slot, RecordStage stage, double doneOfSlot, const std::string& message)
{
    if (!m_progress) {
        return;
    }
    const auto count = static_cast<double>(m_slots.size());
    RecordProgress progress;
    progress.variant = slot.result.name;
    progress.variantIndex = slot.index;
    progress.variantCount = m_slots.size();
    progress.stage = stage;
    // Refusals are told before anything runs, in any order: they are no progress.
    const double done = (m_phase * count + static_cast<double>(slot.index) + doneOfSlot) / (2 * count);
    progress.fraction = m_runner == nullptr ? 0 : std::max(m_lastFraction, done);
    m_lastFraction = progress.fraction;
    progress.message = message;
    m_progress(progress);
}

Result<TracePtr> RecordingRun::finish()
{
    const bool any = std::any_of(m_slots.begin(), m_slots.end(), [](const Slot& slot) { return slot.recorded; });
    if (!any && m_cancel.load()) {
        return Error { ErrorKind::Cancelled, "Recording was cancelled before a variant was complete." };
    }
    if (!m_detachProblem.empty()) {
        m_session.notes.push_back(m_detachProblem);
    }
    for (Slot& slot : m_slots) {
        m_session.variants.push_back(std::move(slot.result));
    }
    return m_assembler->finish(std::move(m_session));
}

} // namespace attnscope
