// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/elided_label.h"

#include <QFontMetrics>

namespace attnscope {

ElidedLabel::ElidedLabel(int size, QFont::Weight weight, const QString& tone, QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setFont(Theme::font(size, weight));
    if (!tone.isEmpty()) {
        setProperty("tone", tone);
    }
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setFullText(const QString& text)
{
    if (text == m_full) {
        return;
    }
    m_full = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode)
{
    m_mode = mode;
    update();
}

void ElidedLabel::setExplanation(const QString& tooltip)
{
    m_explanation = tooltip;
    update();
}

QSize ElidedLabel::minimumSizeHint() const
{
    return { std::min(fontMetrics().horizontalAdvance(QStringLiteral("xxxx")), sizeHint().width()),
        fontMetrics().height() };
}

QSize ElidedLabel::sizeHint() const
{
    return { fontMetrics().horizontalAdvance(m_full) + 2, fontMetrics().height() };
}

void ElidedLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    update();
}

void ElidedLabel::update()
{
    const QString shown = fontMetrics().elidedText(m_full, m_mode, width());
    if (shown != text()) {
        setText(shown);
    }
    QStringList tip;
    if (shown != m_full) {
        tip << m_full;
    }
    if (!m_explanation.isEmpty() && m_explanation != m_full) {
        tip << m_explanation;
    }
    setToolTip(tip.join(QLatin1Char('\n')));
}

} // namespace attnscope
