// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector's page for a role: a bar and a time for every variant that launches work of that role, and where it is in the others.
// GUI thread only.
#pragma once

#include "ui/common/format.h"
#include "ui/details/role_card.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace attnscope {

class ElidedLabel;
class RoleSwatch;

class RolePage : public QWidget {
    Q_OBJECT
public:
    explicit RolePage(QWidget* parent = nullptr);
    void setCard(const RoleCard& card);
    void setTimeUnit(TimeUnit unit);

signals:
    void variantChosen(int index);
    void previousRequested(); ///< another role
    void nextRequested();

private:
    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeRows();
    void refresh();

    RoleCard m_card;
    TimeUnit m_unit = TimeUnit::Microseconds;
    RoleSwatch* m_swatch;
    ElidedLabel* m_title;
    QLabel* m_sentence;
    QVBoxLayout* m_body;
    QWidget* m_rows;
};

} // namespace attnscope
