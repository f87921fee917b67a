// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/launch_args.h"

#include "profiler/trace/json_members.h"

#include <fmt/format.h>

#include <charconv>

namespace attnscope {
namespace {

using Triple = std::array<std::int64_t, 3>;

std::optional<std::int64_t> integer(std::string_view text)
{
    std::int64_t value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc {} && end != text.data() ? std::optional(value) : std::nullopt;
}

std::optional<Triple> triple(std::string_view text)
{
    Triple values { 1, 1, 1 };
    std::size_t at = text.find('[');
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    for (std::int64_t& value : values) {
        at = text.find_first_of("-0123456789", at);
        if (at == std::string_view::npos) {
            return std::nullopt;
        }
        auto number = integer(text.substr(at));
        if (!number) {
            return std::nullopt;
        }
        value = *number;
        at = std::min(text.find_first_not_of("-0123456789", at), text.size());
    }
    return values;
}

struct IntegerKey {
    std::string_view key;
    std::optional<std::int64_t> LaunchFacts::*field;
};
struct TripleKey {
    std::string_view key;
    std::optional<Triple> LaunchFacts::*field;
};

// The first name of a field is the one that is written.
constexpr std::array<IntegerKey, 19> kIntegers { {
    { ArgKey::kDevice, &LaunchFacts::device },
    { ArgKey::kStream, &LaunchFacts::stream },
    { ArgKey::kRegisters, &LaunchFacts::registers },
    { ArgKey::kSharedMemory, &LaunchFacts::sharedMemory },
    { ArgKey::kStaticShared, &LaunchFacts::staticShared },
    { ArgKey::kDynamicShared, &LaunchFacts::dynamicShared },
    { ArgKey::kMaxActiveClusters, &LaunchFacts::maxActiveClusters },
    { ArgKey::kBytes, &LaunchFacts::bytes },
    { ArgKey::kQueued, &LaunchFacts::queuedNs },
    { ArgKey::kSubmitted, &LaunchFacts::submittedNs },
    { "registers_per_thread", &LaunchFacts::registers },
    { "shared_memory", &LaunchFacts::sharedMemory },
    { "static_shared_memory", &LaunchFacts::staticShared },
    { "dynamic_shared_memory", &LaunchFacts::dynamicShared },
    { "Bytes", &LaunchFacts::bytes },
    { ArgKey::kTensorInstructions, &LaunchFacts::tensorInstructions },
    { ArgKey::kHfma2Instructions, &LaunchFacts::hfma2Instructions },
    { ArgKey::kDramReadBytes, &LaunchFacts::dramReadBytes },
    { ArgKey::kDramWriteBytes, &LaunchFacts::dramWriteBytes },
} };
constexpr std::array<TripleKey, 4> kTriples { {
    { ArgKey::kGrid, &LaunchFacts::grid },
    { ArgKey::kBlock, &LaunchFacts::block },
    { ArgKey::kCluster, &LaunchFacts::cluster },
    { "cluster dim", &LaunchFacts::cluster },
} };
constexpr std::size_t kWrittenIntegers = 10;
constexpr std::size_t kWrittenTriples = 3;
constexpr std::size_t kFirstCounter = 15;

std::optional<double> number(std::string_view text)
{
    double value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc {} && end != text.data() ? std::optional(value) : std::nullopt;
}

} // namespace

std::string launchArgsJson(const LaunchFacts& facts, std::uint64_t correlation, std::string_view extra)
{
    std::string json = "{";
    auto member = [&](std::string_view key, std::string_view value) {
        fmt::format_to(std::back_inserter(json), "{}\"{}\": {}", json.size() > 1 ? ", " : "", key, value);
    };
    for (std::size_t i = 0; i < kWrittenIntegers; ++i) {
        if (const auto& value = facts.*kIntegers[i].field) {
            member(kIntegers[i].key, fmt::format("{}", *value));
        }
    }
    for (std::size_t i = 0; i < kWrittenTriples; ++i) {
        if (const auto& value = facts.*kTriples[i].field) {
            member(kTriples[i].key, fmt::format("[{}, {}, {}]", (*value)[0], (*value)[1], (*value)[2]));
        }
    }
    if (correlation != 0) {
        member(ArgKey::kCorrelation, fmt::format("{}", correlation));
    }
    if (!extra.empty()) {
        json += json.size() > 1 ? ", " : "";
        json += extra;
    }
    return json + "}";
}

std::string evidenceArgs(const LaunchFacts& facts)
{
    std::string inside;
    auto member = [&inside](std::string_view key, std::string_view value) {
        fmt::format_to(std::back_inserter(inside), "{}\"{}\": {}", inside.empty() ? "" : ", ", key, value);
    };
    for (std::size_t i = kFirstCounter; i < kIntegers.size(); ++i) {
        if (const auto& value = facts.*kIntegers[i].field) {
            member(kIntegers[i].key, fmt::format("{}", *value));
        }
    }
    if (facts.warpsActivePercent) {
        member(ArgKey::kWarpsActive, fmt::format("{:.4g}", *facts.warpsActivePercent));
    }
    if (facts.sassMatrixInstructions && !facts.sassMatrixInstructions->empty()) {
        member(ArgKey::kSassMatrix, fmt::format("\"{}\"", *facts.sassMatrixInstructions));
    }
    return inside;
}

std::optional<double> dramRate(const LaunchFacts& facts, Ns duration)
{
    if (duration <= 0 || (!facts.dramReadBytes && !facts.dramWriteBytes)) {
        return std::nullopt;
    }
    return static_cast<double>(facts.dramReadBytes.value_or(0) + facts.dramWriteBytes.value_or(0))
        / static_cast<double>(duration);
}

LaunchFacts parseLaunchFacts(std::string_view argsJson)
{
    LaunchFacts facts;
    JsonMembers members(argsJson);
    std::string_view key;
    std::string_view value;
    while (members.next(key, value)) {
        if (key == ArgKey::kWarpsActive) {
            facts.warpsActivePercent = number(value);
        } else if (key == ArgKey::kSassMatrix && !value.empty()) {
            facts.sassMatrixInstructions = std::string(value);
        }
        for (const IntegerKey& known : kIntegers) {
            if (known.key == key) {
                facts.*known.field = integer(value);
            }
        }
        for (const TripleKey& known : kTriples) {
            if (known.key == key) {
                facts.*known.field = triple(value);
            }
        }
    }
    return facts;
}

} // namespace attnscope
