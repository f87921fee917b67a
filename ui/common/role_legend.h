// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of the roles and the Tensor Core mark with their names, in one line that drops what does not fit. GUI thread only.
#pragma once

#include "profiler/kernels/decoder.h"

#include <QRect>
#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

namespace attnscope {

class RoleLegend : public QWidget {
    Q_OBJECT
public:
    explicit RoleLegend(QWidget* parent = nullptr);
    /// Only the roles that occur; `tensor` adds the mark.
    void setContent(const QString& title, std::vector<RoleGroup> roles, bool tensor);
    [[nodiscard]] QSize sizeHint() const override;
    /// Where a role's swatch and name stand; empty when there was no room for it.
    [[nodiscard]] QRect placeOf(RoleGroup role) const;

signals:
    void roleClicked(attnscope::RoleGroup role);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    struct Place {
        RoleGroup role;
        QRect rect;
    };
    /// Of the roles that have room; `titleWidth` is 0 where the title has none.
    [[nodiscard]] std::vector<Place> places(int& titleWidth) const;
    [[nodiscard]] std::optional<RoleGroup> roleAt(QPoint at) const;

    QString m_title;
    std::vector<RoleGroup> m_roles;
    bool m_tensor = true;
};

/// A role's swatch: 10 px, rounded, framed where it is too light for the panel.
void drawRoleSwatch(class QPainter& painter, const QRect& rect, RoleGroup group);

} // namespace attnscope
