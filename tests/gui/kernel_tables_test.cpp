// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of kernels: types that the operator's inputs complete, units by the best evidence, and what a filter finds.
#include "profiler/importing/import_trace.h"
#include "tests/support/fake_session.h"
#include "ui/common/records_model.h"
#include "ui/details/kernel_model.h"
#include "ui/details/name_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace attnscope {
namespace {

using test::FakeRecording;
using testing::HasSubstr;

QModelIndex cellOf(const QAbstractItemModel& model, const char* header)
{
    for (int column = 0; column < model.columnCount(); ++column) {
        if (model.headerData(column, Qt::Horizontal).toString() == QString::fromUtf8(header)) {
            return model.index(0, column);
        }
    }
    ADD_FAILURE() << "no column " << header;
    return {};
}

std::string textOf(const QModelIndex& cell, int role = Qt::DisplayRole)
{
    return cell.data(role).toString().toStdString();
}

void setLaunches(KernelModel& model, const TracePtr& trace)
{
    const VariantView view = variantsOf(*trace)[0];
    model.setRows(trace, view, kernelRows(*trace, view));
}

// aten::bmm with bf16 inputs launches one kernel of this name.
TracePtr belowBf16Bmm(const std::string& kernel)
{
    const std::string text = R"({"traceEvents":[
        {"ph":"X","cat":"cpu_op","name":"aten::bmm","pid":1,"tid":1,"ts":20,"dur":60,"args":{
            "Input type":["c10::BFloat16","c10::BFloat16"],"Input Dims":[[8,64,64],[8,64,128]]}},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":30,"dur":5,"args":{"correlation":7}},
        {"ph":"X","cat":"kernel","name":")"
        + kernel + R"(","pid":0,"tid":7,"ts":50,"dur":9,"args":{"correlation":7,"device":0,"stream":7}}]})";
    auto trace = importTraceText(text, "inline");
    EXPECT_TRUE(trace.ok());
    return trace.value();
}

TEST(KernelTables, TypesComeFromTheOpsInputsWhereTheNameIsSilent)
{
    KernelModel model;
    setLaunches(model, belowBf16Bmm("triton_tem_fused_mm_0"));
    const QModelIndex types = cellOf(model, "types");
    EXPECT_EQ(textOf(types), "bf16 (op)");
    EXPECT_EQ(textOf(types, Qt::ToolTipRole),
        "From the op's inputs: The name does not say the type; the inputs of aten::bmm are bf16.");
    EXPECT_EQ(textOf(types, TableRole::kExport), "bf16 (from the op's inputs)");

    setLaunches(model, belowBf16Bmm("ampere_sgemm_128x64_nn"));
    EXPECT_EQ(textOf(cellOf(model, "types")), "fp32"); // the name speaks first
}

// One launch of a kernel whose name speaks of Tensor Cores and whose machine code holds no matrix instruction.
TracePtr contradicted()
{
    FakeRecording recording;
    Session session;
    session.device = test::fakeGpu();
    const TimeRange step = recording.step(0,
        { { SpanKind::Kernel, test::kTensorCoreGemm, 150'000, 100'000, 7,
            R"({"sass matrix instructions": "none"})" } });
    session.variants.push_back(test::fakeResult("naive", { 0, 1'000'000 }, { step }));
    recording.builder().setSession(std::move(session));
    return recording.builder().finish();
}

TEST(KernelTables, UnitsFollowTheBestEvidenceAndSoDoesTheFilter)
{
    const TracePtr trace = contradicted();
    KernelModel launches;
    setLaunches(launches, trace);
    const QModelIndex unit = cellOf(launches, "math unit");
    EXPECT_EQ(textOf(unit), "CUDA cores");
    EXPECT_EQ(textOf(unit, Qt::ToolTipRole),
        "The name speaks of Tensor Cores, but its machine code holds no matrix instruction.");
    EXPECT_EQ(textOf(unit, TableRole::kExport), "cuda-core");
    const std::string filter = textOf(unit, TableRole::kFilter);
    for (const char* word : { "matmul", "gemm", "GEMM", "matrix multiply", "cuda core", "CUDA cores" }) {
        EXPECT_THAT(filter, HasSubstr(word));
    }
    EXPECT_EQ(filter.find("Tensor Cores"), std::string::npos);

    NameModel names(NameModel::Kind::Kernels);
    names.setRecords(kernelStatistics(*trace, variantsOf(*trace)[0]));
    const QModelIndex ofName = cellOf(names, "math unit");
    EXPECT_EQ(textOf(ofName), "CUDA cores");
    EXPECT_EQ(textOf(ofName, Qt::ToolTipRole), "from its machine code");
    EXPECT_FALSE(ofName.data(TableRole::kTensor).toBool());
    EXPECT_THAT(textOf(ofName, TableRole::kFilter), HasSubstr("CUDA cores"));
    EXPECT_EQ(textOf(ofName, TableRole::kFilter).find("Tensor Cores"), std::string::npos);
}

TEST(KernelTables, ByNameCountsEveryLaunchOfAKernel)
{
    FakeRecording recording;
    recording.step(0,
        { { SpanKind::Kernel, test::kTensorCoreGemm, 150'000, 10'000 },
            { SpanKind::Kernel, test::kTensorCoreGemm, 170'000, 30'000 },
            { SpanKind::Memset, test::kMemset, 210'000, 10'000 } });
    const TracePtr trace = recording.builder().finish();
    NameModel names(NameModel::Kind::Kernels);
    names.setRecords(kernelStatistics(*trace, variantsOf(*trace)[0]));
    ASSERT_EQ(names.rowCount(), 2);
    EXPECT_EQ(textOf(cellOf(names, "count")), "2");
    EXPECT_EQ(textOf(cellOf(names, "total µs")), "40.0");
    EXPECT_EQ(textOf(cellOf(names, "mean µs")), "20.0");
    EXPECT_EQ(textOf(cellOf(names, "min µs")), "10.0");
    EXPECT_EQ(textOf(cellOf(names, "max µs")), "30.0");
    EXPECT_EQ(textOf(cellOf(names, "%")), "80.0");
    EXPECT_EQ(textOf(cellOf(names, "math unit"), Qt::ToolTipRole), "from its name");
}

} // namespace
} // namespace attnscope
