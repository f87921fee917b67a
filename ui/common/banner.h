// SPDX-License-Identifier: GPL-3.0-or-later
// One line above the timeline that says what the window shows or what went wrong, with what to do about it. Never modal; can be
// dismissed. GUI thread only.
#pragma once

#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace attnscope {

class ElidedLabel;

class Banner : public QWidget {
    Q_OBJECT
public:
    enum class Kind { Info, Good, Warning, Error };
    struct Link {
        QString text;
        std::function<void()> action;
    };

    explicit Banner(QWidget* parent = nullptr);

    void show(Kind kind, const QString& heading, const QString& text, std::vector<Link> links = {});
    [[nodiscard]] QString text() const; ///< heading and text, as shown; for tests and screen readers
    [[nodiscard]] Kind kind() const { return m_kind; }

signals:
    void dismissed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Kind m_kind = Kind::Info;
    QLabel* m_icon;
    QLabel* m_heading;
    ElidedLabel* m_text;
    QHBoxLayout* m_links;
    QToolButton* m_close;
};

} // namespace attnscope
