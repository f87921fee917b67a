// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/role_swatch.h"

#include "ui/common/kernel_words.h"
#include "ui/common/role_legend.h"
#include "ui/common/theme.h"

#include <QPainter>

namespace attnscope {

RoleSwatch::RoleSwatch(QWidget* parent)
    : QWidget(parent)
{
    setFixedSize(Theme::px(10), Theme::px(10));
    connect(&ThemeController::instance(), &ThemeController::changed, this, qOverload<>(&QWidget::update));
}

void RoleSwatch::setRole(RoleGroup group)
{
    m_group = group;
    setToolTip(roleName(group));
    update();
}

void RoleSwatch::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    drawRoleSwatch(painter, rect(), m_group);
}

} // namespace attnscope
