// SPDX-License-Identifier: GPL-3.0-or-later
// Where Tab comes to, and that one sees where it is.
#include "tests/gui/main_window_fixture.h"
#include "ui/common/segmented_control.h"
#include "ui/common/table_view.h"
#include "ui/common/toolbar.h"
#include "ui/compare/difference_model.h"
#include "ui/compare/difference_panel.h"
#include "ui/run/variant_button.h"
#include "ui/timeline/stacked_view.h"
#include "ui/timeline/timeline_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QSignalSpy>

namespace attnscope {
namespace {

using test::waitFor;

// Pixels in the accent colour: rings and frames, and no span or text.
int accentPixels(QWidget& widget)
{
    const QImage image = widget.grab().toImage();
    const QRgb accent = Theme::current().accent.rgb();
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            count += image.pixel(x, y) == accent ? 1 : 0;
        }
    }
    return count;
}

class KeyboardFocus : public test::MainWindowFixture {
protected:
    void SetUp() override
    {
        MainWindowFixture::SetUp();
        m_window = opened();
        m_window->activateWindow();
        ASSERT_TRUE(waitFor([this] { return m_window->isActiveWindow(); }));
    }

    /// The accessible names of what Tab comes to, one round from the timeline on.
    QStringList round()
    {
        m_window->timeline().setFocus();
        QStringList names;
        do {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            names << QApplication::focusWidget()->accessibleName();
        } while (QApplication::focusWidget() != &m_window->timeline() && names.size() < 200);
        return names;
    }

    std::unique_ptr<MainWindow> m_window;
};

TEST_F(KeyboardFocus, TabComesToTheUnitThatIsTakenAndArrowsTakeAnother)
{
    const QStringList units = round().filter(QStringLiteral("Unit of time"));
    EXPECT_EQ(units.join(u'|').toStdString(), "Unit of time: µs");
    while (!QApplication::focusWidget()->accessibleName().startsWith(QStringLiteral("Unit of time"))) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    EXPECT_EQ(QApplication::focusWidget()->accessibleName(), QStringLiteral("Unit of time: ms"));
    EXPECT_EQ(round().filter(QStringLiteral("Unit of time")), QStringList { QStringLiteral("Unit of time: ms") });
}

TEST_F(KeyboardFocus, TabGoesThroughTheVariantRowFromLeftToRight)
{
    m_window->showVariant(1, true);
    const QStringList names = round();
    EXPECT_EQ(names.mid(names.size() - 6).join(u'|').toStdString(),
        "My guess|inplace|Add variant…|Step in focus|Stack all|Timeline");
}

TEST_F(KeyboardFocus, OneSeesThatTheShownVariantHasIt)
{
    auto* button = m_window->findChild<VariantButton*>();
    ASSERT_TRUE(button != nullptr && button->isChecked());
    const int before = accentPixels(*button);
    button->setFocus(Qt::TabFocusReason);
    EXPECT_GT(accentPixels(*button), before + button->width());
}

TEST_F(KeyboardFocus, OneSeesThatTheTimelineHasItUnlessTheMouseBroughtIt)
{
    TimelineView& timeline = m_window->timeline();
    m_window->bottomPanel().setFocus();
    timeline.setFocus(Qt::MouseFocusReason);
    const int before = accentPixels(timeline);
    timeline.clearFocus();
    timeline.setFocus(Qt::TabFocusReason);
    EXPECT_GT(accentPixels(timeline), before + 2 * timeline.width());
    timeline.clearFocus();
    EXPECT_EQ(accentPixels(timeline), before);
}

TEST_F(KeyboardFocus, OneSeesThatTheStackedVariantsHaveIt)
{
    StackedView stacked;
    stacked.resize(400, 200);
    stacked.show();
    stacked.activateWindow();
    ASSERT_TRUE(waitFor([&] { return stacked.isActiveWindow(); }));
    stacked.setFocus(Qt::MouseFocusReason);
    const int before = accentPixels(stacked);
    stacked.clearFocus();
    stacked.setFocus(Qt::TabFocusReason);
    EXPECT_GT(accentPixels(stacked), before + 2 * stacked.width());
}

// A table that Tab passes showed nothing, and selected the spans of its first row.
TEST_F(KeyboardFocus, ATableShowsItsRowAndTabChoosesNothing)
{
    m_window->compareKernelsWithFile(test::writeSession(m_folder, QStringLiteral("other.json")));
    ASSERT_TRUE(waitFor(
        [&] { return m_window->differencePanel() != nullptr && m_window->differencePanel()->model().rowCount() > 0; }));
    TableView& table = m_window->differencePanel()->table();
    const QSignalSpy chosen(&table, &TableView::rowChosen);
    const int before = accentPixels(*table.viewport());
    table.setFocus(Qt::TabFocusReason);
    EXPECT_GT(accentPixels(*table.viewport()), before + table.viewport()->width());
    EXPECT_EQ(table.currentIndex().row(), 0);
    EXPECT_EQ(chosen.count(), 0);
    QTest::keyClick(&table, Qt::Key_Down);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen[0][0].toInt(), 1);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(table.model()->index(0, 0)).center());
    EXPECT_EQ(accentPixels(*table.viewport()), before) << "who clicks sees the row by its colour";
}

} // namespace
} // namespace attnscope
