// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/help_sheet.h"

#include "ui/common/action_registry.h"
#include "ui/common/key_cap.h"
#include "ui/common/small_widgets.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace attnscope {
namespace {

QWidget* keysWidget(const QStringList& keys)
{
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::px(4));
    for (const QString& key : keys) {
        layout->addWidget(new KeyCap(key, row));
    }
    layout->addStretch();
    return row;
}

// Menus and notes are written each in their own way; in one list they begin alike.
QString asSentence(const QString& text)
{
    return text.isEmpty() ? text : text.at(0).toUpper() + text.mid(1);
}

QWidget* categoryWidget(const ActionRegistry& registry, const QString& category)
{
    auto* block = new QWidget;
    auto* grid = new QGridLayout(block);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(Theme::px(Measure::kGroupGap));
    grid->setVerticalSpacing(Theme::px(6));
    grid->addWidget(makeLabel(category, TypeSize::kSubheading, QFont::DemiBold), 0, 0, 1, 2);
    int row = 1;
    for (const ActionRegistry::Entry& entry : registry.entries()) {
        if (entry.category != category || entry.keys.isEmpty()) {
            continue;
        }
        grid->addWidget(keysWidget(entry.keys), row, 0);
        grid->addWidget(
            makeLabel(asSentence(entry.text), TypeSize::kBody, QFont::Normal, QStringLiteral("muted")), row, 1);
        ++row;
    }
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(row, 1);
    return block;
}

} // namespace

HelpSheet::HelpSheet(const ActionRegistry& registry, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keys and mouse"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* layout = new QVBoxLayout(this);
    const int margin = Theme::px(Measure::kSectionGap);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(margin);

    auto* columns = new QHBoxLayout;
    columns->setSpacing(Theme::px(40));
    QVBoxLayout* left = new QVBoxLayout;
    QVBoxLayout* right = new QVBoxLayout;
    std::size_t leftRows = 0;
    std::size_t rightRows = 0;
    for (const QString& category : registry.categories()) {
        // The shorter column takes the next block, so that both end at about the same height.
        const auto rows =
            static_cast<std::size_t>(std::count_if(registry.entries().begin(), registry.entries().end(),
                [&category](const auto& entry) { return entry.category == category && !entry.keys.isEmpty(); }))
            + 2;
        if (rows == 2) {
            continue;
        }
        QVBoxLayout* target = leftRows <= rightRows ? left : right;
        (target == left ? leftRows : rightRows) += rows;
        target->addWidget(categoryWidget(registry, category));
    }
    for (QVBoxLayout* column : { left, right }) {
        column->setSpacing(margin);
        column->addStretch();
        columns->addLayout(column);
    }
    layout->addLayout(columns);

    auto* close = makeButton(ButtonKind::Outline, tr("Close"));
    connect(close, &QToolButton::clicked, this, &QDialog::accept);
    layout->addWidget(close, 0, Qt::AlignRight);
}

} // namespace attnscope
