// SPDX-License-Identifier: GPL-3.0-or-later
// Every kernel of the shared traces through importer and decoder: how many distinct names, how many of them tell nothing.
#include "profiler/importing/import_trace.h"
#include "tests/shared_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace attnscope {
namespace {

struct Tally {
    std::size_t names = 0, unknownUnit = 0;
    std::uint64_t launches = 0;
};

struct Seen {
    DecodedKernel decoded;
    std::uint64_t launches = 0;
};

std::vector<std::filesystem::path> tracesIn(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("T") && name.find(".json") != std::string::npos) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

TEST(SharedKernels, EveryOneIsDecoded)
{
    const auto facts = test::sharedFile("data/traces/facts.json");
    if (!facts) {
        GTEST_SKIP() << "the shared traces are not here (data/traces)";
    }
    std::map<std::string, Seen> kernels;
    std::size_t files = 0, read = 0;
    for (const auto& file : tracesIn(facts->parent_path())) {
        ++files;
        const auto trace = importTrace(file.string());
        if (!trace.ok()) {
            continue; // rocprofiler's own format: its refusal is tested elsewhere
        }
        ++read;
        for (const SpanRef span : trace.value()->gpuWork()) {
            if (trace.value()->kind(span) == SpanKind::Kernel) {
                Seen& seen = kernels[std::string(trace.value()->name(span))];
                seen.decoded = trace.value()->decoded(span);
                ++seen.launches;
            }
        }
    }
    std::map<std::string, Tally> families;
    Tally all;
    std::size_t withoutRule = 0;
    for (const auto& [name, seen] : kernels) {
        const bool unknown = seen.decoded.mathUnit == MathUnit::Unknown;
        for (Tally* tally : { &families[seen.decoded.family], &all }) {
            ++tally->names;
            tally->unknownUnit += unknown ? 1 : 0;
            tally->launches += seen.launches;
        }
        withoutRule += seen.decoded.rule == "?" ? 1 : 0;
        EXPECT_FALSE(seen.decoded.label.empty()) << name;
        EXPECT_FALSE(seen.decoded.sentence.empty()) << name;
        EXPECT_TRUE(!unknown || !seen.decoded.reason.empty()) << name;
    }
    std::printf("%-32s %8s %8s %10s\n", "family", "names", "unknown", "launches");
    for (const auto& [family, tally] : families) {
        std::printf("%-32s %8zu %8zu %10llu\n", family.c_str(), tally.names, tally.unknownUnit,
            static_cast<unsigned long long>(tally.launches));
    }
    EXPECT_EQ(files, 75U);
    EXPECT_EQ(read, 74U);
    EXPECT_EQ(all.names, 930U);
    EXPECT_EQ(all.launches, 96'019U);
    EXPECT_EQ(all.unknownUnit, 37U);
    EXPECT_EQ(families["triton"].unknownUnit, 32U); // their names do not say whether they use dot
    EXPECT_EQ(families["other"].unknownUnit, 4U);
    EXPECT_EQ(families["rocm-ck"].unknownUnit, 1U);
    EXPECT_EQ(withoutRule, 0U);
    EXPECT_EQ(families.size(), 24U);
}

} // namespace
} // namespace attnscope
