// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says about a recording: losses in the log, another backend than the one asked for, every reason of a refusal, and
// the inspector's facts at every width.
#include "tests/gui/gui_helpers.h"
#include "ui/common/theme.h"
#include "ui/details/facts_box.h"
#include "ui/details/log_model.h"
#include "ui/run/no_gpu_panel.h"
#include "ui/run/reason_text.h"
#include "ui/run/variant_row.h"

#include <gtest/gtest.h>

#include <QLabel>

namespace attnscope {
namespace {

using namespace test;

TracePtr traceOf(std::vector<VariantResult> variants, RecordLevel level = RecordLevel::Full)
{
    FakeRecording recording;
    recording.step(0, { { SpanKind::Kernel, kTensorCoreGemm, 200'000, 100'000 } });
    Session session;
    session.device = fakeGpu();
    session.level = level;
    session.variants = std::move(variants);
    recording.builder().setSession(std::move(session));
    return recording.builder().finish();
}

const LogRow* rowOf(const std::vector<LogRow>& rows, std::string_view code)
{
    for (const LogRow& row : rows) {
        if (row.code == code) {
            return &row;
        }
    }
    return nullptr;
}

TEST(RecordingLog, TellsWhatAVariantLost)
{
    VariantResult whole = fakeResult("naive", { 0, 500'000 }, { { 0, 100'000 } });
    whole.counts = { 21, 21, 21, 0, 0, 0, 0 };
    VariantResult lossy = fakeResult("flash", { 500'000, 900'000 }, { { 500'000, 600'000 } });
    lossy.counts = { 1200, 1197, 1199, 2, 4, 3, 1 };
    const auto rows = logRows(*traceOf({ whole, lossy }));

    struct Case {
        const char* code;
        std::uint64_t count;
        const char* sentence;
    };
    for (const Case& c : { Case { "launch-without-work", 3,
                               "flash: launches without any GPU work in the recording: it is not complete." },
             { "records-dropped", 3, "flash: CUPTI dropped records: the recording is not complete." },
             { "unlinked", 2, "flash: GPU work has no launch in this recording." },
             { "zero-timestamp", 4, "flash: CUPTI has no time for GPU work." },
             { "before-launch", 1, "flash: GPU work starts before its launch." } }) {
        SCOPED_TRACE(c.code);
        const LogRow* row = rowOf(rows, c.code);
        ASSERT_NE(row, nullptr);
        EXPECT_EQ(row->count, c.count);
        EXPECT_EQ(row->severity, Severity::Warning);
        EXPECT_EQ(row->example, c.sentence);
    }
    const LogRow* matched = rowOf(rows, "launches-matched");
    ASSERT_NE(matched, nullptr);
    EXPECT_EQ(matched->example, "Launches that found their GPU work: naive 21 of 21, flash 1,197 of 1,200.");
    EXPECT_EQ(matched, &rows.back()) << "warnings come first";
}

TEST(RecordingLog, SaysALossOnceWhereTheRecorderLoggedIt)
{
    VariantResult lossy = fakeResult("flash", { 0, 500'000 }, { { 0, 100'000 } });
    lossy.counts.dropped = 3;
    FakeRecording recording;
    recording.step(0, { {} });
    recording.builder().log().add(
        "records-dropped", Severity::Warning, "CUPTI dropped records (flash).", std::nullopt, 3);
    Session session;
    session.variants = { lossy };
    recording.builder().setSession(std::move(session));
    const auto rows = logRows(*recording.builder().finish());
    EXPECT_EQ(
        std::count_if(rows.begin(), rows.end(), [](const LogRow& row) { return row.code == "records-dropped"; }), 1);
}

TEST(VariantCaption, FlagsAnotherBackendThanTheOneAskedFor)
{
    struct Case {
        const char *name, *backend;
        bool warns;
        const char* text;
    };
    for (const Case& c : { Case { "flash", "flash", false, "100 µs" }, { "flash", "math", true, "100 µs · math" },
             { "cudnn", "flash", true, "100 µs · flash" }, { "auto", "cudnn", false, "100 µs · cuDNN" },
             { "naive", "none", false, "100 µs" }, { "flash", "", false, "100 µs" } }) {
        SCOPED_TRACE(std::string(c.name) + " " + c.backend);
        VariantResult result = fakeResult(c.name, { 0, 1'000'000 }, { { 0, 100'000 } });
        result.backend = c.backend;
        result.gpuTiming = TimingStats { 100, 99, 101, 50 };
        const DocumentPtr document = makeDocument(traceOf({ result }));
        const VariantCaption caption = captionOf(document->summaries.at(0), TimeUnit::Microseconds);
        EXPECT_EQ(caption.warns, c.warns);
        EXPECT_EQ(caption.text.toStdString(), c.text);
        EXPECT_EQ(caption.explanation.startsWith(QStringLiteral("Asked for ")), c.warns)
            << caption.explanation.toStdString();
    }
}

TEST(VariantCaption, ARefusalTellsEveryReason)
{
    VariantResult refused = fakeResult("flash", { 0, 0 }, {});
    refused.status = VariantStatus::Refused;
    refused.reasons = { "Flash attention needs bf16 or fp16, not fp32.", "Flash attention takes no padding mask." };
    const DocumentPtr document = makeDocument(traceOf({ fakeResult("naive", { 0, 1'000'000 }, {}), refused }));
    const VariantCaption caption = captionOf(document->summaries.at(1), TimeUnit::Microseconds);
    EXPECT_EQ(caption.explanation.toStdString(),
        "Flash attention needs bf16 or fp16, not fp32.\nFlash attention takes no padding mask.");
}

TEST(ReasonsText, BreaksLongSentencesBetweenWords)
{
    const std::string word(40, 'x');
    EXPECT_EQ(reasonsText({ word + " " + word + " " + word, "short" }).toStdString(),
        word + " " + word + "\n" + word + "\nshort");
    EXPECT_EQ(reasonsText({}).toStdString(), "");
}

TEST(FactsBox, IsOneColumnWhereTwoWouldCutTheValues)
{
    const QString longValue = QStringLiteral("registers, shared memory, whole clusters only");
    FactsBox box({ { QStringLiteral("Duration"), QStringLiteral("83.0 µs"), {} } },
        { { QStringLiteral("Occupancy"), longValue, QStringLiteral("theoretical") } });
    box.resize(Theme::px(444), 200);
    box.show();
    EXPECT_EQ(box.columns(), 2);
    const auto valueHeight = [&box] {
        for (const QLabel* label : box.findChildren<QLabel*>()) {
            if (label->accessibleName().startsWith(QStringLiteral("Occupancy"))) {
                EXPECT_EQ(label->toolTip().toStdString(), "theoretical");
                EXPECT_GE(label->height(), label->heightForWidth(label->width())) << "nothing of it is cut";
                return label->height();
            }
        }
        return 0;
    };
    const int wrapped = valueHeight();
    box.resize(Theme::px(348), 200);
    QCoreApplication::processEvents();
    EXPECT_EQ(box.columns(), 1);
    EXPECT_GT(valueHeight(), 0);
    EXPECT_GE(wrapped, 2 * Theme::px(12)) << "it takes two lines";
}

TEST(NoGpuPanel, ShowsDoctorsBoxOnlyWithWhatItFound)
{
    NoGpuPanel panel;
    panel.resize(1200, 260);
    panel.show();
    const auto shows = [&panel](const QString& words) {
        QCoreApplication::processEvents(); // layouts show what they were given
        for (const QLabel* label : panel.findChildren<QLabel*>()) {
            if (label->isVisible() && label->text() == words) {
                return true;
            }
        }
        return false;
    };
    EXPECT_FALSE(shows(QStringLiteral("attnscope doctor")));
    panel.setChecking();
    EXPECT_TRUE(shows(QStringLiteral("attnscope doctor")));
    EXPECT_TRUE(shows(QStringLiteral("looking…")));
    panel.setDoctor({ { "LibTorch", true, "2.11.0", {} }, { "GPU", false, {}, "Install a driver." } });
    EXPECT_TRUE(shows(QStringLiteral("LibTorch")));
    EXPECT_FALSE(shows(QStringLiteral("looking…")));
}

} // namespace
} // namespace attnscope
