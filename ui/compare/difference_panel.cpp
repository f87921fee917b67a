// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/difference_panel.h"

#include "ui/common/elided_label.h"
#include "ui/common/segmented_control.h"
#include "ui/common/small_widgets.h"
#include "ui/common/table_view.h"
#include "ui/compare/difference_delegate.h"
#include "ui/compare/difference_model.h"
#include "ui/compare/fit_columns.h"
#include "ui/details/table_tab.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace attnscope {
namespace {

constexpr int kBarMin = 120; // design px that the bar column keeps before other columns go

} // namespace

DifferencePanel::DifferencePanel(QWidget* parent)
    : QWidget(parent)
    , m_keys(new SegmentedControl({ tr("By name"), tr("By label") }, tr("Rows"), SegmentedControl::Size::Small))
    , m_scope(new SegmentedControl({ tr("In all"), tr("Per step") }, tr("Time of"), SegmentedControl::Size::Small))
    , m_summary(new ElidedLabel(TypeSize::kSmall, QFont::Normal, QStringLiteral("muted")))
    , m_table(new TableView(tr("Kernels of two recordings")))
    , m_model(new DifferenceModel(this))
{
    m_table->setItemDelegate(new DifferenceDelegate(*m_model, m_table));
    m_table->setSource(m_model);
    m_table->setWidths(m_model->widths());
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tab = new TableTab({ { {}, m_table, tr("Neither of the two has a kernel to compare.") } }, tr("Filter kernels"));
    auto* end = makeButton(ButtonKind::Quiet, tr("End"), QStringLiteral("x"));
    end->setToolTip(tr("End this comparison"));

    auto* head = new QHBoxLayout;
    head->setContentsMargins(Theme::px(16), Theme::px(4), Theme::px(16), Theme::px(2));
    head->setSpacing(Theme::px(8));
    head->addWidget(m_keys);
    head->addWidget(m_scope);
    head->addSpacing(Theme::px(4));
    head->addWidget(m_summary, 1);
    head->addWidget(end);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_tab, 1);

    connect(m_keys, &SegmentedControl::currentChanged, this, &DifferencePanel::optionsChanged);
    connect(m_scope, &SegmentedControl::currentChanged, this, &DifferencePanel::optionsChanged);
    connect(m_table, &TableView::rowChosen, this, &DifferencePanel::choose);
    connect(m_table, &TableView::rowActivated, this, &DifferencePanel::choose);
    connect(m_tab, &TableTab::exportRequested, this, &DifferencePanel::exportRequested);
    connect(end, &QToolButton::clicked, this, &DifferencePanel::endRequested);
    connect(
        &ThemeController::instance(), &ThemeController::changed, m_table->viewport(), qOverload<>(&QWidget::update));
}

QWidget* DifferencePanel::tools() const
{
    return m_tab->tools();
}

KernelDifferenceOptions DifferencePanel::options() const
{
    return { m_keys->current() == 1, m_scope->current() == 1 };
}

QString DifferencePanel::summary() const
{
    return m_summary->fullText();
}

void DifferencePanel::setDifference(const QString& a, const QString& b, KernelDifference difference)
{
    m_a = a;
    m_b = b;
    m_model->setRows(std::exchange(difference.rows, {}));
    m_difference = std::move(difference);
    m_scope->setEnabled(m_difference.canBePerStep());
    m_scope->setToolTip(
        m_difference.canBePerStep() ? QString() : tr("Only where both recordings have steps can one be compared."));
    refresh();
}

void DifferencePanel::showWaiting(const QString& text)
{
    m_a.clear();
    m_model->setRows({});
    m_difference = {};
    m_summary->setFullText(text);
}

void DifferencePanel::setTimeUnit(TimeUnit unit)
{
    m_model->setTimeUnit(unit);
    refresh();
}

void DifferencePanel::refresh()
{
    if (!m_a.isEmpty()) {
        const QString totalA = formatTimeAuto(std::llround(m_difference.totalA));
        const QString totalB = formatTimeAuto(std::llround(m_difference.totalB));
        const QString text = m_difference.perStep
            ? tr("A: %1, %2 a step (of %3). B: %4, %5 a step (of %6).")
                  .arg(m_a, totalA, formatCount(static_cast<std::int64_t>(m_difference.stepsA)), m_b, totalB,
                      formatCount(static_cast<std::int64_t>(m_difference.stepsB)))
            : tr("A: %1, %2. B: %3, %4.").arg(m_a, totalA, m_b, totalB);
        m_summary->setFullText(verdict() + QLatin1Char(' ') + text);
    }
    fitColumns(*m_table, m_model->columns(), kBarMin, true);
}

QString DifferencePanel::verdict() const
{
    const double difference = m_difference.totalB - m_difference.totalA;
    const QString time = formatTimeAuto(std::llround(std::abs(difference)));
    const QString ratio =
        m_difference.totalA > 0 ? formatNumber(m_difference.totalB / m_difference.totalA) : QStringLiteral("∞");
    return std::llround(difference) == 0 ? tr("Both take the same GPU time.")
        : difference > 0                 ? tr("B takes %1 more GPU time (×%2).").arg(time, ratio)
                                         : tr("B takes %1 less GPU time (×%2).").arg(time, ratio);
}

void DifferencePanel::choose(int row)
{
    if (row >= 0 && row < m_model->rowCount()) {
        emit kernelChosen(QString::fromStdString(m_model->records()[static_cast<std::size_t>(row)].name));
    }
}

void DifferencePanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns(*m_table, m_model->columns(), kBarMin, true);
}

} // namespace attnscope
