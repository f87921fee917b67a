// SPDX-License-Identifier: GPL-3.0-or-later
// TextCache: widths of words and pictures of them. Text is what costs most in a frame, so every word is shaped and rasterised once
// for each colour and pixel ratio. On a vector device (SVG, PDF) words are written as text. GUI thread only.
#pragma once

#include "ui/timeline/geometry.h"

#include <QColor>
#include <QFont>
#include <QFontMetricsF>
#include <QImage>

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

class QPainter;

namespace attnscope {

/// Whether it draws into pixels: kept pictures may be laid over these; elsewhere words and lines stay what they are.
[[nodiscard]] bool isRaster(const QPainter& painter);

class TextCache : public TextRuler {
public:
    TextCache();
    /// Forgets everything: the application's font may be another one.
    void reset();

    [[nodiscard]] float width(std::string_view text, TextStyle style) const override;
    [[nodiscard]] std::size_t fit(std::string_view text, TextStyle style, float room) const override;

    void draw(QPainter& painter, const TextRun& run, const QColor& colour) const;
    void draw(QPainter& painter, double x, double baseline, std::string_view text, TextStyle style,
        const QColor& colour) const;
    [[nodiscard]] const QFont& font(TextStyle style) const { return m_fonts[static_cast<std::size_t>(style)]; }

private:
    struct Measure {
        float width = 0;
        std::vector<float> prefix; ///< width up to each byte that begins a letter; filled at the first elision
        std::vector<std::uint32_t> at;
    };
    struct Key {
        std::string text;
        std::uint64_t look = 0; ///< colour, style, pixel ratio
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const
        {
            return std::hash<std::string>()(key.text) ^ (key.look * 0x9E3779B97F4A7C15ULL);
        }
    };

    Measure& measured(std::string_view text, TextStyle style) const;
    void measurePrefix(Measure& measure, std::string_view text, TextStyle style) const;
    const QImage& picture(std::string_view text, TextStyle style, const QColor& colour, double dpr) const;

    std::array<QFont, kTextStyleCount> m_fonts;
    std::vector<QFontMetricsF> m_metrics;
    mutable std::array<std::unordered_map<std::string, Measure>, kTextStyleCount> m_measures;
    mutable std::unordered_map<Key, QImage, KeyHash> m_pictures;
};

} // namespace attnscope
