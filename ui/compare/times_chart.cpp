// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/times_chart.h"

#include "ui/common/picture_file.h"
#include "ui/common/small_widgets.h"

#include <QCoreApplication>
#include <qcustomplot.h>
#include <QFileInfo>
#include <QLabel>
#include <QPainter>
#include <QPicture>
#include <QVBoxLayout>

#include <cmath>

namespace attnscope {
namespace {

double inUnit(double us, TimeUnit unit)
{
    return unit == TimeUnit::Nanoseconds ? us * 1000 : unit == TimeUnit::Microseconds ? us : us / 1000;
}

QString reading(double us, TimeUnit unit)
{
    return formatTime(std::llround(us * 1000), unit);
}

void styleAxis(QCPAxis& axis, const Theme& theme, bool labels)
{
    axis.setBasePen(QPen(theme.line));
    axis.setTickPen(QPen(theme.lineStrong));
    axis.setSubTickPen(Qt::NoPen);
    axis.setTickLabelFont(
        Theme::font(labels ? TypeSize::kBody : TypeSize::kSmall, labels ? QFont::Medium : QFont::Normal));
    axis.setTickLabelColor(labels ? theme.text : theme.faint);
    axis.setLabelFont(Theme::font(TypeSize::kSmall));
    axis.setLabelColor(theme.faint);
    axis.grid()->setPen(labels ? QPen(Qt::NoPen) : QPen(theme.grid));
    axis.grid()->setZeroLinePen(labels ? QPen(Qt::NoPen) : QPen(theme.line));
    axis.setSubTicks(false);
}

// Marks of the axis as numbers are read everywhere else: "1,000".
class GroupedTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        return tick == std::floor(tick) ? formatCount(static_cast<std::int64_t>(tick)) : formatNumber(tick);
    }
};

std::optional<TimingStats> timingOf(const VariantSummary& s)
{
    if (s.view.result == nullptr) {
        return std::nullopt;
    }
    return s.onGpu ? s.view.result->gpuTiming : s.view.result->cpuTiming;
}

} // namespace

TimesChart::TimesChart(QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
    , m_note(makeLabel({}, TypeSize::kSmall, QFont::Normal, QStringLiteral("faint")))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::px(16), Theme::px(8), Theme::px(16), Theme::px(8));
    layout->setSpacing(Theme::px(4));
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_note);
    m_plot->setInteractions(QCP::iNone);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->yAxis->setRangeReversed(true); // the first variant on top
    m_plot->yAxis->setTickLength(0);
    m_plot->xAxis->setTicker(QSharedPointer<GroupedTicker>::create());
    connect(&ThemeController::instance(), &ThemeController::changed, this, &TimesChart::draw);
    draw();
}

void TimesChart::setSummaries(const std::vector<VariantSummary>& summaries, TimeUnit unit)
{
    m_summaries = summaries;
    m_unit = unit;
    draw();
}

void TimesChart::draw()
{
    const Theme& theme = Theme::current();
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_plot->setBackground(QBrush(theme.panel));
    styleAxis(*m_plot->xAxis, theme, false);
    styleAxis(*m_plot->yAxis, theme, true);
    m_plot->xAxis->setLabel(tr("time of one forward, %1").arg(unitName(m_unit)));
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();

    auto* bars = new QCPBars(m_plot->yAxis, m_plot->xAxis);
    bars->setWidth(0.56);
    bars->setPen(Qt::NoPen);
    bars->setBrush(theme.range);
    auto* whiskers = new QCPErrorBars(m_plot->yAxis, m_plot->xAxis);
    whiskers->setDataPlottable(bars);
    whiskers->setPen(QPen(theme.text, 1));
    whiskers->setWhiskerWidth(Theme::px(6));
    whiskers->setSymbolGap(0);

    QStringList lines;
    double longest = 0;
    int row = 0;
    int timed = 0;
    for (const VariantSummary& summary : m_summaries) {
        const auto us = summary.ran ? summary.rankingUs() : std::nullopt;
        if (!us) {
            continue;
        }
        const auto timing = timingOf(summary);
        const double value = inUnit(*us, m_unit);
        const double high = timing ? inUnit(timing->p90Us, m_unit) : value;
        bars->addData(row, value);
        whiskers->addData(timing ? value - inUnit(timing->p10Us, m_unit) : 0, high - value);
        timed += timing ? 1 : 0;
        ticker->addTick(row, QString::fromStdString(summary.view.title));
        auto* label = new QCPItemText(m_plot);
        label->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        label->position->setCoords(std::max(value, high), row);
        label->setText(timing
                ? tr("%1  (%2 to %3)")
                      .arg(reading(*us, m_unit), reading(timing->p10Us, m_unit), reading(timing->p90Us, m_unit))
                : reading(*us, m_unit));
        label->setFont(Theme::font(TypeSize::kSmall));
        label->setColor(theme.muted);
        label->setPadding(QMargins(Theme::px(8), 0, 0, 0));
        label->setClipToAxisRect(false);
        lines << tr("%1: %2 %3").arg(QString::fromStdString(summary.view.title), label->text(), unitName(m_unit));
        longest = std::max({ longest, value, high });
        ++row;
    }
    m_plot->yAxis->setTicker(ticker);
    m_plot->yAxis->setRange(-0.6, std::max(row, 1) - 0.4);
    m_plot->xAxis->setRange(0, longest > 0 ? longest * 1.28 : 1); // room for the words behind the longest bar
    m_note->setText(row == 0 ? tr("No variant of this recording has a time.")
            : timed == 0
            ? tr("Median recorded step, under the profiler: this recording has no timing pass, so no spread.")
            : tr("Bar: median without the profiler. Whisker: 10th to 90th percentile."));
    m_description = lines.join(QLatin1Char('\n'));
    m_plot->setAccessibleName(tr("Times of the variants"));
    m_plot->setAccessibleDescription(m_description);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

Status TimesChart::exportTo(const QString& path, QSize size) const
{
    // Pixels are made for a screen of twice the density; what has no pixels is of that size.
    const int scale = QFileInfo(path).suffix().toLower() == QLatin1String("png") ? 2 : 1;
    return writePicture(path, size * scale, tr("Times of the variants"), [this, size, scale](QPainter& painter) {
        QPicture picture; // the plot paints with a painter of its own kind
        QCPPainter own;
        own.begin(&picture);
        own.setMode(QCPPainter::pmVectorized);
        own.setMode(QCPPainter::pmNoCaching);
        m_plot->toPainter(&own, size.width(), size.height());
        own.end();
        painter.scale(scale, scale);
        painter.drawPicture(0, 0, picture);
    });
}

} // namespace attnscope
