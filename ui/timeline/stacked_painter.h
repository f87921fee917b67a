// SPDX-License-Identifier: GPL-3.0-or-later
// StackedPainter: draws a StackedScene: ruler, row headers, spans, where each row ends, how fast it is. Spans look
// as ScenePainter draws them. GUI thread only; O(boxes).
#pragma once

#include "ui/common/theme.h"
#include "ui/timeline/stacked_scene.h"

#include <QPainter>

#include <optional>

namespace attnscope {

class StackedPainter {
public:
    StackedPainter(const StackedScene& scene, const Theme& theme)
        : m_scene(scene)
        , m_theme(theme)
    {
    }
    void paint(QPainter& painter) const;

    // What it writes, for tests and screen readers.
    [[nodiscard]] QString workWords(const StackedRow& row) const; ///< "5 kernels + 2"
    [[nodiscard]] QString busyWords(const StackedRow& row) const; ///< "80 % busy", or nothing
    [[nodiscard]] QString ratioWords(const StackedRow& row) const; ///< "10.9×", or nothing
    [[nodiscard]] QString ratioCaption(const StackedRow& row) const; ///< "as fast as naive", "baseline"
    [[nodiscard]] QString axisWords() const; ///< "since step start"
    [[nodiscard]] QString zeroWords() const; ///< "step start"
    [[nodiscard]] QString baselineWords() const; ///< "naive ends at 1,329 µs", or nothing

private:
    [[nodiscard]] static int px(int design) { return Theme::px(design); }
    [[nodiscard]] QRectF rectOf(const Box& box) const;
    [[nodiscard]] std::optional<Ns> baselineAt() const; ///< where its mark is on the axis
    [[nodiscard]] QRectF plotRect() const; ///< where spans are, the ruler left out
    void text(QPainter& painter, double x, double baseline, const QString& words, TextStyle style, const QColor& colour,
        Qt::Alignment align = Qt::AlignLeft) const;
    void elided(QPainter& painter, double x, double baseline, const QString& words, TextStyle style,
        const QColor& colour, double room) const;
    void paintRowLines(QPainter& painter) const;
    void paintTimeLines(QPainter& painter) const;
    void paintSpans(QPainter& painter) const;
    void paintWords(QPainter& painter) const;
    void paintLit(QPainter& painter) const;
    void paintSelection(QPainter& painter) const;
    void paintHeaders(QPainter& painter) const;
    void paintHeader(QPainter& painter, const StackedRow& row, const StackedPlace& place, bool isCurrent) const;
    void paintRatio(QPainter& painter, const StackedRow& row, const StackedPlace& place) const;
    void paintRuler(QPainter& painter) const;
    void paintTags(QPainter& painter) const;
    double paintTag(QPainter& painter, double x, const QString& words) const;
    void paintTagLeft(QPainter& painter, double x, const QString& words, double width) const; ///< of its line
    void paintCrosshair(QPainter& painter) const;

    const StackedScene& m_scene;
    const Theme& m_theme;
};

} // namespace attnscope
