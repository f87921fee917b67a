// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/segmented_control.h"

#include "ui/common/small_widgets.h"
#include "ui/common/theme.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace attnscope {

SegmentedControl::SegmentedControl(
    const QStringList& choices, const QString& accessibleName, Size size, QWidget* parent)
    : QWidget(parent)
    , m_group(new QButtonGroup(this))
{
    setProperty("kind", QStringLiteral("trough"));
    setAttribute(Qt::WA_StyledBackground);
    setAccessibleName(accessibleName);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_group->setExclusive(true);
    for (int i = 0; i < choices.size(); ++i) {
        auto* button = new QToolButton(this);
        button->setText(choices[i]);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(accessibleName + QStringLiteral(": ") + choices[i]);
        const bool small = size == Size::Small;
        button->setProperty("kind", small ? QStringLiteral("segmentSmall") : QStringLiteral("segment"));
        button->setFont(Theme::font(small ? TypeSize::kSmall : TypeSize::kBody, QFont::Medium));
        if (!small) {
            button->setFixedWidth(Theme::px(36));
        }
        m_group->addButton(button, i);
        layout->addWidget(button);
    }
    tabToTheChecked(*m_group);
    m_group->button(0)->setChecked(true);
    connect(m_group, &QButtonGroup::idToggled, this, [this](int id, bool checked) {
        if (checked) {
            emit currentChanged(id);
        }
    });
}

int SegmentedControl::current() const
{
    return m_group->checkedId();
}

void SegmentedControl::setCurrent(int index)
{
    if (auto* button = m_group->button(index); button != nullptr && !button->isChecked()) {
        button->setChecked(true);
    }
}

} // namespace attnscope
