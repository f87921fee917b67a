// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/finding_delegate.h"

#include "ui/common/records_model.h"
#include "ui/common/theme.h"
#include "ui/details/finding_model.h"

#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace attnscope {
namespace {

constexpr int kRow = 44, kBadge = 20, kBar = 4, kLine = 16; // design px
constexpr int kMostLines = 2; // of a sentence; its tooltip and the inspector have the rest

QFont sentenceFont()
{
    return Theme::font(TypeSize::kBody, QFont::Medium);
}

int sentenceWidth(int cell)
{
    return std::max(1, cell - Theme::px(12));
}

// The sentence in at most two lines; what is too long for them is elided.
QStringList linesOf(const QString& sentence, int width)
{
    QTextLayout layout(sentence, sentenceFont());
    QStringList lines;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        if (lines.size() + 1 == kMostLines) {
            lines << QFontMetrics(sentenceFont()).elidedText(sentence.mid(line.textStart()), Qt::ElideRight, width);
            break;
        }
        lines << sentence.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

void paintBadge(QPainter& painter, const QRect& cell, const QString& number, bool chosen)
{
    const Theme& theme = Theme::current();
    const int side = Theme::px(kBadge);
    const QRectF circle(cell.center().x() - side / 2 + 1, cell.top() + Theme::px(12), side, side);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(chosen ? theme.accentFill : theme.hover);
    painter.drawEllipse(circle);
    painter.restore();
    painter.setFont(Theme::font(TypeSize::kSmall, QFont::DemiBold));
    painter.setPen(chosen ? theme.onAccent : theme.muted);
    painter.drawText(circle, Qt::AlignCenter, number);
}

void paintSentence(QPainter& painter, const QRect& cell, const QModelIndex& index)
{
    const Theme& theme = Theme::current();
    const QRect room = cell.adjusted(Theme::px(6), Theme::px(6), -Theme::px(6), 0);
    const int width = sentenceWidth(cell.width());
    int y = room.top();
    const auto line = [&](const QString& text) {
        painter.drawText(QRect(room.left(), y, width, Theme::px(kLine)), Qt::AlignLeft | Qt::AlignVCenter, text);
        y += Theme::px(kLine);
    };
    painter.setFont(sentenceFont());
    painter.setPen(theme.text);
    for (const QString& text : linesOf(index.data().toString(), width)) {
        line(text);
    }
    const QFont small = Theme::font(TypeSize::kSmall);
    painter.setFont(small);
    painter.setPen(theme.muted);
    const QString evidence = index.siblingAtColumn(FindingModel::Evidence).data().toString();
    line(QFontMetrics(small).elidedText(evidence, Qt::ElideRight, width));
}

void paintTime(QPainter& painter, const QRect& cell, const QModelIndex& index)
{
    const Theme& theme = Theme::current();
    QRect line = cell.adjusted(0, Theme::px(6), -Theme::px(6), 0);
    line.setHeight(Theme::px(kLine));
    painter.setFont(sentenceFont());
    painter.setPen(theme.text);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, index.data().toString());
    painter.setFont(Theme::font(TypeSize::kSmall));
    painter.setPen(theme.muted);
    painter.drawText(line.translated(0, line.height()), Qt::AlignRight | Qt::AlignVCenter,
        index.siblingAtColumn(FindingModel::Share).data().toString());
}

void paintBar(QPainter& painter, const QRect& cell, double share, bool chosen)
{
    if (share < 0) {
        return; // no cost of its own
    }
    const Theme& theme = Theme::current();
    const QRect track(
        cell.left() + Theme::px(8), cell.top() + Theme::px(20), cell.width() - Theme::px(16), Theme::px(kBar));
    painter.fillRect(track, chosen ? Theme::mix(theme.accent, theme.accentSoft, 0.2) : theme.hover);
    QRect filled = track;
    filled.setWidth(std::max(1, static_cast<int>(std::lround(track.width() * std::min(1.0, share)))));
    painter.fillRect(filled, chosen ? theme.accent : theme.muted);
}

} // namespace

int FindingDelegate::rowHeight(const QString& sentence, int width)
{
    const auto more = linesOf(sentence, sentenceWidth(width)).size() - 1;
    return Theme::px(kRow) + static_cast<int>(std::max<qsizetype>(0, more)) * Theme::px(kLine);
}

void FindingDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    paintRowBackground(*painter, option, index);
    const bool chosen = option.state.testFlag(QStyle::State_Selected);
    const bool isLast = index.row() + 1 == index.model()->rowCount();
    if (!chosen && !isLast && index.column() != FindingModel::Number) {
        const QRect& cell = option.rect;
        painter->fillRect(cell.left(), cell.bottom(), cell.width(), 1, Theme::current().line);
    }
    switch (index.column()) {
    case FindingModel::Number:
        paintBadge(*painter, option.rect, index.data().toString(), chosen);
        break;
    case FindingModel::Sentence:
        paintSentence(*painter, option.rect, index);
        break;
    case FindingModel::Time:
        paintTime(*painter, option.rect, index);
        break;
    case FindingModel::Share:
        paintBar(*painter, option.rect, index.data(TableRole::kSort).toDouble(), chosen);
        break;
    default:
        break;
    }
}

} // namespace attnscope
