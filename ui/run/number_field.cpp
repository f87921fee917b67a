// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/number_field.h"

#include "ui/common/format.h"
#include "ui/common/theme.h"

#include <QFocusEvent>
#include <QStyle>

namespace attnscope {

NumberField::NumberField(std::int64_t value, const QString& accessibleName, QWidget* parent)
    : QLineEdit(parent)
{
    setAccessibleName(accessibleName);
    setAlignment(Qt::AlignRight);
    setFont(Theme::font(TypeSize::kBody));
    setFixedSize(Theme::px(Measure::kFieldWidth), Theme::px(Measure::kFieldHeight));
    setMaxLength(24);
    setValue(value);
    connect(this, &QLineEdit::textEdited, this, &NumberField::valueEdited);
}

std::optional<std::int64_t> NumberField::value() const
{
    QString digits = text().trimmed();
    digits.remove(QLatin1Char(','));
    digits.remove(QLatin1Char(' '));
    bool ok = false;
    const qlonglong number = digits.toLongLong(&ok);
    return ok ? std::optional<std::int64_t>(number) : std::nullopt;
}

void NumberField::setValue(std::int64_t value)
{
    setText(hasFocus() ? QString::number(value) : formatCount(value));
}

void NumberField::setProblem(const QString& problem)
{
    if (property("problem").toBool() != !problem.isEmpty()) {
        setProperty("problem", !problem.isEmpty());
        style()->unpolish(this);
        style()->polish(this);
    }
    setToolTip(problem);
    setAccessibleDescription(problem);
}

void NumberField::focusInEvent(QFocusEvent* event)
{
    if (const auto number = value()) {
        setText(QString::number(*number));
    }
    QLineEdit::focusInEvent(event);
}

void NumberField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (const auto number = value()) {
        setText(formatCount(*number));
    }
}

} // namespace attnscope
