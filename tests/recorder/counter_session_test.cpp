// SPDX-License-Identifier: GPL-3.0-or-later
// The counter pass against a scripted profiler, and the choice of metrics against the real profiler host, which needs no GPU.
#include "profiler/recording/counter_session.h"

#include "profiler/recording/counter_errors.h"
#include "profiler/recording/counter_launches.h"
#include "profiler/recording/cubin_store.h"
#include "profiler/recording/cupti_session.h"
#include "tests/recorder/fake_counters.h"
#include "tests/recorder/fake_cupti.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace attnscope {
namespace {

using test::FakeCounters;
using test::FakeCupti;

// A launch as CUPTI calls back about it; runtime launches contain a driver launch.
void callBack(CUpti_CallbackDomain domain, CUpti_CallbackId cbid, CUpti_ApiCallbackSite site, const char* name,
    const void* params, std::uint32_t result = 0)
{
    CUpti_CallbackData data {};
    data.callbackSite = site;
    data.functionReturnValue = &result;
    data.functionParams = params;
    data.symbolName = name;
    LaunchLog::instance().onCallback(domain, cbid, data);
}

void driverLaunch(const char* name, unsigned grid, unsigned block, std::uint32_t result = 0)
{
    CUlaunchConfig config {};
    config.gridDimX = grid;
    config.blockDimX = block;
    config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
    cuLaunchKernelEx_params params { &config, nullptr, nullptr, nullptr };
    for (auto site : { CUPTI_API_ENTER, CUPTI_API_EXIT }) {
        callBack(CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, site, name, &params, result);
    }
}

void runtimeLaunch(const char* name, unsigned grid, unsigned block)
{
    cudaLaunchKernel_v7000_params params {};
    params.gridDim = { grid, 1, 1 };
    params.blockDim = { block, 1, 1 };
    callBack(
        CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000, CUPTI_API_ENTER, name, &params);
    driverLaunch(name, grid, block);
    callBack(
        CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000, CUPTI_API_EXIT, name, &params);
}

TEST(CounterSession, CountsEachKernelInLaunchOrder)
{
    FakeCounters counters;
    FakeCupti cupti;
    counters.ranges = { { 262'144, 0, 1000, 2000, 14.7 }, { 4'194'304, 4'194'304, 5, 6, 92.6 } };
    CounterSession session(counters, cupti);
    ASSERT_TRUE(session.open(0).ok());
    const auto pass = session.countKernels(
        [&] {
            EXPECT_TRUE(counters.enabled && counters.started);
            EXPECT_TRUE(
                (cupti.callbacks[{ CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000 }]));
            driverLaunch("nvjet", 66, 384);
            driverLaunch("fails", 1, 1, 1);
            runtimeLaunch("masked_fill", 8, 128);
        },
        2);
    ASSERT_TRUE(pass.ok()) << pass.error().message;
    const std::vector<KernelLaunch> expected { { "nvjet", { 66, 1, 1 }, { 384, 1, 1 } },
        { "masked_fill", { 8, 1, 1 }, { 128, 1, 1 } } };
    EXPECT_EQ(pass.value().launches, expected);
    ASSERT_EQ(pass.value().counters.size(), 2U);
    EXPECT_EQ(pass.value().counters[0].tensorInstructions, 262'144);
    EXPECT_EQ(pass.value().counters[0].hfma2Instructions, 0);
    EXPECT_EQ(pass.value().counters[0].dramReadBytes, 1000);
    EXPECT_EQ(pass.value().counters[0].dramWriteBytes, 2000);
    EXPECT_EQ(pass.value().counters[1].warpsActivePercent, 92.6);
    EXPECT_FALSE(counters.enabled);
    EXPECT_FALSE((cupti.callbacks[{ CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx }]));
}

TEST(CounterSession, CountsAForwardAsAWhole)
{
    FakeCounters counters;
    FakeCupti cupti;
    counters.ranges = { { 1, 0, 50'000'000, 20'000'000, 10 } };
    CounterSession session(counters, cupti);
    ASSERT_TRUE(session.open(0).ok());
    int runs = 0;
    const auto whole = session.countWhole([&] { ++runs; });
    ASSERT_TRUE(whole.ok());
    EXPECT_EQ(runs, 1);
    EXPECT_EQ(whole.value().dramReadBytes, 50'000'000);
    EXPECT_EQ(whole.value().dramWriteBytes, 20'000'000);
    EXPECT_EQ(counters.countCalls("as a whole"), 1);
    EXPECT_EQ(counters.countCalls("push"), counters.countCalls("pop"));
    EXPECT_FALSE(counters.enabled);
}

TEST(CounterSession, OtherNumbersOfKernelsAreRefused)
{
    FakeCounters counters;
    FakeCupti cupti;
    counters.ranges = { { 1, 0, 0, 0, 0 } };
    CounterSession session(counters, cupti);
    ASSERT_TRUE(session.open(0).ok());
    const auto more = session.countKernels([] { driverLaunch("a", 1, 1), driverLaunch("b", 1, 1); }, 2);
    ASSERT_FALSE(more.ok());
    EXPECT_EQ(more.error().message, "Hardware counters are left out: CUPTI counted 1 kernels, but 2 were launched.");
    counters.dropped = 3;
    const auto lost = session.countKernels([] { driverLaunch("a", 1, 1); }, 1);
    ASSERT_FALSE(lost.ok());
    EXPECT_EQ(lost.error().message, "Hardware counters are left out: CUPTI lost those of 3 kernels.");
}

TEST(CounterSession, WorkThatThrowsLeavesNothingSwitchedOn)
{
    FakeCounters counters;
    FakeCupti cupti;
    CounterSession session(counters, cupti);
    ASSERT_TRUE(session.open(0).ok());
    const auto work = [] { throw std::runtime_error("out of memory"); };
    EXPECT_THROW(static_cast<void>(session.countKernels(work, 1)), std::runtime_error);
    EXPECT_THROW(static_cast<void>(session.countWhole(work)), std::runtime_error);
    EXPECT_FALSE(counters.enabled);
    EXPECT_FALSE(counters.started);
    EXPECT_EQ(counters.countCalls("push"), counters.countCalls("pop"));
    for (const auto& [callback, on] : cupti.callbacks) {
        EXPECT_FALSE(on);
    }
}

TEST(CounterSession, EveryStepThatFailsIsASentenceAndUndone)
{
    for (const char* step : { "initialise", "support", "chip", "availability", "host", "configure" }) {
        SCOPED_TRACE(step);
        FakeCounters counters;
        FakeCupti cupti;
        counters.results[step] = CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
        CounterSession session(counters, cupti);
        const Status opened = session.open(0);
        ASSERT_FALSE(opened.ok());
        EXPECT_EQ(opened.error().kind, ErrorKind::Unavailable);
        EXPECT_EQ(opened.error().message,
            "Hardware counters are left out: reading them is for administrators here; set the driver option "
            "NVreg_RestrictProfilingToAdminUsers=0, or run as root.");
    }
    for (const char* step : { "enable", "image", "by kernel", "start", "stop", "decode", "count", "evaluate" }) {
        SCOPED_TRACE(step);
        FakeCounters counters;
        FakeCupti cupti;
        counters.ranges = { { 1, 0, 0, 0, 0 } };
        CounterSession session(counters, cupti);
        ASSERT_TRUE(session.open(0).ok());
        counters.results[step] = CUPTI_ERROR_HARDWARE_BUSY;
        const auto pass = session.countKernels([] { driverLaunch("a", 1, 1); }, 1);
        ASSERT_FALSE(pass.ok());
        EXPECT_NE(pass.error().message.find("DCGM"), std::string::npos) << pass.error().message;
        EXPECT_FALSE(counters.enabled);
    }
}

TEST(CounterErrors, EachHasItsOwnSentence)
{
    std::set<std::string> sentences;
    for (int code : { 8, 15, 17, 26, 27, 33, 35, 36, 38, 39, 40, 41, 42, 43, 44, 45, 46, 999 }) {
        const std::string text = counterProblem(static_cast<CUptiResult>(code), "enabling them");
        EXPECT_TRUE(text.starts_with("Hardware counters are left out: ")) << code;
        EXPECT_EQ(text.find('\n'), std::string::npos);
        EXPECT_TRUE(sentences.insert(text).second) << code << ": " << text;
    }
    EXPECT_EQ(counterProblem(CUPTI_ERROR_UNKNOWN, "enabling them"),
        "Hardware counters are left out: enabling them failed (CUPTI_ERROR_UNKNOWN).");
    EXPECT_EQ(supportProblem({}), "");
    CounterSupport virtualised;
    virtualised.supported = virtualised.virtualGpu = false;
    EXPECT_NE(supportProblem(virtualised).find("virtual GPU"), std::string::npos);
    CounterSupport nothing;
    nothing.supported = false;
    EXPECT_FALSE(supportProblem(nothing).empty());
}

TEST(CounterPlan, GivesUpWhatDoesNotFitIntoOnePass)
{
    FakeCounters counters;
    FakeCupti cupti;
    for (const auto& [perPass, kept] : { std::pair(5U, 5U), { 4U, 4U }, { 3U, 2U }, { 2U, 2U } }) {
        counters.metricsPerPass = perPass;
        CounterSession session(counters, cupti);
        ASSERT_TRUE(session.open(0).ok());
        EXPECT_EQ(session.plan().size(), kept) << perPass;
        EXPECT_EQ(session.plan().front().role, CounterRole::Tensor);
    }
    counters.metricsPerPass = 1; // tensor without hfma2 proves nothing here
    CounterSession session(counters, cupti);
    EXPECT_FALSE(session.open(0).ok());
}

TEST(CounterPlan, ValuesThatAreNoNumbersStayEmpty)
{
    const CounterPlan plan { { CounterRole::Tensor, "t" }, { CounterRole::Hfma2, "h" },
        { CounterRole::DramRead, "r" } };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> values { 5, nan, 7 };
    const KernelCounters counters = countersOf(plan, values);
    EXPECT_FALSE(counters.tensorInstructions.has_value()) << "of what kind they are is not known";
    EXPECT_FALSE(counters.hfma2Instructions.has_value());
    EXPECT_EQ(counters.dramReadBytes, 7);
    EXPECT_FALSE(counters.warpsActivePercent.has_value());
}

// CUPTI's own tables of every chip from sm_80 on.
TEST(CounterPlan, EveryChipCountsInOnePass)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "the profiler host is loaded with RTLD_DEEPBIND, which sanitizers refuse";
#endif
    struct Chip {
        const char* name;
        const char* tensor;
        bool hfma2;
        const char* dramRead; ///< null: has none
    };
    const char* const plain = "sm__inst_executed_pipe_tensor.sum";
    const char* const read = "dram__bytes_read.sum";
    const Chip chips[] = { { "GA100", plain, true, read }, { "GA102", plain, false, read },
        { "AD102", "sm__inst_executed_pipe_tensor_v2.sum", false, read }, { "GH100", plain, true, read },
        { "GB100", plain, false, read }, { "GB110", plain, false, read },
        { "GB202", plain, false, "dram__bytes_op_read.sum" }, { "GB20B", plain, false, nullptr },
        { "GB10B", plain, false, nullptr } };
    CounterApi& api = systemCounters();
    for (const Chip& chip : chips) {
        SCOPED_TRACE(chip.name);
        ASSERT_EQ(api.openHost(chip.name, {}), CUPTI_SUCCESS);
        const CounterPlan plan = planCounters([&](const char* name) { return api.hasMetric(name) == CUPTI_SUCCESS; },
            [&](const CounterPlan& some) {
                std::vector<std::uint8_t> config;
                std::size_t passes = 0;
                return api.configure(namesOf(some), config, passes) == CUPTI_SUCCESS ? passes : std::size_t { 0 };
            });
        std::map<CounterRole, std::string> found;
        for (const CounterMetric& metric : plan) {
            found[metric.role] = metric.name;
        }
        EXPECT_EQ(found[CounterRole::Tensor], chip.tensor);
        EXPECT_EQ(found.contains(CounterRole::Hfma2), chip.hfma2);
        EXPECT_EQ(found.contains(CounterRole::DramRead), chip.dramRead != nullptr);
        EXPECT_EQ(found.contains(CounterRole::DramWrite), chip.dramRead != nullptr);
        EXPECT_EQ(found[CounterRole::DramRead], chip.dramRead != nullptr ? chip.dramRead : "");
        EXPECT_EQ(found[CounterRole::WarpsActive], "sm__warps_active.avg.pct_of_peak_sustained_active");
    }
    api.closeHost();
}

std::vector<std::byte> sampleModule()
{
    std::ifstream in(std::filesystem::path(ATTNSCOPE_TEST_DATA) / "matrix_kernels_sm90.elf", std::ios::binary);
    const std::string text { std::istreambuf_iterator<char>(in), {} };
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return { begin, begin + text.size() };
}

TEST(CubinStore, ReadsModulesOnceAndOnDemand)
{
    CubinStore store;
    auto module = sampleModule();
    store.add(module);
    store.add(module);
    EXPECT_EQ(store.matrixInstructionsOf("_Z4gemmPf"), "HGMMA");
    EXPECT_EQ(store.matrixInstructionsOf("_Z6maskedPf"), "none");
    EXPECT_EQ(store.matrixInstructionsOf("elsewhere"), "");
    store.add(std::span(module).first(100));
    EXPECT_EQ(store.unreadModules(), 1U);
    module[0xc0] = std::byte { 0x3c }; // another module: its _Z4gemmPf begins with HMMA
    module[0xc1] = std::byte { 0x72 };
    store.add(module);
    EXPECT_EQ(store.matrixInstructionsOf("_Z4gemmPf"), "") << "two kernels of one name differ";
    EXPECT_EQ(store.matrixInstructionsOf("_Z4bothPf"), "IMMA+HMMA") << "two kernels of one name agree";
}

TEST(CubinStore, KeepsToItsBudget)
{
    const auto module = sampleModule();
    CubinStore store(module.size() - 1);
    store.add(module);
    EXPECT_EQ(store.matrixInstructionsOf("_Z4gemmPf"), "");
    EXPECT_EQ(store.unreadModules(), 1U);
}

TEST(CubinStore, IsFilledWhileModulesAreLoaded)
{
    FakeCupti cupti;
    CuptiSession session(cupti);
    ASSERT_TRUE(session.initialise().ok());
    EXPECT_TRUE((cupti.callbacks[{ CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_MODULE_LOADED }]));
    const auto module = sampleModule();
    CUpti_ModuleResourceData content { 1, module.size(), reinterpret_cast<const char*>(module.data()) };
    CUpti_ResourceData data {};
    data.resourceDescriptor = &content;
    cupti.subscriber(nullptr, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_MODULE_LOADED, &data);
    GpuRecords records;
    for (const char* name : { "_Z4gemmPf", "_Z6maskedPf", "unknown" }) {
        GpuRecord record;
        record.name = records.names.intern(name);
        records.gpu.push_back(record);
    }
    addMachineCode(records, CubinStore::instance());
    EXPECT_EQ(records.matrixInstructions, (std::vector<std::string> { "HGMMA", "none", "" }));
}

} // namespace
} // namespace attnscope
