// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of whole recordings by the window share: the real recorder behind it, clicks and keys as a user gives them, what a run
// told on its way, and what every complete recording must show. GUI thread only.
#pragma once

#include "profiler/recording/recorder_loader.h"
#include "tests/gui/gui_helpers.h"
#include "ui/common/action_registry.h"
#include "ui/common/banner.h"
#include "ui/common/event_loop_watchdog.h"
#include "ui/common/status_line.h"
#include "ui/common/theme.h"
#include "ui/common/toolbar.h"
#include "ui/compare/comparison_model.h"
#include "ui/compare/comparison_panel.h"
#include "ui/details/inspector.h"
#include "ui/details/log_model.h"
#include "ui/details/name_model.h"
#include "ui/main_window.h"
#include "ui/run/left_column.h"
#include "ui/run/recording_form.h"
#include "ui/run/variant_button.h"
#include "ui/run/variant_checks.h"
#include "ui/run/variant_row.h"
#include "ui/run/workload_form.h"
#include "ui/timeline/timeline_model.h"
#include "ui/timeline/timeline_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QObject>
#include <QSettings>
#include <QToolButton>

#include <memory>
#include <set>
#include <string>

namespace attnscope::test {

inline constexpr std::int64_t kLongestStall = 50'000'000; // ns: what a person does not notice

/// Clicks the button of the toolbar that carries the action.
inline void clickAction(MainWindow& window, const char* id)
{
    QAction* action = window.actions().action(QLatin1String(id));
    for (QToolButton* button : window.toolbar().findChildren<QToolButton*>()) {
        if (button->text() == action->text()) {
            EXPECT_TRUE(button->isEnabled()) << id << ": " << action->toolTip().toStdString();
            QTest::mouseClick(button, Qt::LeftButton);
            return;
        }
    }
    ADD_FAILURE() << "no button in the toolbar for " << id;
}

inline void tick(QCheckBox& box, bool on)
{
    if (box.isChecked() != on) {
        QTest::mouseClick(&box, Qt::LeftButton, {}, QPoint(8, box.height() / 2));
    }
    EXPECT_EQ(box.isChecked(), on) << box.text().toStdString();
}

/// The chooser of devices in the left column.
inline QComboBox& deviceChooser(const MainWindow& window)
{
    for (QComboBox* combo : window.leftColumn().workload().findChildren<QComboBox*>()) {
        if (combo->findData(QStringLiteral("cpu")) >= 0) {
            return *combo;
        }
    }
    throw std::runtime_error("the left column has no chooser of devices");
}

inline std::vector<std::string> devicesOffered(const MainWindow& window)
{
    std::vector<std::string> devices;
    const QComboBox& chooser = deviceChooser(window);
    for (int i = 0; i < chooser.count(); ++i) {
        devices.push_back(chooser.itemData(i).toString().toStdString());
    }
    return devices;
}

/// Goes to the device with the arrow keys.
inline void chooseDevice(const MainWindow& window, const std::string& device)
{
    QComboBox& chooser = deviceChooser(window);
    QTest::keyClick(&chooser, Qt::Key_Home);
    for (int i = 1; i < chooser.count() && window.leftColumn().workload().device().toStdString() != device; ++i) {
        QTest::keyClick(&chooser, Qt::Key_Down);
    }
    EXPECT_EQ(window.leftColumn().workload().device().toStdString(), device);
}

/// Ticks these of the seven and no other one.
inline void chooseVariants(const MainWindow& window, const std::vector<std::string>& names)
{
    for (const VariantName& variant : kVariants) {
        const bool wanted = std::find(names.begin(), names.end(), variant.name) != names.end();
        tick(*window.leftColumn().variants().box(QString::fromUtf8(variant.name)), wanted);
    }
    EXPECT_EQ(window.leftColumn().variants().chosen(), names);
}

/// What a run told so far.
struct RunStory {
    RecordProgress last;
    std::set<std::string> recorded; ///< variants that came to the stage of recording
    std::set<std::string> counted; ///< and those whose hardware counters were read
    double furthest = 0; ///< 0 to 1: every variant is measured up to the half, then every one is recorded

    explicit RunStory(MainWindow& window)
    {
        QObject::connect(
            &window.runController(), &RunController::progressed, &m_listener, [this](const auto& progress) {
                last = progress;
                furthest = std::max(furthest, progress.fraction);
                if (progress.stage == RecordStage::Recording) {
                    (progress.message.starts_with("Counting") ? counted : recorded).insert(progress.variant);
                }
            });
    }

private:
    QObject m_listener; ///< the connection ends with it
};

/// Runs, cancels once `part` of the run is told of, and waits for the end; the banner must say so.
inline void cancelAfter(MainWindow& window, const RunStory& story, double part)
{
    clickAction(window, "run");
    ASSERT_TRUE(waitFor([&] { return story.furthest > part || !window.runController().isBusy(); }, 60'000));
    ASSERT_TRUE(window.runController().isBusy()) << window.banner().text().toStdString();
    clickAction(window, "cancel");
    ASSERT_TRUE(waitFor([&] { return !window.runController().isBusy(); }, 60'000));
    EXPECT_THAT(window.banner().text().toStdString(), testing::StartsWith("Cancelled."));
}

/// Writes what the window shows into the folder ATTNSCOPE_PICTURES, if there is one.
inline void takePicture(MainWindow& window, const char* name)
{
    QTest::qWait(100); // what changed is painted with the next events
    const QPixmap picture = window.grab();
    EXPECT_EQ(picture.size(), window.size());
    if (const QString folder = qEnvironmentVariable("ATTNSCOPE_PICTURES"); !folder.isEmpty()) {
        const QString path = QDir(folder).filePath(QLatin1String(name) + QLatin1String(".png"));
        EXPECT_TRUE(picture.save(path)) << path.toStdString();
    }
}

/// The text of the comparison for a variant in the column that is exported under this name.
inline std::string comparisonText(const MainWindow& window, std::string_view variant, const char* column)
{
    const ComparisonModel& model = window.bottomPanel().comparison().model();
    for (int i = 0; i < model.columnCount(); ++i) {
        if (model.headerData(i, Qt::Horizontal, TableRole::kExport).toString() != QLatin1String(column)) {
            continue;
        }
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.records()[static_cast<std::size_t>(row)].view.name == variant) {
                return model.data(model.index(row, i)).toString().toStdString();
            }
        }
    }
    return "no such cell";
}

/// Shows the variant by a click on its button.
inline void clickVariant(MainWindow& window, int index)
{
    QTest::mouseClick(window.variantRow().button(index), Qt::LeftButton);
    const std::string name = window.document()->views[static_cast<std::size_t>(index)].name;
    EXPECT_TRUE(waitFor([&] { return window.variant() == index && window.timeline().variant().name == name; })) << name;
}

/// The counter lane of a kind in what the timeline shows of a variant, or null.
inline const CounterTrack* laneOf(const TimelineModel& model, CounterKind kind)
{
    for (const CounterTrack& lane : model.counters()) {
        if (lane.kind == kind && lane.missing.empty()) {
            return &lane;
        }
    }
    return nullptr;
}

/// The log holds nothing that speaks of a loss or went wrong.
inline void expectNoLosses(const MainWindow& window)
{
    const std::set<std::string> losses { "launch-without-work", "launch-without-record", "launch-not-recorded",
        "records-dropped", "unlinked", "zero-timestamp", "before-launch", "api-error", "variant-failed" };
    for (const LogRow& row : window.bottomPanel().log().records()) {
        EXPECT_EQ(toString(row.severity), toString(Severity::Info)) << row.code << ": " << row.example;
        EXPECT_FALSE(losses.contains(row.code)) << row.code << " × " << row.count << ": " << row.example;
    }
}

/// A window over the real recorder, with settings of its own.
class WindowRunFixture : public testing::Test {
protected:
    void SetUp() override
    {
        QSettings().clear();
        ThemeController::instance().setMode(ThemeController::Mode::Light);
    }

    static std::unique_ptr<MainWindow> openedWindow(QSize size)
    {
        auto window = std::make_unique<MainWindow>([] { return loadRecorder(); });
        window->resize(size);
        window->show();
        QTest::qWait(50);
        EXPECT_EQ(window->size(), size);
        return window;
    }

    /// Waits for the end of the run; whether it ended with a recording in sight.
    static bool isRecordingShown(MainWindow& window, int milliseconds = 120'000)
    {
        if (!waitFor([&] { return !window.runController().isBusy(); }, milliseconds)) {
            ADD_FAILURE() << "the run did not end: " << window.statusLine().activity().toStdString();
            return false;
        }
        const bool shown = window.document() != nullptr && window.document()->unsaved && !window.showsMessagePage();
        EXPECT_TRUE(shown) << window.banner().text().toStdString();
        return shown && waitFor([&] { return window.timeline().trace() == window.document()->trace; });
    }
};

} // namespace attnscope::test
