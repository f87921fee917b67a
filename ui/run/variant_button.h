// SPDX-License-Identifier: GPL-3.0-or-later
// One variant of the variant row: name, number key, and under them its time or why there is none. A checkable button, so keyboard and
// screen reader know it. GUI thread only.
#pragma once

#include <QToolButton>

namespace attnscope {

class VariantButton : public QToolButton {
    Q_OBJECT
public:
    VariantButton(const QString& title, int number, QWidget* parent = nullptr);

    void setSecondLine(const QString& text, const QString& explanation = {});
    [[nodiscard]] QString secondLine() const { return m_second; }
    /// The second line stands in the warning colour behind a triangle.
    void setWarning(bool on);
    /// How far the whole run is, 0..1, while it is at this variant; negative when it is not: a thin bar at the lower edge.
    void setProgress(double fraction);
    /// A separator at the left, unless this or the left neighbour is the current one.
    void setSeparator(bool on);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_title, m_second;
    int m_number;
    double m_progress = -1;
    bool m_separator = false, m_warning = false;
};

} // namespace attnscope
