// SPDX-License-Identifier: GPL-3.0-or-later
// Every real trace of the shared folder against the facts that another program counted.
#include "profiler/importing/import_trace.h"
#include "profiler/trace/info.h"
#include "tests/shared_data.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace attnscope {
namespace {

using Json = nlohmann::json;

Json countOf(const Json& facts, const char* key)
{
    return facts.value(key, Json(0)).is_null() ? Json(0) : facts.value(key, Json(0));
}

/// The first 110 characters (code points), as the facts keep names.
std::string shortened(const std::string& name)
{
    std::size_t at = 0;
    for (int characters = 0; at < name.size() && characters < 110; ++characters) {
        do {
            ++at;
        } while (at < name.size() && (static_cast<unsigned char>(name[at]) & 0xc0U) == 0x80U);
    }
    return name.substr(0, at);
}

void expectFacts(const std::string& id, const Json& facts, const TraceInfo& info)
{
    EXPECT_EQ(info.events, countOf(facts, "n")) << id;
    EXPECT_EQ(info.lanes, countOf(facts, "lanes")) << id;
    EXPECT_EQ(info.kernels, countOf(facts, "kernels")) << id;
    EXPECT_EQ(info.kernelNs, countOf(facts, "kernel_ns")) << id;
    EXPECT_EQ(info.kernelBusyNs, countOf(facts, "kernel_busy_union_ns")) << id;
    EXPECT_EQ(info.gpuLanes, countOf(facts, "gpu_lanes")) << id;
    EXPECT_EQ(info.kernelStreams, countOf(facts, "kernel_streams")) << id;
    EXPECT_EQ(info.cpuOps, countOf(facts, "cpu_ops")) << id;
    EXPECT_EQ(info.memcpy, countOf(facts, "memcpy")) << id;
    EXPECT_EQ(info.memset, countOf(facts, "memset")) << id;
    EXPECT_EQ(info.pythonFunctions, countOf(facts, "python_function")) << id;
    EXPECT_EQ(info.flowsPaired, countOf(facts, "flow_pairs")) << id;
    EXPECT_EQ(info.flowsStartOnly, countOf(facts, "flow_s_only")) << id;
    EXPECT_EQ(info.flowsFinishOnly, countOf(facts, "flow_f_only")) << id;
    if (facts.contains("span_ns")) {
        EXPECT_EQ(info.spanNs, facts["span_ns"]) << id;
    }
    if (facts.contains("longest")) {
        EXPECT_EQ(info.longestKernelNs, facts["longest"][1]) << id;
        EXPECT_EQ(shortened(info.longestKernel), facts["longest"][0]) << id;
    }
    std::vector<std::string> steps = info.steps;
    std::sort(steps.begin(), steps.end());
    Json expected = facts.value("steps", Json::array());
    if (!expected.empty() && expected.back().get<std::string>().starts_with("…")) { // "…10": of so many
        EXPECT_EQ(steps.size(), std::stoul(expected.back().get<std::string>().substr(3))) << id;
        expected.erase(expected.size() - 1);
        steps.resize(std::min(steps.size(), expected.size()));
    }
    EXPECT_EQ(Json(steps), expected) << id;
}

TEST(SharedTraces, FactsOfEveryTraceAreEqual)
{
    auto path = test::sharedFile("data/traces/facts.json");
    if (!path) {
        GTEST_SKIP() << "the shared traces are not here (data/traces/facts.json)";
    }
    std::ifstream stream(*path);
    Json all = Json::parse(stream);
    int compared = 0;
    for (const auto& [id, facts] : all.items()) {
        auto file = path->parent_path() / facts["file"].get<std::string>();
        auto trace = importTrace(file.string());
        if (id == "T025") { // rocprofiler's own format
            ASSERT_FALSE(trace.ok());
            EXPECT_EQ(trace.error().kind, ErrorKind::Input);
            EXPECT_NE(trace.error().message.find("its first key is \"rocprofiler-sdk-tool\""), std::string::npos)
                << trace.error().message;
            continue;
        }
        ASSERT_TRUE(trace.ok()) << id << ": " << trace.error().message;
        expectFacts(id, facts, traceInfo(*trace.value()));
        ++compared;
    }
    EXPECT_EQ(compared, 74);
}

TEST(SharedTraces, GpuEventsOfTheH200RecordingsHaveTheirLaunchAndTheirOp)
{
    auto folder = test::sharedFile("data/h200_torch_profiler/naive.json.gz");
    if (!folder) {
        GTEST_SKIP() << "the recordings of torch.profiler are not here (data/h200_torch_profiler)";
    }
    struct Case {
        const char* name;
        std::size_t gpuEvents,
            unlinked; ///< torch.profiler's window lets kernels of the warm-up in, but not their launches
    };
    for (const Case& c : { Case { "naive", 22, 1 }, Case { "inplace", 20, 2 }, Case { "math", 68, 8 },
             Case { "efficient", 3, 0 }, Case { "flash", 3, 0 }, Case { "cudnn", 6, 0 }, Case { "auto", 6, 0 } }) {
        auto trace = importTrace((folder->parent_path() / (std::string(c.name) + ".json.gz")).string());
        ASSERT_TRUE(trace.ok()) << trace.error().message;
        std::size_t unlinked = 0;
        for (SpanRef gpu : trace.value()->gpuWork()) {
            EXPECT_EQ(trace.value()->launchFacts(gpu).stream, 7) << c.name;
            auto api = trace.value()->launchOf(gpu);
            if (!api) {
                ++unlinked;
                continue;
            }
            EXPECT_LE(trace.value()->start(*api), trace.value()->start(gpu)) << c.name;
            EXPECT_TRUE(trace.value()->opOf(*api).has_value()) << c.name << ": " << trace.value()->name(gpu);
        }
        EXPECT_EQ(trace.value()->gpuWork().size(), c.gpuEvents) << c.name;
        EXPECT_EQ(unlinked, c.unlinked) << c.name;
        EXPECT_EQ(trace.value()->facts().deviceName, "NVIDIA H200");
        EXPECT_EQ(trace.value()->facts().devices.at(0).limits->smCount, 132);
    }
}

} // namespace
} // namespace attnscope
