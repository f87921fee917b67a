// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/form_rows.h"

#include "ui/common/elided_label.h"
#include "ui/common/small_widgets.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace attnscope {

FormRow::FormRow(const QString& label, QWidget* field, QWidget* parent)
    : QWidget(parent)
    , m_problem(makeLabel({}, TypeSize::kSmall, QFont::Normal, QStringLiteral("bad")))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, Theme::px(4));
    layout->setSpacing(Theme::px(3));
    auto* row = new QHBoxLayout;
    row->setSpacing(Theme::px(8));
    auto* name = makeLabel(label, TypeSize::kBody, QFont::Normal, QStringLiteral("muted"));
    name->setBuddy(field);
    row->addWidget(name, 1);
    row->addWidget(field);
    layout->addLayout(row);
    m_problem->setWordWrap(true);
    m_problem->hide();
    layout->addWidget(m_problem);
}

void FormRow::setProblem(const QString& problem)
{
    m_problemText = problem;
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

QComboBox* makeFormCombo(const QStringList& items, const QString& accessibleName)
{
    auto* combo = new QComboBox;
    combo->addItems(items);
    combo->setAccessibleName(accessibleName);
    combo->setFont(Theme::font(TypeSize::kBody));
    combo->setFixedSize(Theme::px(Measure::kFieldWidth), Theme::px(Measure::kFieldHeight));
    combo->setFocusPolicy(Qt::StrongFocus);
    return combo;
}

FactRow::FactRow(const QString& key, const QString& value, const QString& tone, QWidget* parent)
    : QWidget(parent)
    , m_value(new ElidedLabel(TypeSize::kSmall, QFont::Medium, tone))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::px(8));
    layout->addWidget(makeLabel(key, TypeSize::kSmall, QFont::Normal, QStringLiteral("faint")));
    m_value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_value->setFullText(value);
    layout->addWidget(m_value, 1);
    setFixedHeight(Theme::px(18));
}

void FactRow::setValue(const QString& value, const QString& explanation)
{
    m_value->setFullText(value);
    m_value->setExplanation(explanation);
}

QString FactRow::value() const
{
    return m_value->fullText();
}

} // namespace attnscope
