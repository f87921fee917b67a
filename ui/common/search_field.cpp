// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/search_field.h"

#include "ui/common/icons.h"
#include "ui/common/key_cap.h"
#include "ui/common/small_widgets.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QTimer>

namespace attnscope {
namespace {

constexpr int kDelayMs = 120; // between the last key and the search

} // namespace

SearchField::SearchField(QWidget* parent)
    : QLineEdit(parent)
    , m_count(makeLabel({}, TypeSize::kSmall, QFont::Normal, QStringLiteral("faint"), this))
    , m_key(new KeyCap(QStringLiteral("/"), this))
    , m_delay(new QTimer(this))
{
    setProperty("kind", QStringLiteral("search"));
    setFont(Theme::font(TypeSize::kBody));
    setPlaceholderText(tr("Search kernels, ops and API calls"));
    setAccessibleName(tr("Search kernels, operators and API calls"));
    m_count->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_key->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_delay->setSingleShot(true);
    m_delay->setInterval(kDelayMs);
    connect(m_delay, &QTimer::timeout, this, [this] { emit searched(text()); });
    connect(this, &QLineEdit::textChanged, this, [this] {
        m_delay->start();
        if (text().isEmpty()) {
            setMatches(0, 0);
        }
        place();
    });
    place();
}

void SearchField::setMatches(int current, int total)
{
    m_count->setText(text().isEmpty() ? QString()
            : total == 0              ? tr("no match")
            : current == 0            ? tr("%1 found").arg(total)
                                      : tr("%1 of %2").arg(current).arg(total));
    setTone(m_count, !text().isEmpty() && total == 0 ? QStringLiteral("bad") : QStringLiteral("faint"));
    setAccessibleDescription(m_count->text());
    place();
}

void SearchField::place()
{
    m_key->setVisible(!hasFocus() && text().isEmpty());
    m_key->resize(m_key->sizeHint());
    m_key->move(width() - m_key->width() - Theme::px(6), (height() - m_key->height()) / 2);
    m_count->adjustSize();
    m_count->move(width() - m_count->width() - Theme::px(8), (height() - m_count->height()) / 2);
    setTextMargins(Theme::px(22), 0, m_count->text().isEmpty() ? 0 : m_count->width() + Theme::px(4), 0);
}

void SearchField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (m_delay->isActive()) {
            m_delay->stop();
            emit searched(text());
        }
        if (event->modifiers().testFlag(Qt::ShiftModifier)) {
            emit previousRequested();
        } else {
            emit nextRequested();
        }
        return;
    }
    if (event->key() == Qt::Key_Escape) {
        clear();
        m_delay->stop();
        emit searched({});
        emit left();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void SearchField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    QPainter painter(this);
    const int side = Theme::px(16);
    themedIcon(QStringLiteral("search"), IconTone::Faint)
        .paint(&painter, Theme::px(8), (height() - side) / 2, side, side);
}

void SearchField::resizeEvent(QResizeEvent* event)
{
    QLineEdit::resizeEvent(event);
    place();
}

void SearchField::focusInEvent(QFocusEvent* event)
{
    QLineEdit::focusInEvent(event);
    place();
}

void SearchField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    place();
}

} // namespace attnscope
