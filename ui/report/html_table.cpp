// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/html_table.h"

#include <QStringList>

namespace attnscope {

namespace {

// Four squares, as in the window.
const QString kTensorMark =
    QStringLiteral("<svg class=\"tc\" viewBox=\"0 0 7 7\" role=\"img\"><title>Tensor Cores</title>"
                   "<path d=\"M0 0h3v3H0zM4 0h3v3H4zM0 4h3v3H0zM4 4h3v3H4z\"/></svg>");

} // namespace

QString htmlText(const QString& text)
{
    QString clean = text;
    for (QChar& c : clean) {
        if (c < QLatin1Char(' ') || c == QChar(0xFFFE) || c == QChar(0xFFFF)) {
            c = c == QLatin1Char('\n') || c == QLatin1Char('\t') ? c : QChar(QChar::ReplacementCharacter);
        }
    }
    return clean.toHtmlEscaped();
}

QString htmlSwatch(RoleGroup group, const Theme& theme)
{
    return QStringLiteral("<i class=\"swatch\" style=\"background:%1\"></i>").arg(theme.role(group).name());
}

QString htmlOf(const HtmlCell& cell, const Theme& theme)
{
    QStringList classes;
    if (cell.isNumber) {
        classes << QStringLiteral("n");
    }
    if (cell.strong.toBool()) {
        classes << QStringLiteral("strong");
    }
    if (cell.faint.toBool()) {
        classes << QStringLiteral("faint");
    }
    QString html = QStringLiteral("<td");
    if (!classes.isEmpty()) {
        html += QStringLiteral(" class=\"%1\"").arg(classes.join(QLatin1Char(' ')));
    }
    if (!cell.toolTip.isEmpty() && cell.toolTip != cell.text) {
        html += QStringLiteral(" title=\"") + htmlText(cell.toolTip) + QLatin1Char('"');
    }
    html += QLatin1Char('>');
    if (cell.group.isValid()) {
        html += htmlSwatch(static_cast<RoleGroup>(cell.group.toInt()), theme);
    }
    if (cell.tensor.toBool()) {
        html += kTensorMark;
    }
    return html + htmlText(cell.text) + QStringLiteral("</td>");
}

QString htmlHeader(const QString& title, bool isNumber, const QString& before)
{
    return QStringLiteral("<th") + (isNumber ? QStringLiteral(" class=\"n\">") : QStringLiteral(">")) + before
        + htmlText(title) + QStringLiteral("</th>");
}

} // namespace attnscope
