// SPDX-License-Identifier: GPL-3.0-or-later
// SpanTooltip: the small card beside the pointer: title with the role's swatch, rows of name and value, one line at the foot. A
// child of the window, so that it may reach over the panels around the timeline. GUI thread only.
#pragma once

#include "profiler/kernels/decoder.h"

#include <QString>
#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

namespace attnscope {

struct TooltipContent {
    QString title;
    std::optional<RoleGroup> role;
    std::vector<std::pair<QString, QString>> rows;
    QString foot; ///< in the accent colour; may be empty
    friend bool operator==(const TooltipContent&, const TooltipContent&) = default;
    /// All of it as plain text, one line a row (screen readers, tests).
    [[nodiscard]] QString plainText() const;
};

class SpanTooltip : public QWidget {
    Q_OBJECT
public:
    explicit SpanTooltip(QWidget* window);
    /// Shows `content` 12 px from `pointer` (window coordinates), on the side where it fits.
    void showAt(QPoint pointer, const TooltipContent& content);
    [[nodiscard]] const TooltipContent& content() const { return m_content; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    TooltipContent m_content;
};

} // namespace attnscope
