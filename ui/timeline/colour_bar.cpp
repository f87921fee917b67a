// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/colour_bar.h"

#include "ui/common/kernel_words.h"
#include "ui/common/tensor_mark.h"
#include "ui/common/theme.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
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

void paintLegend(QPainter& painter, const QRect& room, const std::vector<LegendEntry>& legend, bool tensor)
{
    const Theme& theme = Theme::current();
    painter.setFont(Theme::font(TypeSize::kSmall));
    const QFontMetrics metrics(painter.font());
    const int base = room.top() + (room.height() + metrics.ascent() - metrics.descent()) / 2;
    const int swatch = Theme::px(10), gap = Theme::px(16);
    const int right = room.left() + room.width();
    const QString tensorWords = QCoreApplication::translate("ColourBar", "runs on Tensor Cores");
    const int tensorWidth = tensor ? Theme::px(13) + metrics.horizontalAdvance(tensorWords) + gap : 0;
    int x = room.left();
    painter.setPen(theme.muted);
    for (const LegendEntry& entry : legend) {
        const QString text = metrics.elidedText(entry.text, Qt::ElideRight, Theme::px(kLongestName));
        const int end = x + gap + metrics.horizontalAdvance(text);
        if (end + gap > right - tensorWidth) {
            break; // the mark stays: it is the answer to the first question
        }
        paintSwatch(painter, QRectF(x, room.top() + (room.height() - swatch) / 2, swatch, swatch), entry.hue);
        painter.drawText(x + gap, base, text);
        x = end + gap;
    }
    if (tensor && x + tensorWidth <= right) {
        drawTensorGlyph(painter, x, room.top() + (room.height() - tensorGlyphSize()) / 2, theme.text);
        painter.drawText(x + Theme::px(13), base, tensorWords);
    }
}

ColourBar::ColourBar(QWidget* parent)
    : QWidget(parent)
    , m_choice(new QComboBox)
{
    setFont(Theme::font(TypeSize::kSmall));
    setFixedHeight(Theme::px(kHeight));
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

void ColourBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(0, 0, width(), 1, theme.line);
    const int left = m_choice->geometry().right() + Theme::px(16);
    paintLegend(painter, { left, 0, width() - left, height() }, m_legend, m_hasTensor);
}

} // namespace attnscope
