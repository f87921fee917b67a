// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/variant_checks.h"

#include "ui/common/theme.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QSignalBlocker>

namespace attnscope {
namespace {

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

} // namespace

VariantChecks::VariantChecks(QWidget* parent)
    : QWidget(parent)
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(0);
    grid->setColumnMinimumWidth(0, Theme::px(96));
    grid->setColumnStretch(1, 1);
    for (std::size_t i = 0; i < kVariants.size(); ++i) {
        auto* box = new QCheckBox(text(kVariants[i].title), this);
        box->setFont(Theme::font(TypeSize::kBody));
        box->setFixedHeight(Theme::px(24));
        box->setChecked(true);
        box->setToolTip(text(kVariants[i].subtitle));
        m_boxes.insert(text(kVariants[i].name), box);
        grid->addWidget(box, static_cast<int>(i) / 2, static_cast<int>(i) % 2);
        connect(box, &QCheckBox::toggled, this, &VariantChecks::changed);
    }
}

std::vector<std::string> VariantChecks::chosen() const
{
    std::vector<std::string> names;
    for (const VariantName& variant : kVariants) {
        const QCheckBox* box = m_boxes[text(variant.name)];
        if (box->isChecked() && box->isEnabled()) {
            names.emplace_back(variant.name);
        }
    }
    return names;
}

void VariantChecks::setAvailability(const std::vector<VariantAvailability>& variants)
{
    for (const VariantAvailability& variant : variants) {
        QCheckBox* box = m_boxes.value(QString::fromStdString(variant.name));
        if (box == nullptr) {
            continue;
        }
        QStringList reasons;
        for (const std::string& reason : variant.reasons) {
            reasons << QString::fromStdString(reason);
        }
        box->setEnabled(variant.available);
        box->setToolTip(variant.available ? QString() : reasons.join(QLatin1Char('\n')));
        box->setAccessibleDescription(box->toolTip());
    }
    emit changed();
}

void VariantChecks::clearAvailability()
{
    for (const VariantName& variant : kVariants) {
        QCheckBox* box = m_boxes[text(variant.name)];
        box->setEnabled(true);
        box->setToolTip(text(variant.subtitle));
        box->setAccessibleDescription({});
    }
    emit changed();
}

} // namespace attnscope
