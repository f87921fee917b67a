// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/text_cache.h"

#include "ui/common/theme.h"

#include <QPaintEngine>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace attnscope {

namespace {

constexpr std::size_t kMostMeasures = 20'000, kMostPictures = 6'000; ///< then everything is forgotten and made anew
constexpr std::string_view kEllipsis = "…";
constexpr int kSide = 1; ///< px of air in a picture, for what overhangs

QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

bool isRaster(const QPainter& painter)
{
    const auto* engine = painter.paintEngine();
    return engine != nullptr && engine->type() == QPaintEngine::Raster;
}

TextCache::TextCache()
{
    reset();
}

void TextCache::reset()
{
    m_fonts = { Theme::font(TypeSize::kSmall), Theme::font(TypeSize::kSmall, QFont::Medium),
        Theme::font(TypeSize::kBody), Theme::font(TypeSize::kBody, QFont::Medium),
        Theme::font(TypeSize::kBody, QFont::DemiBold) };
    m_metrics.clear();
    for (const auto& font : m_fonts) {
        m_metrics.emplace_back(font);
    }
    for (auto& measures : m_measures) {
        measures.clear();
    }
    m_pictures.clear();
}

TextCache::Measure& TextCache::measured(std::string_view text, TextStyle style) const
{
    const auto index = static_cast<std::size_t>(style);
    auto& measures = m_measures[index];
    std::string key(text);
    if (const auto found = measures.find(key); found != measures.end()) {
        return found->second;
    }
    if (measures.size() >= kMostMeasures) {
        measures.clear();
    }
    Measure measure;
    measure.width = static_cast<float>(m_metrics[index].horizontalAdvance(toQString(text)));
    return measures.emplace(std::move(key), std::move(measure)).first->second;
}

void TextCache::measurePrefix(Measure& measure, std::string_view text, TextStyle style) const
{
    QTextLayout layout(toQString(text), font(style));
    layout.beginLayout();
    const auto line = layout.createLine();
    layout.endLayout();
    int utf16 = 0;
    for (std::size_t byte = 0; byte < text.size(); ++byte) {
        const auto lead = static_cast<unsigned char>(text[byte]);
        if ((lead & 0xC0U) == 0x80U) {
            continue;
        }
        measure.at.push_back(static_cast<std::uint32_t>(byte));
        measure.prefix.push_back(static_cast<float>(line.isValid() ? line.cursorToX(utf16) : 0));
        utf16 += lead >= 0xF0U ? 2 : 1;
    }
}

float TextCache::width(std::string_view text, TextStyle style) const
{
    return text.empty() ? 0.0F : measured(text, style).width;
}

std::size_t TextCache::fit(std::string_view text, TextStyle style, float room) const
{
    if (text.empty() || room <= 0) {
        return 0;
    }
    const float ellipsis = width(kEllipsis, style);
    auto& measure = measured(text, style);
    if (measure.width <= room) {
        return text.size();
    }
    if (measure.prefix.empty()) {
        measurePrefix(measure, text, style);
    }
    const auto after = std::upper_bound(measure.prefix.begin(), measure.prefix.end(), room - ellipsis);
    auto keep = after == measure.prefix.begin() ? std::size_t { 0 }
                                                : static_cast<std::size_t>(after - measure.prefix.begin()) - 1;
    auto bytes = static_cast<std::size_t>(measure.at[keep]);
    while (bytes > 0 && text[bytes - 1] == ' ') {
        --bytes;
    }
    return bytes;
}

const QImage& TextCache::picture(std::string_view text, TextStyle style, const QColor& colour, double dpr) const
{
    const auto look = (static_cast<std::uint64_t>(colour.rgba()) << 16U)
        | (static_cast<std::uint64_t>(std::lround(dpr * 64)) << 4U) | static_cast<std::uint64_t>(style);
    Key key { std::string(text), look };
    if (const auto found = m_pictures.find(key); found != m_pictures.end()) {
        return found->second;
    }
    if (m_pictures.size() >= kMostPictures) {
        m_pictures.clear();
    }
    const auto& metrics = m_metrics[static_cast<std::size_t>(style)];
    const QSizeF size(static_cast<double>(width(text, style)) + 2 * kSide + 1,
        std::ceil(metrics.ascent()) + std::ceil(metrics.descent()));
    QImage image((size * dpr).toSize().expandedTo({ 1, 1 }), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(dpr);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setFont(font(style));
    painter.setPen(colour);
    painter.drawText(QPointF(kSide, std::ceil(metrics.ascent())), toQString(text));
    painter.end();
    return m_pictures.emplace(std::move(key), std::move(image)).first->second;
}

void TextCache::draw(
    QPainter& painter, double x, double baseline, std::string_view text, TextStyle style, const QColor& colour) const
{
    draw(painter,
        TextRun { static_cast<float>(x), static_cast<float>(baseline), std::string(text), 0, style, Ink::Text,
            RoleGroup::Other },
        colour);
}

void TextCache::draw(QPainter& painter, const TextRun& run, const QColor& colour) const
{
    if (run.text.empty()) {
        return;
    }
    if (!isRaster(painter)) {
        painter.setFont(font(run.style));
        painter.setPen(colour);
        const auto words = run.keep > 0 ? run.text.substr(0, run.keep) + std::string(kEllipsis) : run.text;
        painter.drawText(QPointF(static_cast<double>(run.x), static_cast<double>(run.baseline)), toQString(words));
        return;
    }
    const double dpr = painter.device()->devicePixelRatioF();
    const auto snap = [dpr](double value) { return std::round(value * dpr) / dpr; };
    const double ascent = std::ceil(m_metrics[static_cast<std::size_t>(run.style)].ascent());
    const double x = snap(static_cast<double>(run.x)) - kSide,
                 y = snap(std::round(static_cast<double>(run.baseline)) - ascent);
    const auto& image = picture(run.text, run.style, colour, dpr);
    if (run.keep == 0) {
        painter.drawImage(QPointF(x, y), image);
        return;
    }
    auto& measure = measured(run.text, run.style);
    if (measure.prefix.empty()) {
        measurePrefix(measure, run.text, run.style);
    }
    const auto letter = std::lower_bound(measure.at.begin(), measure.at.end(), run.keep) - measure.at.begin();
    const double cut = snap(static_cast<double>(measure.prefix[static_cast<std::size_t>(letter)])) + kSide;
    painter.drawImage(QPointF(x, y), image, QRectF(0, 0, cut * dpr, image.height()));
    painter.drawImage(QPointF(x + cut - kSide, y), picture(kEllipsis, run.style, colour, dpr));
}

} // namespace attnscope
