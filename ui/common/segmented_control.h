// SPDX-License-Identifier: GPL-3.0-or-later
// A few exclusive choices side by side in one trough: units, views. Made of real buttons, so keyboard and screen reader know them.
// GUI thread only.
#pragma once

#include <QStringList>
#include <QWidget>

class QButtonGroup;

namespace attnscope {

class SegmentedControl : public QWidget {
    Q_OBJECT
public:
    enum class Size { Normal, Small };
    SegmentedControl(
        const QStringList& choices, const QString& accessibleName, Size size = Size::Normal, QWidget* parent = nullptr);

    [[nodiscard]] int current() const;
    void setCurrent(int index); ///< tells nobody when it is the current one already

signals:
    void currentChanged(int index);

private:
    QButtonGroup* m_group;
};

} // namespace attnscope
