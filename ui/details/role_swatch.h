// SPDX-License-Identifier: GPL-3.0-or-later
// A role's colour as a small square beside words. GUI thread only.
#pragma once

#include "profiler/kernels/decoder.h"

#include <QWidget>

namespace attnscope {

class RoleSwatch : public QWidget {
    Q_OBJECT
public:
    explicit RoleSwatch(QWidget* parent = nullptr);
    void setRole(RoleGroup group);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    RoleGroup m_group = RoleGroup::Other;
};

} // namespace attnscope
