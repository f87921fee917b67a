// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/variant_checks.h"

#include "ui/common/small_widgets.h"
#include "ui/run/custom_variant_dialog.h"
#include "ui/run/reason_text.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace attnscope {
namespace {

QCheckBox* makeBox(const QString& title)
{
    auto* box = new QCheckBox(title);
    box->setFont(Theme::font(TypeSize::kBody));
    box->setFixedHeight(Theme::px(24));
    box->setChecked(true);
    return box;
}

} // namespace

VariantChecks::VariantChecks(QWidget* parent)
    : QWidget(parent)
    , m_customRows(new QVBoxLayout)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* grid = new QGridLayout;
    grid->setSpacing(0);
    grid->setColumnMinimumWidth(0, Theme::px(96));
    grid->setColumnStretch(1, 1);
    for (std::size_t i = 0; i < kVariants.size(); ++i) {
        auto* box = makeBox(QString::fromUtf8(kVariants[i].title));
        box->setToolTip(QString::fromUtf8(kVariants[i].subtitle));
        m_boxes.insert(QString::fromUtf8(kVariants[i].name), box);
        grid->addWidget(box, static_cast<int>(i) / 2, static_cast<int>(i) % 2);
        connect(box, &QCheckBox::toggled, this, &VariantChecks::changed);
    }
    auto* add = makeButton(ButtonKind::Quiet, tr("Add…"), QStringLiteral("plus"));
    add->setAccessibleName(tr("Add variant…"));
    add->setToolTip(tr("Add a variant: an operator of your own library, or an AOTInductor package"));
    connect(add, &QToolButton::clicked, this, &VariantChecks::openAddDialog);
    grid->addWidget(add, static_cast<int>(kVariants.size()) / 2, 1, Qt::AlignLeft);
    column->addLayout(grid);
    m_customRows->setSpacing(0);
    column->addLayout(m_customRows);
}

bool VariantChecks::isChosen(const QString& name) const
{
    const QCheckBox* box = m_boxes[name];
    return box->isChecked() && box->isEnabled();
}

std::vector<std::string> VariantChecks::chosen() const
{
    std::vector<std::string> names;
    for (const VariantName& variant : kVariants) {
        if (isChosen(QString::fromUtf8(variant.name))) {
            names.emplace_back(variant.name);
        }
    }
    return names;
}

std::vector<CustomVariant> VariantChecks::chosenCustom() const
{
    std::vector<CustomVariant> variants;
    for (const CustomEntry& entry : m_custom) {
        if (isChosen(QString::fromStdString(entry.variant.name))) {
            variants.push_back(entry.variant);
        }
    }
    return variants;
}

std::vector<CustomVariant> VariantChecks::custom() const
{
    std::vector<CustomVariant> variants;
    for (const CustomEntry& entry : m_custom) {
        variants.push_back(entry.variant);
    }
    return variants;
}

void VariantChecks::setCustom(std::vector<CustomEntry> entries)
{
    for (const CustomEntry& entry : m_custom) {
        m_boxes.remove(QString::fromStdString(entry.variant.name));
    }
    m_custom = std::move(entries);
    rebuildCustom();
}

void VariantChecks::addCustom(const CustomVariant& variant)
{
    auto entries = m_custom;
    entries.push_back({ variant, true });
    replaceCustom(std::move(entries));
}

void VariantChecks::removeCustom(const QString& name)
{
    auto entries = m_custom;
    std::erase_if(entries, [&name](const CustomEntry& entry) { return entry.variant.name == name.toStdString(); });
    replaceCustom(std::move(entries));
}

void VariantChecks::replaceCustom(std::vector<CustomEntry> entries)
{
    setCustom(std::move(entries));
    saveCustomVariants(m_custom);
    emit customChanged();
    emit changed();
}

void VariantChecks::openAddDialog()
{
    auto* dialog = new CustomVariantDialog(m_custom, window());
    connect(dialog, &QDialog::accepted, this, [this, dialog] { addCustom(dialog->variant()); });
    dialog->open();
}

void VariantChecks::rebuildCustom()
{
    while (QLayoutItem* item = m_customRows->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // its own button may be what asked for this
        delete item;
    }
    for (CustomEntry& entry : m_custom) {
        const QString name = QString::fromStdString(entry.variant.name);
        auto* line = new QWidget;
        auto* row = new QHBoxLayout(line);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(Theme::px(4));
        auto* box = makeBox(QString::fromStdString(entry.variant.title));
        box->setChecked(entry.checked);
        box->setToolTip(hintOf(name));
        box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a long name is cut, never the column widened
        m_boxes.insert(name, box);
        connect(box, &QCheckBox::toggled, this, [this, name](bool on) {
            const auto at = std::find_if(m_custom.begin(), m_custom.end(),
                [&name](const CustomEntry& one) { return one.variant.name == name.toStdString(); });
            at->checked = on;
            saveCustomVariants(m_custom);
            emit changed();
        });
        auto* remove = makeButton(
            ButtonKind::Mini, tr("Take %1 away").arg(QString::fromStdString(entry.variant.title)), QStringLiteral("x"));
        connect(remove, &QToolButton::clicked, this, [this, name] { removeCustom(name); });
        row->addWidget(box, 1);
        row->addWidget(remove);
        m_customRows->addWidget(line);
    }
}

QString VariantChecks::hintOf(const QString& name) const
{
    for (const VariantName& variant : kVariants) {
        if (QString::fromUtf8(variant.name) == name) {
            return QString::fromUtf8(variant.subtitle);
        }
    }
    for (const CustomEntry& entry : m_custom) {
        if (entry.variant.name == name.toStdString()) {
            const QString library = QString::fromStdString(entry.variant.library);
            return entry.variant.op.empty() ? library
                                            : tr("%1 of %2").arg(QString::fromStdString(entry.variant.op), library);
        }
    }
    return {};
}

void VariantChecks::setAvailability(const std::vector<VariantAvailability>& variants)
{
    for (const VariantAvailability& variant : variants) {
        const QString name = QString::fromStdString(variant.name);
        QCheckBox* box = m_boxes.value(name);
        if (box == nullptr) {
            continue;
        }
        box->setEnabled(variant.available);
        box->setToolTip(variant.available ? hintOf(name) : reasonsText(variant.reasons));
        box->setAccessibleDescription(variant.available ? QString() : box->toolTip());
    }
    emit changed();
}

} // namespace attnscope
