// SPDX-License-Identifier: GPL-3.0-or-later
// A table's columns and records as an HTML table that looks as the window's does: numbers to the right, swatches of roles, the Tensor
// Core mark, exact values in tooltips. Pure; any thread; O(cells).
#pragma once

#include "ui/common/records_model.h"
#include "ui/common/theme.h"

#include <QString>

#include <algorithm>
#include <functional>
#include <vector>

namespace attnscope {

/// Text for an element or an attribute, without characters that no document may hold.
[[nodiscard]] QString htmlText(const QString& text);
/// The square of a role's colour.
[[nodiscard]] QString htmlSwatch(RoleGroup group, const Theme& theme);
/// One cell, `<td>…</td>`; the QVariants are null where the model says nothing.
struct HtmlCell {
    QString text, toolTip;
    bool isNumber = false;
    QVariant group, tensor, strong, faint;
};
[[nodiscard]] QString htmlOf(const HtmlCell& cell, const Theme& theme);
[[nodiscard]] QString htmlHeader(const QString& title, bool isNumber, const QString& before = {});

template<typename Record>
struct HtmlTable {
    const std::vector<Column<Record>>& columns;
    const std::vector<Record>& records;
    const Theme& theme;
    std::size_t most = static_cast<std::size_t>(-1); ///< rows
    std::function<QString(std::size_t column)> headerMark = {}; ///< before its title; may be empty
    /// In place of the whole rest of the row from a column on, or of one cell; empty: as the column says.
    std::function<QString(const Record&, std::size_t column)> restOfRow = {}, cell = {};

    [[nodiscard]] QString html() const
    {
        QString html = QStringLiteral("<table><thead><tr>");
        for (std::size_t i = 0; i < columns.size(); ++i) {
            html += htmlHeader(columns[i].title, columns[i].isNumber, headerMark ? headerMark(i) : QString());
        }
        html += QStringLiteral("</tr></thead><tbody>\n");
        for (std::size_t row = 0; row < std::min(most, records.size()); ++row) {
            html += rowHtml(records[row]);
        }
        return html + QStringLiteral("</tbody></table>\n");
    }

private:
    [[nodiscard]] QString rowHtml(const Record& record) const
    {
        QString html = QStringLiteral("<tr>");
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (const QString rest = restOfRow ? restOfRow(record, i) : QString(); !rest.isEmpty()) {
                html += QStringLiteral("<td colspan=\"%1\">%2</td>").arg(columns.size() - i).arg(rest);
                break;
            }
            const QString own = cell ? cell(record, i) : QString();
            html += own.isEmpty() ? htmlOf(cellOf(record, columns[i]), theme) : QStringLiteral("<td>%1</td>").arg(own);
        }
        return html + QStringLiteral("</tr>\n");
    }
    [[nodiscard]] static HtmlCell cellOf(const Record& record, const Column<Record>& column)
    {
        const auto extra = [&](int role) { return column.extra ? column.extra(record, role) : QVariant(); };
        return { column.text(record), column.toolTip ? column.toolTip(record) : QString(), column.isNumber,
            extra(TableRole::kGroup), extra(TableRole::kTensor), extra(TableRole::kStrong), extra(TableRole::kFaint) };
    }
};

} // namespace attnscope
