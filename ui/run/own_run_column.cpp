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

// One line of a list; what it says comes later.
QLabel* addNeed(QGridLayout& grid)
{
    const int row = grid.rowCount();
    grid.addWidget(
        makeLabel(QStringLiteral("•"), TypeSize::kBody, QFont::Normal, QStringLiteral("faint")), row, 0, Qt::AlignTop);
    auto* words = makeLabel({}, TypeSize::kBody);
    words->setTextFormat(Qt::RichText);
    words->setWordWrap(true);
    grid.addWidget(words, row, 1, Qt::AlignTop);
    return words;
}

// What is needed stands out from what for.
void showNeed(QLabel& label, const QString& what, const QString& words)
{
    label.setText(QStringLiteral("<span style=\"font-weight:500\">%1</span>&nbsp; <span style=\"color:%2\">%3</span>")
                      .arg(what.toHtmlEscaped(), Theme::current().muted.name(), words.toHtmlEscaped()));
    label.setAccessibleName(OwnRunColumn::tr("%1: %2").arg(what, words));
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
    needs->setColumnStretch(1, 1);
    m_driver = addNeed(*needs);
    m_torch = addNeed(*needs);
    m_neither = addNeed(*needs);
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
    connect(&ThemeController::instance(), &ThemeController::changed, this, &OwnRunColumn::showWords);
    setRun({});
}

void OwnRunColumn::setRun(const OwnRun& run)
{
    if (run == m_run && m_guess->count() > 0) {
        return; // whoever has the list open keeps it
    }
    m_run = run;
    showWords();
    const QSignalBlocker quiet(m_guess);
    m_guess->clear();
    m_guess->addItem(tr("none"), QString());
    for (const auto& [name, title] : run.variants) {
        m_guess->addItem(title, name);
    }
    m_guess->setCurrentIndex(std::max(0, m_guess->findData(run.guess)));
}

void OwnRunColumn::showWords()
{
    m_words->setText((m_run.onGpu
            ? tr("Set your shape on the left and press Run. AttnScope records %1 steps of each variant on your "
                 "GPU and marks what each one costs in time, memory and accuracy.")
            : tr("Set your shape on the left and press Run. AttnScope records %1 steps of each variant on the "
                 "CPU and marks what each one costs in time and accuracy."))
                         .arg(m_run.steps));
    showNeed(*m_driver, tr("A GPU driver for CUDA 13"),
        m_run.gpus == 0       ? tr("needed to record on a GPU; none was found here")
            : m_run.gpus == 1 ? tr("needed to record on the GPU; one was found here")
                              : tr("needed to record on a GPU; %1 were found here").arg(m_run.gpus));
    showNeed(
        *m_torch, tr("LibTorch"), m_run.recorderLoaded ? tr("is loaded") : tr("loaded at the first Run, not before"));
    showNeed(*m_neither, tr("Without either"), tr("the whole viewer works; traces open as usual"));
}

QString OwnRunColumn::text() const
{
    QStringList lines { m_words->text() };
    for (const QLabel* need : { m_driver, m_torch, m_neither }) {
        lines << need->accessibleName();
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace attnscope
