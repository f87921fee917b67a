// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/stacked_geometry.h"

#include "ui/timeline/timeline_model.h"

#include <algorithm>
#include <cmath>

namespace attnscope {

namespace {

constexpr float kNarrowest = 3; ///< least drawn width of a span, px, where there is room
constexpr float kAir = 1; ///< between neighbours
constexpr double kReach = 4; ///< how far out of the view a box may reach, px
constexpr double kTickSpacing = 110;

RulerUnit largestUnit(TimeUnit unit)
{
    return unit == TimeUnit::Nanoseconds ? RulerUnit::Nanoseconds
        : unit == TimeUnit::Microseconds ? RulerUnit::Microseconds
                                         : RulerUnit::Milliseconds;
}

class Builder {
public:
    Builder(const StackedGeometryView& view, const TextRuler& ruler)
        : m_view(view)
        , m_rows(*view.rows)
        , m_ruler(ruler)
        , m_left(static_cast<float>(view.scale.left()))
        , m_right(static_cast<float>(view.scale.right()))
        , m_labels(m_out.spans, ruler, view.factor, m_left, m_right)
    {
    }

    StackedGeometry build()
    {
        RulerStyle style;
        style.spacing = kTickSpacing * static_cast<double>(m_view.factor);
        style.largest = largestUnit(m_view.unit);
        style.withSign = true;
        m_out.ticks = rulerTicks(m_view.scale, style);
        // Nothing clips an SVG file, and words that would only reach in are not drawn here.
        std::erase_if(m_out.ticks, [this](const RulerTick& tick) { return tick.x < m_view.scale.left(); });
        for (std::size_t row = 0; row < m_rows.rows.size(); ++row) {
            if (m_rows.rows[row].ran()) {
                addRow(row);
            } else {
                addRefusal(row);
            }
        }
        return std::move(m_out);
    }

private:
    struct Band {
        float y = 0, height = 0;
    };
    [[nodiscard]] float px(float design) const { return design * m_view.factor; }
    [[nodiscard]] Band bandOf(std::size_t row, StackedLine line) const;
    void addRow(std::size_t row);
    void addRefusal(std::size_t row);
    void addLine(std::size_t row, StackedLine line);
    void addBand(std::size_t row, StackedLine line, Band band, std::size_t first, std::size_t last);
    [[nodiscard]] float leftOf(const StackedSpan& span) const;
    [[nodiscard]] float rightOf(const StackedSpan& span, StackedLine line) const;
    void addBox(const StackedRow& row, StackedLine line, Band band, std::size_t index, float right);
    void addRun(const StackedRow& row, StackedLine line, Band band, std::size_t from, std::size_t to);
    void describe(const StackedRow& row, StackedLine line, const StackedSpan& span, Box& box) const;
    [[nodiscard]] bool isLit(const StackedSpan& span) const;
    [[nodiscard]] Hue hueOfWork(const StackedRow& row, SpanRef work) const;
    [[nodiscard]] KernelWords wordsOf(const StackedRow& row, SpanRef work) const;
    void label(const StackedRow& row, StackedLine line, const Box& box);
    void addEnd(std::size_t row);
    [[nodiscard]] std::optional<SpanRef> kernelBeside(const StackedRow& row) const;
    void putBeside(float x, float middle, const std::string& kernel, const EndWords& words, float width);
    bool putBefore(const StackedRow& row, float middle, const std::string& kernel, const EndWords& words, float width);
    bool putAbove(const StackedRow& row, Band band, float end, const EndWords& words, float width);
    void putEnd(float x, float baseline, const EndWords& words, float width);

    const StackedGeometryView& m_view;
    const StackedRows& m_rows;
    const TextRuler& m_ruler;
    float m_left, m_right;
    StackedGeometry m_out;
    LabelMaker m_labels;
    std::optional<SpanRef> m_beside; ///< the kernel of the row at hand whose words stand beside it
};

Builder::Band Builder::bandOf(std::size_t row, StackedLine line) const
{
    const auto top = static_cast<float>((*m_view.places)[row].y);
    const auto& m = m_view.metrics;
    const auto band = [top](int y, int height) {
        return Band { top + static_cast<float>(y), static_cast<float>(height) };
    };
    if (line == StackedLine::Launch) {
        return band(m.launchTop, m.launch);
    }
    if (line == StackedLine::Op && !m_rows.rows[row].summary.onGpu) {
        return band((m.row - m.work) / 2, m.work); // the ops are the work
    }
    return line == StackedLine::Op ? band(m.opTop, m.op) : band(m.workTop, m.workHeight(m_rows.rows[row]));
}

void Builder::addRow(std::size_t row)
{
    m_beside = kernelBeside(m_rows.rows[row]);
    for (const auto line : { StackedLine::Op, StackedLine::Launch, StackedLine::Work }) {
        addLine(row, line);
    }
    addEnd(row);
}

void Builder::addRefusal(std::size_t row)
{
    const auto place = (*m_view.places)[row];
    m_out.patches.push_back(
        { m_left, static_cast<float>(place.y), m_right - m_left, static_cast<float>(place.height) });
    TextRun run;
    run.x = m_left + px(12);
    run.baseline = static_cast<float>(place.y) + static_cast<float>(place.height) / 2 + px(4);
    run.text = refusalWords(m_rows.rows[row]).toStdString();
    run.keep = m_ruler.keep(run.text, run.style, m_right - run.x);
    m_out.spans.texts.push_back(std::move(run));
}

float Builder::leftOf(const StackedSpan& span) const
{
    return static_cast<float>(m_view.scale.clampedX(span.time.begin, kReach));
}

// A launch is a moment: what is drawn of it is a tick.
float Builder::rightOf(const StackedSpan& span, StackedLine line) const
{
    return line == StackedLine::Launch ? leftOf(span) + px(2)
                                       : static_cast<float>(m_view.scale.clampedX(span.time.end, kReach));
}

// Work of streams that run at the same time: a band each.
void Builder::addLine(std::size_t rowIndex, StackedLine line)
{
    const StackedRow& row = m_rows.rows[rowIndex];
    const auto& spans = row.line(line);
    Band band = bandOf(rowIndex, line);
    if (line != StackedLine::Work || row.slotCount == 1) {
        addBand(rowIndex, line, band, 0, spans.size());
        return;
    }
    band.height = static_cast<float>(m_view.metrics.slotHeight(row));
    for (int slot = 0; slot < row.slotCount; ++slot) {
        const auto isBefore = [](int wanted) {
            return [wanted](const StackedSpan& span) { return span.slot < wanted; };
        };
        const auto begin = std::partition_point(spans.begin(), spans.end(), isBefore(slot));
        const auto end = std::partition_point(begin, spans.end(), isBefore(slot + 1));
        addBand(rowIndex, line, band, static_cast<std::size_t>(begin - spans.begin()),
            static_cast<std::size_t>(end - spans.begin()));
        band.y += band.height + static_cast<float>(m_view.metrics.slotGap);
    }
}

void Builder::addBand(std::size_t rowIndex, StackedLine line, Band band, std::size_t first, std::size_t last)
{
    const StackedRow& row = m_rows.rows[rowIndex];
    const auto& spans = row.line(line);
    RowBoxes boxes;
    boxes.lane = static_cast<std::uint32_t>(line);
    boxes.row = static_cast<std::uint32_t>(rowIndex);
    boxes.y = band.y;
    boxes.height = band.height;
    boxes.begin = m_out.spans.boxes.size();
    boxes.columnBegin = m_out.spans.columns.size();
    const auto isNarrow = [&](std::size_t i) { return rightOf(spans[i], line) - leftOf(spans[i]) < kNarrowest; };
    for (std::size_t from = first; from < last;) {
        const bool visible = m_view.scale.x(spans[from].time.end) >= m_view.scale.left() - kReach
            && m_view.scale.x(spans[from].time.begin) <= m_view.scale.right() + kReach;
        std::size_t to = from + 1;
        while (isNarrow(from) && to < last && isNarrow(to) && leftOf(spans[to]) - rightOf(spans[to - 1], line) < kAir
            && leftOf(spans[to]) - leftOf(spans[to - 1]) < kNarrowest) {
            ++to;
        }
        if (visible && to - from == 1) {
            addBox(row, line, band, from, to < last ? leftOf(spans[to]) : m_right + static_cast<float>(kReach));
        } else if (visible) {
            addRun(row, line, band, from, to);
        }
        from = to;
    }
    boxes.end = m_out.spans.boxes.size();
    boxes.columnEnd = m_out.spans.columns.size();
    m_out.spans.rows.push_back(boxes);
}

void Builder::addBox(const StackedRow& row, StackedLine line, Band band, std::size_t index, float next)
{
    const StackedSpan& span = row.line(line)[index];
    Box box;
    box.lane = span.span.lane;
    box.first = span.span.index;
    box.x = leftOf(span);
    box.y = band.y;
    box.height = band.height;
    float right = rightOf(span, line);
    if (line != StackedLine::Launch && right - box.x < kNarrowest) {
        right = std::max(right, std::min(box.x + kNarrowest + kAir, next));
    }
    const float width = right - box.x;
    box.width = std::max(1.0F, line != StackedLine::Launch && width > kNarrowest ? width - kAir : width);
    describe(row, line, span, box);
    m_out.spans.boxes.push_back(box);
    label(row, line, box);
}

// Spans too short to be drawn one by one: each gives its pixel its colour, and all are one box under the pointer.
void Builder::addRun(const StackedRow& row, StackedLine line, Band band, std::size_t from, std::size_t to)
{
    const auto& spans = row.line(line);
    Box run;
    run.lane = spans[from].span.lane;
    run.first = spans[from].span.index;
    run.count = static_cast<std::uint32_t>(to - from);
    run.x = leftOf(spans[from]);
    run.y = band.y;
    run.height = band.height;
    run.width = std::max(1.0F, rightOf(spans[to - 1], line) - run.x);
    for (std::size_t i = from; i < to; ++i) {
        Box one;
        describe(row, line, spans[i], one);
        const float left = leftOf(spans[i]);
        m_out.spans.columns.push_back(
            { left, std::max(1.0F, rightOf(spans[i], line) - left), band.height, one.tone, one.hue, one.lit });
        run.lit = (i > from && run.lit) || one.lit; // one of them is enough
        run.tone = one.tone;
    }
    m_out.spans.boxes.push_back(run);
}

bool Builder::isLit(const StackedSpan& span) const
{
    const auto holds = [this](SpanRef one) { return std::binary_search(m_view.lit->begin(), m_view.lit->end(), one); };
    return m_view.lit == nullptr || m_view.lit->empty() || holds(span.span) || holds(span.work);
}

Hue Builder::hueOfWork(const StackedRow& row, SpanRef work) const
{
    const Trace& trace = *m_rows.trace;
    const auto unit =
        m_view.colourBy == ColourBy::MathUnit && row.model != nullptr ? row.model->unitOf(work) : MathUnit::Unknown;
    return hueOf(m_view.colourBy, trace.group(work), unit, trace.name(work));
}

void Builder::describe(const StackedRow& row, StackedLine line, const StackedSpan& span, Box& box) const
{
    const Trace& trace = *m_rows.trace;
    box.lit = span.own && isLit(span);
    if (line == StackedLine::Op) {
        box.tone = Tone::Op;
        box.hasEdge = !row.summary.onGpu && box.width > 8 && trace.group(span.span) != RoleGroup::Other;
        box.edge = trace.group(span.span);
        box.edgeHue = hueOf(box.edge);
        return;
    }
    box.tone = Tone::Role;
    box.group = trace.group(span.work);
    box.hue = hueOfWork(row, span.work);
    if (line == StackedLine::Work && row.model != nullptr) {
        box.tensor = row.model->unitOf(span.span) == MathUnit::TensorCore;
        box.hatched = !span.own; // not this step's, wherever it came from
    }
}

KernelWords Builder::wordsOf(const StackedRow& row, SpanRef work) const
{
    const Trace& trace = *m_rows.trace;
    const DecodedKernel& decoded = trace.decoded(work);
    const auto kind = trace.kind(work);
    const auto bytes = kind == SpanKind::Kernel || !m_view.bytesOf ? 0 : m_view.bytesOf(work);
    const auto unit = row.model != nullptr ? row.model->unitOf(work) : decoded.mathUnit;
    return kernelWords(decoded, unit, kind, bytes, trace.duration(work), m_view.unit);
}

void Builder::label(const StackedRow& row, StackedLine line, const Box& box)
{
    if (line == StackedLine::Op) {
        m_labels.op(box, opLabel(m_rows.trace->name(box.span())), {});
    } else if (line == StackedLine::Work && !box.hatched && box.span() != m_beside
        && std::min(box.right(), m_right) - std::max(box.x, m_left) >= px(box.lit ? 30 : 60)) {
        m_labels.kernel(box, wordsOf(row, box.span()));
    }
}

// The longest kernel of a row, when it is the last one, too, and too narrow for its words: they stand beside it.
std::optional<SpanRef> Builder::kernelBeside(const StackedRow& row) const
{
    const StackedSpan* longest = nullptr;
    for (const StackedSpan& span : row.work) {
        if (span.own && (longest == nullptr || span.time.length() > longest->time.length())) {
            longest = &span;
        }
    }
    if (longest == nullptr || row.slotCount > 1 || longest->time.end != *row.end - row.zero
        || m_view.scale.x(longest->time.end) >= m_view.scale.right()) {
        return std::nullopt;
    }
    const float title = m_ruler.width(wordsOf(row, longest->span).title, TextStyle::BodyMedium);
    const float width = rightOf(*longest, StackedLine::Work) - std::max(m_left, leftOf(*longest));
    return title + px(13) > width ? std::optional(longest->span) : std::nullopt;
}

void Builder::putEnd(float x, float baseline, const EndWords& words, float width)
{
    m_out.patches.push_back({ x - px(4), baseline - px(12), width + px(8), px(16) });
    TextRun run;
    run.x = x;
    run.baseline = baseline;
    run.text = words.end.toStdString();
    run.style = TextStyle::SmallMedium;
    run.ink = Ink::Text;
    m_out.spans.texts.push_back(run);
    if (!words.difference.isEmpty()) {
        run.x += m_ruler.width(run.text, run.style) + px(4);
        run.text = words.difference.toStdString();
        run.style = TextStyle::Small;
        run.ink = Ink::Faint;
        m_out.spans.texts.push_back(run);
    }
}

// The kernel's words above those of the end, or these alone.
void Builder::putBeside(float x, float middle, const std::string& kernel, const EndWords& words, float width)
{
    if (kernel.empty()) {
        putEnd(x, middle, words, width);
        return;
    }
    const float kernelWidth = m_ruler.width(kernel, TextStyle::Small);
    m_out.patches.push_back({ x - px(4), middle - px(19), kernelWidth + px(8), px(15) });
    m_out.spans.texts.push_back({ x, middle - px(7.5F), kernel, 0, TextStyle::Small, Ink::Muted });
    putEnd(x, middle + px(7), words, width);
}

// Where there is room neither after nor above: left of all that the row shows.
bool Builder::putBefore(
    const StackedRow& row, float middle, const std::string& kernel, const EndWords& words, float width)
{
    float first = m_right;
    for (const auto* line : { &row.ops, &row.launches, &row.work }) {
        for (const StackedSpan& span : *line) {
            first = std::min(first, leftOf(span));
        }
    }
    const float widest = std::max(width, kernel.empty() ? 0 : m_ruler.width(kernel, TextStyle::Small));
    const float x = first - px(9) - widest;
    if (x < m_left + px(4)) {
        return false;
    }
    putBeside(x, middle, kernel, words, width);
    return true;
}

// Where there is no room to the right: over the end, on the line of the ops when these leave room.
bool Builder::putAbove(const StackedRow& row, Band band, float end, const EndWords& words, float width)
{
    const float right = std::min(end, m_right - px(4)), left = right - width;
    const bool isFree = !row.summary.onGpu || std::none_of(row.ops.begin(), row.ops.end(), [&](const StackedSpan& op) {
        return rightOf(op, StackedLine::Op) > left - px(8) && leftOf(op) < right + px(8);
    });
    if (left < m_left + px(4) || !isFree) {
        return false;
    }
    putEnd(left, band.y + band.height / 2 + px(4), words, width);
    return true;
}

void Builder::addEnd(std::size_t rowIndex)
{
    const StackedRow& row = m_rows.rows[rowIndex];
    if (!row.end) {
        return;
    }
    auto words = endWords(row, m_view.unit, m_rows.align);
    const auto widthOf = [this](const EndWords& w) {
        const float end = m_ruler.width(w.end.toStdString(), TextStyle::SmallMedium);
        return w.difference.isEmpty() ? end : end + px(4) + m_ruler.width(w.difference.toStdString(), TextStyle::Small);
    };
    const auto end = static_cast<float>(m_view.scale.clampedX(*row.end - row.zero, 1000));
    const Band band = bandOf(rowIndex, row.summary.onGpu ? StackedLine::Work : StackedLine::Op);
    const float x = end + px(9), middle = band.y + band.height / 2 + px(4);
    const float width = widthOf(words);
    std::string beside;
    if (m_beside) {
        const KernelWords kernel = wordsOf(row, *m_beside);
        beside = kernel.unit.empty() ? kernel.title : kernel.title + " · " + kernel.unit;
    }
    const float besideWidth = beside.empty() ? 0 : m_ruler.width(beside, TextStyle::Small);
    const float room = m_right - px(4) - x;
    const auto& m = m_view.metrics;
    const Band above { static_cast<float>((*m_view.places)[rowIndex].y + (row.summary.onGpu ? m.opTop : 0)),
        static_cast<float>(m.op) };
    if (end < m_left - px(2)) {
        return;
    }
    if (std::max(width, besideWidth) <= room) {
        putBeside(x, middle, beside, words, width);
    } else if (width <= room) {
        putEnd(x, middle, words, width);
    } else if (!putAbove(row, above, end, words, width) && !putBefore(row, middle, beside, words, width)) {
        words = endWords(row, m_view.unit, m_rows.align, false);
        if (const float alone = widthOf(words); alone <= room) {
            putEnd(x, middle, words, alone);
        }
    }
}

} // namespace

StackedGeometry stackedGeometry(const StackedGeometryView& view, const TextRuler& ruler)
{
    return Builder(view, ruler).build();
}

} // namespace attnscope
