// SPDX-License-Identifier: GPL-3.0-or-later
// The theme: readable text everywhere, roles with a text that reads on them, a switch that everybody hears of.
#include "ui/common/icons.h"
#include "ui/common/theme.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QPalette>
#include <QSignalSpy>

namespace attnscope {
namespace {

class ThemeTest : public testing::TestWithParam<bool> {
protected:
    const Theme& theme() const { return GetParam() ? Theme::dark() : Theme::light(); }
};

TEST_P(ThemeTest, TextReadsOnEverySurface)
{
    const Theme& t = theme();
    for (const QColor& surface : { t.window, t.panel, t.canvas, t.laneHeader, t.field, t.tooltip }) {
        for (const QColor& text : { t.text, t.muted, t.faint }) {
            EXPECT_GE(Theme::contrast(text, surface), 4.5)
                << text.name().toStdString() << " on " << surface.name().toStdString();
        }
    }
    EXPECT_GE(Theme::contrast(t.onAccent, t.accentFill), 4.5);
}

TEST_P(ThemeTest, TextReadsOnEveryRole)
{
    for (std::size_t i = 0; i < kRoleGroupCount; ++i) {
        const auto group = static_cast<RoleGroup>(i);
        EXPECT_GE(Theme::contrast(theme().textOnRole(group), theme().role(group)), 4.5) << toString(group);
    }
}

TEST_P(ThemeTest, StyleSheetHasEveryNameFilledIn)
{
    const QString sheet = styleSheetOf(theme());
    EXPECT_FALSE(sheet.contains(QLatin1Char('$')));
    EXPECT_TRUE(sheet.contains(theme().accentFill.name()));
}

INSTANTIATE_TEST_SUITE_P(
    LightAndDark, ThemeTest, testing::Bool(), [](const auto& info) { return info.param ? "Dark" : "Light"; });

TEST(Theme, MixesAsATranslucentColourWouldLook)
{
    EXPECT_EQ(Theme::mix(QColor("#000000"), QColor("#FFFFFF"), 0.25).name().toStdString(), "#bfbfbf");
    EXPECT_EQ(Theme::mix(QColor("#4091D7"), QColor("#FFFFFF"), 1).name().toStdString(), "#4091d7");
}

TEST(Theme, OnlyLightRolesAreFramed)
{
    EXPECT_TRUE(Theme::light().roleFrame(RoleGroup::Elementwise).isValid());
    EXPECT_TRUE(Theme::light().roleFrame(RoleGroup::Reduction).isValid());
    EXPECT_FALSE(Theme::light().roleFrame(RoleGroup::Matmul).isValid());
    EXPECT_FALSE(Theme::dark().roleFrame(RoleGroup::Elementwise).isValid());
}

TEST(Theme, SwitchReachesPaletteListenersAndIcons)
{
    ThemeController& controller = ThemeController::instance();
    controller.setMode(ThemeController::Mode::Light);
    QSignalSpy changes(&controller, &ThemeController::changed);
    const QIcon icon = themedIcon(QStringLiteral("search"));
    const QImage before = icon.pixmap(16, 16).toImage();
    controller.toggle();
    EXPECT_EQ(changes.count(), 1);
    EXPECT_TRUE(Theme::current().isDark);
    EXPECT_EQ(QApplication::palette().color(QPalette::Window).name(), Theme::dark().window.name());
    EXPECT_NE(icon.pixmap(16, 16).toImage(), before);
    controller.setMode(ThemeController::Mode::Dark); // nothing new: nobody is told
    EXPECT_EQ(changes.count(), 1);
    controller.setMode(ThemeController::Mode::Light);
    EXPECT_EQ(changes.count(), 2);
}

TEST(Theme, ModesSurviveTheSettings)
{
    for (const auto mode :
        { ThemeController::Mode::System, ThemeController::Mode::Light, ThemeController::Mode::Dark }) {
        EXPECT_EQ(ThemeController::modeFromText(ThemeController::textOfMode(mode)), mode);
    }
    EXPECT_EQ(ThemeController::modeFromText(QStringLiteral("garbage")), ThemeController::Mode::System);
}

} // namespace
} // namespace attnscope
