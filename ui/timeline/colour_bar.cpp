// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/colour_bar.h"

#include "ui/common/kernel_words.h"
#include "ui/common/tensor_mark.h"
#include "ui/common/theme.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace attnscope {
namespace {

constexpr int kHeight = 26; // design px
constexpr std::size_t kMostEntries = 24; // more never fit
constexpr int kLongestName = 160; // design px of one name

QString wordsOf(ColourBy by, const NameStatistics& kernel)
{
    if (by == ColourBy::Role) {
        return roleName(kernel.group);
    }
    if (by == ColourBy::Name) {
        return kernelLabel(kernel.label.empty() ? kernel.name : kernel.label);
    }
    return mathUnitName(kernel.mathUnit);
}

void paintSwatch(QPainter& painter, const QRectF& rect, Hue hue)
{
    const Theme& theme = Theme::current();
    const QColor& frame = theme.hueFrame(hue);
    const double inset = frame.isValid() ? 0.5 : 0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(frame.isValid() ? QPen(frame, 1) : QPen(Qt::NoPen));
    painter.setBrush(theme.hue(hue));
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), Measure::kRadiusSpan, Measure::kRadiusSpan);
    painter.restore();
}

} // namespace

std::vector<LegendEntry> legendOf(ColourBy by, const std::vector<NameStatistics>& kernels)
{
    std::vector<LegendEntry> legend;
    for (const NameStatistics& kernel : kernels) {
        if (by == ColourBy::Name && legend.size() == kMostEntries) {
            break;
        }
        LegendEntry entry { hueOf(by, kernel.group, kernel.mathUnit, kernel.name), wordsOf(by, kernel) };
        const bool isThere = std::any_of(legend.begin(), legend.end(),
            [&entry](const LegendEntry& other) { return other.hue == entry.hue && other.text == entry.text; });
        if (!isThere) {
            legend.push_back(std::move(entry));
        }
    }
    if (by != ColourBy::Name) {
        std::sort(
            legend.begin(), legend.end(), [](const LegendEntry& a, const LegendEntry& b) { return a.hue < b.hue; });
    }
    return legend;
}

bool usesTensorCores(const std::vector<NameStatistics>& kernels)
{
    return std::any_of(kernels.begin(), kernels.end(),
        [](const NameStatistics& kernel) { return kernel.mathUnit == MathUnit::TensorCore; });
}

namespace {

QString tensorWords()
{
    return QCoreApplication::translate("ColourBar", "runs on Tensor Cores");
}

QString shortened(const QString& text, const QFontMetrics& metrics)
{
    return metrics.elidedText(text, Qt::ElideRight, Theme::px(kLongestName));
}

int tensorWidth(const QFontMetrics& metrics)
{
    return Theme::px(13 + 16) + metrics.horizontalAdvance(tensorWords());
}

} // namespace

std::vector<QRect> legendPlaces(const QRect& room, const std::vector<LegendEntry>& legend, bool tensor)
{
    const QFontMetrics metrics(Theme::font(TypeSize::kSmall));
    const int gap = Theme::px(16);
    // The mark stays: it is the answer to the first question.
    const int right = room.left() + room.width() - (tensor ? tensorWidth(metrics) : 0);
    int x = room.left();
    std::vector<QRect> places;
    for (const LegendEntry& entry : legend) {
        const int width = gap + metrics.horizontalAdvance(shortened(entry.text, metrics));
        if (x + width + gap > right) {
            break;
        }
        places.emplace_back(x, room.top(), width, room.height());
        x += width + gap;
    }
    return places;
}

void paintLegend(QPainter& painter, const QRect& room, const std::vector<LegendEntry>& legend, bool tensor)
{
    const Theme& theme = Theme::current();
    painter.setFont(Theme::font(TypeSize::kSmall));
    const QFontMetrics metrics(painter.font());
    const int base = room.top() + (room.height() + metrics.ascent() - metrics.descent()) / 2;
    const int swatch = Theme::px(10), gap = Theme::px(16);
    const std::vector<QRect> places = legendPlaces(room, legend, tensor);
    painter.setPen(theme.muted);
    for (std::size_t i = 0; i < places.size(); ++i) {
        paintSwatch(painter, QRectF(places[i].left(), room.top() + (room.height() - swatch) / 2, swatch, swatch),
            legend[i].hue);
        painter.drawText(places[i].left() + gap, base, shortened(legend[i].text, metrics));
    }
    const int x = places.empty() ? room.left() : places.back().right() + 1 + gap;
    if (tensor && x + tensorWidth(metrics) <= room.left() + room.width()) {
        drawTensorGlyph(painter, x, room.top() + (room.height() - tensorGlyphSize()) / 2, theme.text);
        painter.drawText(x + Theme::px(13), base, tensorWords());
    }
}

ColourBar::ColourBar(QWidget* parent)
    : QWidget(parent)
    , m_choice(new QComboBox)
{
    setFont(Theme::font(TypeSize::kSmall));
    setFixedHeight(Theme::px(kHeight));
    setMouseTracking(true);
    setAccessibleName(tr("Colours of the timeline"));
    m_choice->addItems({ tr("Colour by role"), tr("Colour by math unit"), tr("Colour by name") });
    m_choice->setAccessibleName(tr("What the timeline's colours stand for"));
    m_choice->setFont(Theme::font(TypeSize::kSmall));
    m_choice->setFixedHeight(Theme::px(kHeight - 5));
    m_choice->setFocusPolicy(Qt::TabFocus);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Theme::px(Measure::kLanePadding), 1, 0, 0);
    layout->addWidget(m_choice);
    layout->addStretch();
    connect(m_choice, qOverload<int>(&QComboBox::currentIndexChanged), this,
        [this](int index) { setColourBy(static_cast<ColourBy>(index)); });
    connect(&ThemeController::instance(), &ThemeController::changed, this, qOverload<>(&QWidget::update));
}

QSize ColourBar::sizeHint() const
{
    return { Theme::px(400), Theme::px(kHeight) };
}

void ColourBar::setKernels(const std::vector<NameStatistics>& kernels)
{
    m_kernels = kernels;
    m_hasTensor = usesTensorCores(kernels);
    updateLegend();
}

void ColourBar::setColourBy(ColourBy by)
{
    if (by == m_by) {
        return;
    }
    m_by = by;
    m_choice->setCurrentIndex(static_cast<int>(by));
    updateLegend();
    emit colourByChanged(by);
}

void ColourBar::updateLegend()
{
    m_legend = legendOf(m_by, m_kernels);
    QStringList words;
    for (const LegendEntry& entry : m_legend) {
        words << entry.text;
    }
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    update();
}

QRect ColourBar::legendRoom() const
{
    const int left = m_choice->geometry().right() + Theme::px(16);
    return { left, 0, width() - left, height() };
}

QRect ColourBar::placeOf(std::size_t entry) const
{
    const auto places = legendPlaces(legendRoom(), m_legend, m_hasTensor);
    return entry < places.size() ? places[entry] : QRect();
}

std::optional<RoleGroup> ColourBar::roleAt(QPoint at) const
{
    const auto places = legendPlaces(legendRoom(), m_legend, m_hasTensor);
    const auto place =
        std::find_if(places.begin(), places.end(), [at](const QRect& rect) { return rect.contains(at); });
    if (m_by != ColourBy::Role || place == places.end()) {
        return std::nullopt;
    }
    return static_cast<RoleGroup>(m_legend[static_cast<std::size_t>(place - places.begin())].hue);
}

void ColourBar::mouseMoveEvent(QMouseEvent* event)
{
    if (roleAt(event->pos())) {
        setCursor(Qt::PointingHandCursor);
    } else {
        unsetCursor();
    }
}

void ColourBar::mousePressEvent(QMouseEvent* event)
{
    const auto role = roleAt(event->pos());
    if (role && event->button() == Qt::LeftButton) {
        emit roleClicked(*role);
    }
}

void ColourBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(0, 0, width(), 1, theme.line);
    paintLegend(painter, legendRoom(), m_legend, m_hasTensor);
}

} // namespace attnscope
