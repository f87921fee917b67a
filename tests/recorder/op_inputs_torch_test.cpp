// SPDX-License-Identifier: GPL-3.0-or-later
// Types and shapes of operators' inputs, as LibTorch shows them to the recorder.
#include "profiler/analysis/name_completion.h"

#include "tests/recorder/recording_helpers.h"

namespace attnscope {
namespace {

using test::cpuRequest;
using test::recordOrFail;

std::string argsOfFirst(const Trace& trace, std::string_view op)
{
    for (const Lane& lane : trace.lanes()) {
        for (std::uint32_t i = 0; i < lane.size(); ++i) {
            if (trace.name(lane.name[i]) == op) {
                return std::string(trace.argsJson({ static_cast<std::uint32_t>(&lane - trace.lanes().data()), i }));
            }
        }
    }
    ADD_FAILURE() << "no " << op;
    return {};
}

TEST(OpInputs, AreWrittenAsKinetoWritesThem)
{
    Workload workload = test::smallWorkload();
    workload.dtype = DType::BFloat16;
    const TracePtr trace = recordOrFail(cpuRequest({ "naive", "flash" }, workload));
    ASSERT_TRUE(trace);
    const struct {
        const char* op;
        const char* args;
    } cases[] = {
        { "aten::matmul",
            R"({"Input type": ["c10::BFloat16", "c10::BFloat16"], "Input Dims": [[1, 2, 64, 32], [1, 2, 32, 64]]})" },
        { "aten::softmax",
            R"({"Input type": ["c10::BFloat16", "Scalar", ""], "Input Dims": [[1, 2, 64, 64], [], []]})" },
        { "aten::masked_fill",
            R"({"Input type": ["c10::BFloat16", "bool", "Scalar"], "Input Dims": [[1, 2, 64, 64], [64, 64], []]})" },
    };
    for (const auto& one : cases) {
        EXPECT_EQ(argsOfFirst(*trace, one.op), one.args);
    }
    const auto inputs = opInputs(argsOfFirst(*trace, "aten::scaled_dot_product_attention"));
    ASSERT_GE(inputs.size(), 3U);
    EXPECT_EQ(inputs[2].dtype, "bf16");
    EXPECT_EQ(inputs[2].dims, (std::vector<std::int64_t> { 1, 2, 64, 32 }));
}

TEST(OpInputs, CostNothingAtLevelsThatDoNotAskForThem)
{
    RecordRequest request = cpuRequest({ "naive" });
    request.level = RecordLevel::Ops;
    const TracePtr trace = recordOrFail(request);
    ASSERT_TRUE(trace);
    EXPECT_EQ(argsOfFirst(*trace, "aten::matmul"), "{}");
}

} // namespace
} // namespace attnscope
