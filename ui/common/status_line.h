// SPDX-License-Identifier: GPL-3.0-or-later
// The status bar: facts about the file at the left, what runs in the middle with its progress, the view at the right. GUI thread only.
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QProgressBar;

namespace attnscope {

class ElidedLabel;

class StatusLine : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setLeft(const QStringList& facts);
    void setRight(const QStringList& facts);
    /// Empty text: nothing runs.
    void setActivity(const QString& text, double fraction);
    [[nodiscard]] QString left() const;
    [[nodiscard]] QString right() const;
    [[nodiscard]] QString activity() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ElidedLabel* m_left;
    QLabel* m_activity;
    QProgressBar* m_bar;
    ElidedLabel* m_right;
};

} // namespace attnscope
