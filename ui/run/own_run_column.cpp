// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/own_run_column.h"

#include "ui/common/small_widgets.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace attnscope {
namespace {

// "• what  words" as one line of a list; returns the label of the words.
QLabel* addNeed(QGridLayout& grid, const QString& what)
{
    const int row = grid.rowCount();
    grid.addWidget(
        makeLabel(QStringLiteral("•"), TypeSize::kBody, QFont::Normal, QStringLiteral("faint")), row, 0, Qt::AlignTop);
    grid.addWidget(makeLabel(what, TypeSize::kBody, QFont::Medium), row, 1, Qt::AlignTop);
    auto* words = makeLabel({}, TypeSize::kBody, QFont::Normal, QStringLiteral("muted"));
    words->setWordWrap(true);
    grid.addWidget(words, row, 2, Qt::AlignTop);
    return words;
}

} // namespace

OwnRunColumn::OwnRunColumn(QWidget* parent)
    : QWidget(parent)
    , m_words(makeLabel({}, TypeSize::kBody, QFont::Normal, QStringLiteral("muted")))
    , m_guess(new QComboBox)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::px(6));
    layout->addWidget(makeLabel(tr("Then record your own"), TypeSize::kSubheading, QFont::DemiBold));
    m_words->setWordWrap(true);
    layout->addWidget(m_words);
    auto* needs = new QGridLayout;
    needs->setHorizontalSpacing(Theme::px(6));
    needs->setVerticalSpacing(Theme::px(4));
    needs->setColumnStretch(2, 1);
    m_driver = addNeed(*needs, tr("A GPU driver for CUDA 13"));
    m_torch = addNeed(*needs, tr("LibTorch"));
    m_neither = addNeed(*needs, tr("Without either"));
    m_neither->setText(tr("the viewer works; traces open as usual"));
    layout->addLayout(needs);
    layout->addSpacing(Theme::px(4));
    auto* row = new QHBoxLayout;
    row->setSpacing(Theme::px(8));
    auto* label = makeLabel(tr("My guess for that run"), TypeSize::kBody);
    label->setBuddy(m_guess);
    row->addWidget(label);
    m_guess->setFont(Theme::font(TypeSize::kBody));
    m_guess->setMinimumWidth(Theme::px(112));
    m_guess->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_guess->setAccessibleName(label->text());
    m_guess->setToolTip(tr("Which variant will need the least time: My guess says afterwards whether it did"));
    row->addWidget(m_guess);
    row->addStretch();
    layout->addLayout(row);
    layout->addStretch();
    connect(m_guess, &QComboBox::activated, this,
        [this](int index) { emit guessChosen(m_guess->itemData(index).toString()); });
    setRun({});
}

void OwnRunColumn::setRun(const OwnRun& run)
{
    m_words->setText((run.onGpu ? tr("Set your shape on the left and press Run. AttnScope records %1 steps of each "
                                     "variant on your GPU and marks what each one costs in time, memory and accuracy.")
                                : tr("Set your shape on the left and press Run. AttnScope records %1 steps of each "
                                     "variant on the CPU and marks what each one costs in time and accuracy."))
                         .arg(run.steps));
    m_driver->setText(run.gpus == 0 ? tr("needed for a GPU run; none found")
            : run.gpus == 1         ? tr("needed for a GPU run; one GPU found")
                                    : tr("needed for a GPU run; %1 GPUs found").arg(run.gpus));
    m_torch->setText(run.recorderLoaded ? tr("is loaded") : tr("loaded at the first Run, not before"));
    const QSignalBlocker quiet(m_guess);
    m_guess->clear();
    m_guess->addItem(tr("none"), QString());
    for (const auto& [name, title] : run.variants) {
        m_guess->addItem(title, name);
    }
    m_guess->setCurrentIndex(std::max(0, m_guess->findData(run.guess)));
}

QString OwnRunColumn::text() const
{
    return QStringList { m_words->text(), m_driver->text(), m_torch->text(), m_neither->text() }.join(
        QLatin1Char('\n'));
}

} // namespace attnscope
