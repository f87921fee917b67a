// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TraceMerger that reads the file's top-level members besides traceEvents.
#include "profiler/importing/decimal_time.h"
#include "profiler/importing/trace_merger.h"
#include "profiler/trace/builder_state.h"
#include "profiler/trace/json_number.h"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace attnscope {
namespace {

using Json = nlohmann::json;

template<typename T>
T field(const Json& object, const char* key)
{
    auto found = object.find(key);
    return found != object.end() ? numberOf<T>(*found).value_or(T {}) : T {};
}

/// Kineto's deviceProperties entry.
DeviceInfo deviceFrom(const Json& entry)
{
    DeviceInfo device;
    device.kind = "cuda";
    device.index = field<int>(entry, "id");
    if (auto name = entry.find("name"); name != entry.end() && name->is_string()) {
        device.name = name->get<std::string>();
    }
    device.memoryBytes = field<std::int64_t>(entry, "totalGlobalMem");
    DeviceLimits limits;
    limits.ccMajor = field<int>(entry, "computeMajor");
    limits.ccMinor = field<int>(entry, "computeMinor");
    limits.smCount = field<int>(entry, "numSms");
    limits.maxThreadsPerSm = field<int>(entry, "maxThreadsPerMultiprocessor");
    limits.maxThreadsPerBlock = field<int>(entry, "maxThreadsPerBlock");
    limits.regsPerBlock = field<int>(entry, "regsPerBlock");
    limits.regsPerSm = field<int>(entry, "regsPerMultiprocessor");
    limits.warpSize = field<int>(entry, "warpSize");
    limits.sharedPerBlock = field<std::int64_t>(entry, "sharedMemPerBlock");
    limits.sharedPerBlockOptin = field<std::int64_t>(entry, "sharedMemPerBlockOptin");
    limits.sharedPerSm = field<std::int64_t>(entry, "sharedMemPerMultiprocessor");
    limits.maxBlocksPerSm = field<int>(entry, "maxBlocksPerMultiprocessor");
    limits.reservedSharedPerBlock = field<std::int64_t>(entry, "reservedSharedMemPerBlock");
    device.limits = limits;
    return device;
}

} // namespace

void TraceMerger::applyHeader(const std::map<std::string, std::string, std::less<>>& values)
{
    auto text = [&](std::string_view key) {
        auto found = values.find(key);
        return found == values.end() ? std::string_view() : std::string_view(found->second);
    };
    TraceFacts& facts = m_builder.facts();
    if (std::string_view devices = text("deviceProperties"); !devices.empty()) {
        Json parsed = Json::parse(devices, nullptr, false);
        if (!parsed.is_array()) {
            log().add("bad-device-properties", Severity::Warning, "\"deviceProperties\" cannot be read.");
        } else {
            for (const Json& entry : parsed) {
                if (entry.is_object()) {
                    facts.devices.push_back(deviceFrom(entry));
                }
            }
        }
        facts.deviceName = facts.devices.empty() ? std::string() : facts.devices.front().name;
    }
    std::string_view base = text("baseTimeNanoseconds");
    if (base.empty()) {
        base = text("baseTimeNanosecond");
    }
    while (!base.empty() && (base.back() == ' ' || base.back() == '\n' || base.back() == '\r' || base.back() == '\t')) {
        base.remove_suffix(1);
    }
    if (base.size() > 1 && base.front() == '"') {
        base = base.substr(1, base.size() - 2);
    }
    if (!base.empty()) {
        facts.epochNs = integerFromText(base).value_or(0);
    }
    if (std::string_view distributed = text("distributedInfo"); !distributed.empty()) {
        const Json parsed = Json::parse(distributed, nullptr, false);
        const auto rank = parsed.is_object() ? parsed.find("rank") : parsed.end();
        if (rank != parsed.end() && rank->is_number_integer()) {
            m_builder.state().rank = numberOf<std::int64_t>(*rank);
        }
    }
    if (std::string_view session = text("attnscope"); !session.empty()) {
        auto read = sessionFromJson(session);
        if (read.ok()) {
            m_builder.setSession(std::move(read.value()));
        } else {
            log().add("bad-session", Severity::Error, read.error().message);
        }
    }
}

} // namespace attnscope
