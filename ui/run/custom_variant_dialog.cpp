// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/custom_variant_dialog.h"

#include "ui/common/small_widgets.h"

#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace attnscope {

CustomVariantDialog::CustomVariantDialog(std::vector<CustomEntry> existing, QWidget* parent)
    : QDialog(parent)
    , m_existing(std::move(existing))
    , m_file(new QLineEdit)
    , m_operator(new QLineEdit)
    , m_problem(makeLabel({}, TypeSize::kSmall, QFont::Normal, QStringLiteral("faint")))
    , m_add(new QPushButton(tr("Add")))
{
    setObjectName(QStringLiteral("customVariantDialog"));
    setWindowTitle(tr("Add a variant"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(Theme::px(520));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::px(20), Theme::px(16), Theme::px(20), Theme::px(16));
    layout->setSpacing(Theme::px(12));
    layout->addWidget(
        makeLabel(tr("Your own attention beside the built-in ones"), TypeSize::kSubheading, QFont::DemiBold));
    auto* words = makeLabel(
        tr("A library that registers a PyTorch operator (TORCH_LIBRARY) whose first three arguments are q, k and v, or "
           "an AOTInductor package that takes them. Its code runs in this program when you press Run."),
        TypeSize::kBody, QFont::Normal, QStringLiteral("muted"));
    words->setWordWrap(true);
    layout->addWidget(words);

    auto* browse = new QPushButton(tr("Browse…"));
    browse->setAutoDefault(false);
    m_file->setAccessibleName(tr("Library or package"));
    m_file->setPlaceholderText(tr("/path/to/libmy_ops.so or model.pt2"));
    m_operator->setAccessibleName(tr("Operator"));
    m_operator->setPlaceholderText(tr("my_ops::attention"));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(Theme::px(8));
    grid->setVerticalSpacing(Theme::px(8));
    grid->addWidget(makeLabel(tr("File"), TypeSize::kBody, QFont::Normal, QStringLiteral("muted")), 0, 0);
    grid->addWidget(m_file, 0, 1);
    grid->addWidget(browse, 0, 2);
    grid->addWidget(makeLabel(tr("Operator"), TypeSize::kBody, QFont::Normal, QStringLiteral("muted")), 1, 0);
    grid->addWidget(m_operator, 1, 1, 1, 2);
    layout->addLayout(grid);
    m_problem->setWordWrap(true);
    m_problem->setMinimumHeight(Theme::px(32)); // the dialog must not jump when the sentence changes
    m_problem->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    layout->addWidget(m_problem);
    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setAutoDefault(false);
    m_add->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(Theme::px(8));
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_add);
    layout->addLayout(buttons);

    connect(browse, &QPushButton::clicked, this, &CustomVariantDialog::browse);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_add, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_file, &QLineEdit::textChanged, this, &CustomVariantDialog::check);
    connect(m_operator, &QLineEdit::textChanged, this, &CustomVariantDialog::check);
    check();
    m_file->setFocus();
}

void CustomVariantDialog::browse()
{
    auto* chooser = new QFileDialog(this, tr("Choose a library or a package"), m_file->text(),
        tr("Libraries and packages (*.so *.so.* *.pt2);;All files (*)"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    connect(chooser, &QFileDialog::fileSelected, m_file, &QLineEdit::setText);
    chooser->open();
}

QString CustomVariantDialog::problem() const
{
    return customVariantProblem(m_file->text().trimmed(), m_operator->text().trimmed(), m_existing);
}

void CustomVariantDialog::check()
{
    const bool package = isPackage(m_file->text().trimmed());
    m_operator->setEnabled(!package);
    const QString words = problem();
    m_problem->setText(words);
    m_problem->setAccessibleName(words);
    m_add->setEnabled(words.isEmpty());
}

CustomVariant CustomVariantDialog::variant() const
{
    return makeCustomVariant(m_file->text().trimmed(), m_operator->text().trimmed());
}

} // namespace attnscope
