// SPDX-License-Identifier: GPL-3.0-or-later
// A window over a recorder that only pretends, with settings of its own.
#pragma once

#include "tests/gui/gui_helpers.h"
#include "ui/common/theme.h"
#include "ui/details/kernel_model.h"
#include "ui/details/name_model.h"
#include "ui/main_window.h"

#include <QAbstractButton>
#include <QMessageBox>
#include <QSettings>

#include <memory>

namespace attnscope::test {

class MainWindowFixture : public testing::Test {
protected:
    void SetUp() override
    {
        QSettings().clear();
        ThemeController::instance().setMode(ThemeController::Mode::Light);
    }

    /// A window of 1600 × 900 that shows the fake session.
    std::unique_ptr<MainWindow> opened()
    {
        auto window = std::make_unique<MainWindow>(factoryOf(m_recorder));
        window->resize(1600, 900);
        window->show();
        window->openFile(writeSession(m_folder));
        EXPECT_TRUE(waitFor(
            [&] { return window->document() != nullptr && window->bottomPanel().kernelNames().rowCount() > 0; }));
        return window;
    }

    /// The GPU work of the shown variant in the order of its table, whether that was looked at or not.
    static std::vector<KernelRow> kernelsOf(const MainWindow& window)
    {
        const TraceDocument& document = *window.document();
        return kernelRows(*document.trace, document.views[static_cast<std::size_t>(window.variant())]);
    }

    /// Gives up the unsaved recording that the window asks about.
    static void answerDiscardIt(const MainWindow& window)
    {
        auto* question = window.findChild<QMessageBox*>(QStringLiteral("unsavedQuestion"));
        ASSERT_NE(question, nullptr);
        for (QAbstractButton* button : question->buttons()) {
            if (button->text() == QStringLiteral("Discard it")) {
                button->click();
                break;
            }
        }
    }

    QTemporaryDir m_folder;
    FakeRecorder m_recorder;
};

} // namespace attnscope::test
