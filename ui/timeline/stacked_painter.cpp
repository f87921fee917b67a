// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/stacked_painter.h"

#include "ui/timeline/scene_painter.h"
#include "ui/timeline/span_painter.h"

#include <QCoreApplication>
#include <QPen>

#include <algorithm>
#include <cmath>

namespace attnscope {

namespace {

constexpr int kPadding = 16; ///< design px of the headers
constexpr std::size_t kMostFrames = 400; ///< of one selection

class PainterWords {
    Q_DECLARE_TR_FUNCTIONS(StackedView)
};

bool hasGpu(const StackedRows& rows)
{
    return std::any_of(rows.rows.begin(), rows.rows.end(), [](const StackedRow& row) { return row.summary.onGpu; });
}

QString titleOf(const StackedRow& row)
{
    return QString::fromStdString(row.summary.view.title);
}

} // namespace

QString StackedPainter::workWords(const StackedRow& row) const
{
    const VariantSummary& summary = row.summary;
    if (!summary.onGpu) {
        const auto ops = static_cast<std::int64_t>(row.ops.size());
        return ops == 1 ? PainterWords::tr("1 op") : PainterWords::tr("%1 ops").arg(formatCount(ops));
    }
    if (!summary.kernelsPerForward) {
        return PainterWords::tr("GPU not recorded");
    }
    const double kernels = *summary.kernelsPerForward;
    const double memory = summary.memcpyPerForward.value_or(0) + summary.memsetPerForward.value_or(0);
    const QString count = formatMeanCount(kernels);
    if (memory > 0) {
        return (kernels == 1 ? PainterWords::tr("%1 kernel + %2") : PainterWords::tr("%1 kernels + %2"))
            .arg(count, formatMeanCount(memory));
    }
    return (kernels == 1 ? PainterWords::tr("%1 kernel") : PainterWords::tr("%1 kernels")).arg(count);
}

QString StackedPainter::busyWords(const StackedRow& row) const
{
    const auto share = row.busyShare();
    return share ? PainterWords::tr("%1 % busy").arg(std::lround(*share * 100)) : QString();
}

QString StackedPainter::ratioWords(const StackedRow& row) const
{
    return row.ran() && row.summary.speedup ? formatNumber(*row.summary.speedup) + QStringLiteral("×") : QString();
}

QString StackedPainter::ratioCaption(const StackedRow& row) const
{
    if (row.summary.isBaseline) {
        return PainterWords::tr("baseline");
    }
    const auto& baseline = m_scene.rows().baseline;
    return ratioWords(row).isEmpty() || !baseline
        ? QString()
        : PainterWords::tr("as fast as %1").arg(titleOf(m_scene.rows().rows[*baseline]));
}

QString StackedPainter::baselineWords() const
{
    const auto& rows = m_scene.rows();
    if (!rows.baseline || !rows.rows[*rows.baseline].end) {
        return {};
    }
    const StackedRow& row = rows.rows[*rows.baseline];
    if (rows.align == StackedAlign::End) {
        return PainterWords::tr("%1 starts %2 before").arg(titleOf(row), stackedTime(*row.end, m_scene.unit()));
    }
    return PainterWords::tr("%1 ends at %2").arg(titleOf(row), stackedTime(*row.end - row.zero, m_scene.unit()));
}

// Where all begin together, it is the end that differs, and the other way round.
std::optional<Ns> StackedPainter::baselineAt() const
{
    const auto& rows = m_scene.rows();
    if (!rows.baseline || !rows.rows[*rows.baseline].end) {
        return std::nullopt;
    }
    const StackedRow& row = rows.rows[*rows.baseline];
    return rows.align == StackedAlign::End ? -row.zero : *row.end - row.zero;
}

QString StackedPainter::zeroWords() const
{
    switch (m_scene.rows().align) {
    case StackedAlign::FirstKernel:
        return hasGpu(m_scene.rows()) ? PainterWords::tr("first kernel") : PainterWords::tr("first op");
    case StackedAlign::End:
        return PainterWords::tr("end");
    case StackedAlign::StepStart:
        break;
    }
    return PainterWords::tr("step start");
}

QString StackedPainter::axisWords() const
{
    const StackedRows& rows = m_scene.rows();
    if (rows.align == StackedAlign::StepStart) {
        return PainterWords::tr("since step start");
    }
    return rows.align == StackedAlign::End ? PainterWords::tr("before the end")
        : hasGpu(rows)                     ? PainterWords::tr("since first kernel")
                                           : PainterWords::tr("since first op");
}

void StackedPainter::paint(QPainter& painter) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(QRectF(0, 0, m_scene.width(), m_scene.height()), m_theme.canvas);
    painter.fillRect(QRectF(0, 0, m_scene.metrics().header, m_scene.height()), m_theme.laneHeader);
    if (!m_scene.empty()) {
        painter.save();
        painter.setClipRect(plotRect());
        paintTimeLines(painter);
        paintSpans(painter);
        paintWords(painter);
        paintLit(painter);
        paintSelection(painter);
        painter.restore();
        painter.save();
        painter.setClipRect(QRectF(0, m_scene.metrics().ruler, m_scene.width(), m_scene.rowsHeight()));
        paintHeaders(painter);
        paintRowLines(painter);
        painter.restore();
        paintRuler(painter);
        paintCrosshair(painter);
    }
    painter.fillRect(QRectF(m_scene.metrics().header - 1, 0, 1, m_scene.height()), m_theme.line);
    painter.restore();
}

QRectF StackedPainter::rectOf(const Box& box) const
{
    return { static_cast<double>(box.x), m_scene.sceneY(static_cast<double>(box.y)), static_cast<double>(box.width),
        static_cast<double>(box.height) };
}

QRectF StackedPainter::plotRect() const
{
    const auto& scale = m_scene.scale();
    return { scale.left(), static_cast<double>(m_scene.metrics().ruler), scale.width(),
        static_cast<double>(m_scene.rowsHeight()) };
}

void StackedPainter::text(QPainter& painter, double x, double baseline, const QString& words, TextStyle style,
    const QColor& colour, Qt::Alignment align) const
{
    const auto utf8 = words.toStdString();
    const double width = static_cast<double>(m_scene.text().width(utf8, style));
    m_scene.text().draw(painter, align.testFlag(Qt::AlignRight) ? x - width : x, baseline, utf8, style, colour);
}

void StackedPainter::elided(QPainter& painter, double x, double baseline, const QString& words, TextStyle style,
    const QColor& colour, double room) const
{
    TextRun run;
    run.x = static_cast<float>(x);
    run.baseline = static_cast<float>(baseline);
    run.text = words.toStdString();
    run.style = style;
    run.keep = m_scene.text().keep(run.text, style, static_cast<float>(room));
    m_scene.text().draw(painter, run, colour);
}

void StackedPainter::paintRowLines(QPainter& painter) const
{
    for (const StackedPlace& place : m_scene.places()) {
        painter.fillRect(QRectF(0, m_scene.sceneY(place.bottom() - 1), m_scene.width(), 1), m_theme.line);
    }
}

// Grid, the common start, and where the baseline ends.
void StackedPainter::paintTimeLines(QPainter& painter) const
{
    const auto plot = plotRect();
    for (const RulerTick& tick : m_scene.geometry().ticks) {
        painter.fillRect(QRectF(tick.x, plot.top(), 1, plot.height()), m_theme.grid);
    }
    painter.fillRect(QRectF(m_scene.scale().x(0), plot.top(), 1, plot.height()), m_theme.accent);
    if (const auto end = baselineAt()) {
        const double x = m_scene.scale().clampedX(*end);
        for (double y = plot.top(); y < plot.bottom(); y += 5) { // dashes: no pen draws them sharp at every scale
            painter.fillRect(QRectF(x, y, 1, 3), m_theme.accent);
        }
    }
}

void StackedPainter::paintSpans(QPainter& painter) const
{
    const auto& spans = m_scene.geometry().spans;
    const SpanClip clip { m_scene.scale().left(), m_scene.scale().right() };
    for (const RowBoxes& row : spans.rows) {
        for (auto i = row.begin; i < row.end; ++i) {
            if (!spans.boxes[i].folded()) {
                paintSpan(painter, m_theme, spans.boxes[i], rectOf(spans.boxes[i]), clip);
            }
        }
        const double top = m_scene.sceneY(static_cast<double>(row.y));
        for (auto i = row.columnBegin; i < row.columnEnd; ++i) {
            const PixelColumn& column = spans.columns[i];
            painter.fillRect(QRectF(static_cast<double>(column.x), top, static_cast<double>(column.width),
                                 static_cast<double>(column.height)),
                fillOfColumn(m_theme, column));
        }
    }
}

void StackedPainter::paintWords(QPainter& painter) const
{
    const auto& geometry = m_scene.geometry();
    const double down = m_scene.sceneY(0);
    for (const auto& patch : geometry.patches) {
        painter.fillRect(QRectF(static_cast<double>(patch.x), static_cast<double>(patch.y) + down,
                             static_cast<double>(patch.width), static_cast<double>(patch.height)),
            m_theme.canvas);
    }
    for (const TensorGlyph& glyph : geometry.spans.glyphs) {
        paintSpanGlyph(painter, m_theme, glyph, down);
    }
    for (TextRun run : geometry.spans.texts) {
        run.baseline += static_cast<float>(down);
        m_scene.text().draw(painter, run, inkOfSpan(m_theme, run.ink, run.hue));
    }
}

// What is lit, as far as it is work: ops are too slender for a frame each.
void StackedPainter::paintLit(QPainter& painter) const
{
    const auto& spans = m_scene.geometry().spans;
    std::size_t frames = 0;
    for (const RowBoxes& row : spans.rows) {
        for (auto i = row.begin; i < row.end && !m_scene.lit().empty() && frames < kMostFrames; ++i) {
            if (spans.boxes[i].lit && row.lane == static_cast<std::uint32_t>(StackedLine::Work)) {
                drawFrame(painter, rectOf(spans.boxes[i]).adjusted(-2, -2, 2, 2), 2, px(4), m_theme.accent);
                ++frames;
            }
        }
    }
}

void StackedPainter::paintSelection(QPainter& painter) const
{
    if (const auto& selected = m_scene.selected()) {
        const StackedRow& row = m_scene.rows().rows[selected->row];
        std::size_t frames = 0;
        for (const auto line : { StackedLine::Op, StackedLine::Launch, StackedLine::Work }) {
            const auto& spans = row.line(line);
            for (std::size_t i = 0; i < spans.size() && frames < kMostFrames; ++i) {
                const StackedRows::Place place { selected->row, line, i };
                const bool isChosen = place == *selected;
                const Box* box = isChosen || m_scene.chain().holds(spans[i].span) ? m_scene.boxOf(place) : nullptr;
                if (box == nullptr) {
                    continue;
                }
                ++frames;
                const double air = isChosen ? 3 : 2;
                drawFrame(
                    painter, rectOf(*box).adjusted(-air, -air, air, air), isChosen ? 2 : 1, px(4), m_theme.accent);
            }
        }
    }
    if (m_scene.hovered) {
        drawFrame(painter, rectOf(*m_scene.hovered).adjusted(-1, -1, 1, 1), 1, px(3), m_theme.text);
    }
}

void StackedPainter::paintHeaders(QPainter& painter) const
{
    const auto& rows = m_scene.rows().rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        paintHeader(painter, rows[i], m_scene.places()[i], m_scene.current == i);
        paintRatio(painter, rows[i], m_scene.places()[i]);
    }
}

void StackedPainter::paintHeader(
    QPainter& painter, const StackedRow& row, const StackedPlace& place, bool isCurrent) const
{
    const double top = m_scene.sceneY(place.y), left = px(kPadding), right = m_scene.metrics().header - px(12);
    if (isCurrent) {
        painter.fillRect(QRectF(0, top, m_scene.metrics().header, place.height), m_theme.accentSoft);
        painter.fillRect(QRectF(0, top, px(3), place.height), m_theme.accent);
    }
    if (!row.ran()) {
        elided(painter, left, top + place.height / 2.0 + px(4), titleOf(row), TextStyle::BodyMedium, m_theme.muted,
            right - left);
        return;
    }
    const auto us = row.summary.rankingUs();
    const QString value = us ? stackedTime(std::llround(*us * 1000), m_scene.unit()) : QString();
    text(painter, right, top + px(21), value, TextStyle::BodyBold, m_theme.text, Qt::AlignRight);
    const double valueWidth = static_cast<double>(m_scene.text().width(value.toStdString(), TextStyle::BodyBold));
    elided(painter, left, top + px(21), titleOf(row), TextStyle::BodyBold, m_theme.text,
        right - left - valueWidth - px(8));
    const QString busy = busyWords(row);
    text(painter, right, top + px(38), busy, TextStyle::Small, m_theme.muted, Qt::AlignRight);
    const double busyWidth = static_cast<double>(m_scene.text().width(busy.toStdString(), TextStyle::Small));
    elided(painter, left, top + px(38), workWords(row), TextStyle::Small, m_theme.muted,
        right - left - busyWidth - (busy.isEmpty() ? 0 : px(8)));
    if (const auto share = row.busyShare()) {
        const double width = right - left;
        painter.fillRect(QRectF(left, top + px(48), width, px(3)), m_theme.line);
        painter.fillRect(QRectF(left, top + px(48), std::round(width * std::min(1.0, *share)), px(3)), m_theme.faint);
    }
}

void StackedPainter::paintRatio(QPainter& painter, const StackedRow& row, const StackedPlace& place) const
{
    const double right = m_scene.width() - px(kPadding);
    const QString words = ratioWords(row);
    if (words.isEmpty()) {
        return;
    }
    const double middle = m_scene.sceneY(place.y) + (place.height - 1) / 2.0;
    painter.setFont(Theme::font(TypeSize::kNumber, QFont::DemiBold));
    painter.setPen(row.summary.isBaseline ? m_theme.faint : m_theme.text);
    const QFontMetricsF metrics(painter.font());
    painter.drawText(QPointF(right - metrics.horizontalAdvance(words), middle + px(2)), words);
    const QString caption = ratioCaption(row);
    const double room = m_scene.metrics().ratio - px(kPadding) - px(4);
    const double width =
        std::min(room, static_cast<double>(m_scene.text().width(caption.toStdString(), TextStyle::Small)));
    elided(painter, right - width, middle + px(18), caption, TextStyle::Small, m_theme.faint, room);
}

void StackedPainter::paintRuler(QPainter& painter) const
{
    const int height = m_scene.metrics().ruler;
    const double right = m_scene.metrics().header - px(12);
    const auto& step = m_scene.rows().stepName;
    const auto words = step.empty() ? PainterWords::tr("all variants")
                                    : PainterWords::tr("all variants, %1").arg(QString::fromStdString(stepLabel(step)));
    text(painter, right, px(15), words, TextStyle::Small, m_theme.faint, Qt::AlignRight);
    text(painter, right, px(32), axisWords(), TextStyle::SmallMedium, m_theme.muted, Qt::AlignRight);
    painter.save();
    painter.setClipRect(QRectF(m_scene.scale().left(), 0, m_scene.scale().width(), height));
    paintTags(painter);
    for (const RulerTick& tick : m_scene.geometry().ticks) {
        painter.fillRect(QRectF(tick.x, px(22), 1, height - px(22)), m_theme.lineStrong);
        const double width = static_cast<double>(m_scene.text().width(tick.label, TextStyle::Small));
        if (tick.x + px(5) + width > m_scene.scale().right()) {
            continue; // half a number is none
        }
        painter.fillRect(QRectF(tick.x + px(3), px(22), width + px(4), px(14)), m_theme.canvas); // over the tags' lines
        text(painter, tick.x + px(5), px(32), QString::fromStdString(tick.label), TextStyle::Small, m_theme.muted);
    }
    painter.restore();
    painter.fillRect(QRectF(0, height - 1, m_scene.width(), 1), m_theme.line);
}

double StackedPainter::paintTag(QPainter& painter, double x, const QString& words) const
{
    const double width = static_cast<double>(m_scene.text().width(words.toStdString(), TextStyle::Small)) + 2 * px(5);
    painter.fillRect(QRectF(x, px(2), width, px(17)), m_theme.accentSoft);
    painter.fillRect(QRectF(x, px(2), 1, m_scene.metrics().ruler - px(2)), m_theme.accent);
    text(painter, x + px(5), px(15), words, TextStyle::Small, m_theme.accent);
    return x + width;
}

void StackedPainter::paintTagLeft(QPainter& painter, double x, const QString& words, double width) const
{
    painter.fillRect(QRectF(x, px(2), 1, m_scene.metrics().ruler - px(2)), m_theme.accent);
    painter.fillRect(QRectF(x - width, px(2), width, px(17)), m_theme.accentSoft);
    text(painter, x - width + px(5), px(15), words, TextStyle::Small, m_theme.accent);
}

// The start's tag gives way to the baseline's where both do not fit.
void StackedPainter::paintTags(QPainter& painter) const
{
    const auto& scale = m_scene.scale();
    const QString start = zeroWords(), end = baselineWords();
    const double startX = scale.clampedX(0, 1000);
    const double startWidth =
        static_cast<double>(m_scene.text().width(start.toStdString(), TextStyle::Small)) + 2 * px(5);
    const auto paintStart = [&] {
        if (startX < scale.right() && startX + startWidth > scale.right()) {
            paintTagLeft(painter, startX, start, startWidth);
        } else {
            paintTag(painter, startX, start);
        }
    };
    if (end.isEmpty()) {
        paintStart();
        return;
    }
    const double x = scale.clampedX(*baselineAt(), 1000);
    const double width = static_cast<double>(m_scene.text().width(end.toStdString(), TextStyle::Small)) + 2 * px(5);
    const bool isFree = x < startX ? x + width + px(4) <= startX : startX + startWidth + px(4) <= x;
    if (isFree) {
        paintStart();
    }
    if (x < scale.right() && x + width > scale.right()) { // at the right edge it stands left of its line
        paintTagLeft(painter, x, end, width);
        return;
    }
    paintTag(painter, x, end);
}

void StackedPainter::paintCrosshair(QPainter& painter) const
{
    if (!m_scene.crosshairX) {
        return;
    }
    const double x = std::floor(*m_scene.crosshairX);
    const auto plot = plotRect();
    for (double y = plot.top(); y < plot.bottom(); y += 4) {
        painter.fillRect(QRectF(x, y, 1, 1), m_theme.faint);
    }
    const Ns time = m_scene.scale().timeAt(x);
    const QString sign = time < 0 ? QStringLiteral("−") : QStringLiteral("+");
    const QString words = sign + stackedTime(std::abs(time), m_scene.unit());
    const double width =
        static_cast<double>(m_scene.text().width(words.toStdString(), TextStyle::SmallMedium)) + 2 * px(5);
    const double left = std::clamp(x - width / 2, plot.left(), std::max(plot.left(), plot.right() - width));
    painter.fillRect(QRectF(left, px(21), width, px(17)), m_theme.text);
    text(painter, left + px(5), px(33), words, TextStyle::SmallMedium, m_theme.canvas);
}

} // namespace attnscope
