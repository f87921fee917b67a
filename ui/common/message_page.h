// SPDX-License-Identifier: GPL-3.0-or-later
// A whole page in place of the timeline: nothing open, loading, failed, cancelled. Says what is and what to do next. GUI thread only.
#pragma once

#include <QWidget>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QProgressBar;

namespace attnscope {

class MessagePage : public QWidget {
    Q_OBJECT
public:
    struct Button {
        QString text, icon;
        std::function<void()> action;
        bool primary = false;
    };
    explicit MessagePage(QWidget* parent = nullptr);

    void show(const QString& heading, const QString& text, std::vector<Button> buttons);
    /// A bar under the text: 0..1, negative: busy without an end in sight; nothing: no bar.
    void setProgress(double fraction, const QString& text);
    [[nodiscard]] QString heading() const;
    [[nodiscard]] QString text() const;

private:
    QLabel *m_heading, *m_text;
    QProgressBar* m_bar;
    QHBoxLayout* m_buttons;
};

} // namespace attnscope
