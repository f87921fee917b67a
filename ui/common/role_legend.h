// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of the roles and the Tensor Core mark with their names, in one line that drops what does not fit. GUI thread only.
#pragma once

#include "profiler/kernels/decoder.h"

#include <QString>
#include <QWidget>

#include <vector>

namespace attnscope {

class RoleLegend : public QWidget {
    Q_OBJECT
public:
    explicit RoleLegend(QWidget* parent = nullptr);
    /// Only the roles that occur; `tensor` adds the mark.
    void setContent(const QString& title, std::vector<RoleGroup> roles, bool tensor);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_title;
    std::vector<RoleGroup> m_roles;
    bool m_tensor = true;
};

/// A role's swatch: 10 px, rounded, framed where it is too light for the panel.
void drawRoleSwatch(class QPainter& painter, const QRect& rect, RoleGroup group);

} // namespace attnscope
