// SPDX-License-Identifier: GPL-3.0-or-later
// The line below the timeline: what its colours stand for (role, math unit or name, by choice) with a legend of what the variant
// holds, and the Tensor Core mark, which does not depend on that choice. GUI thread only; painting costs O(entries that fit).
#pragma once

#include "profiler/analysis/tables.h"
#include "ui/common/span_hue.h"

#include <QRect>
#include <QString>
#include <QWidget>

#include <cstddef>
#include <optional>
#include <vector>

class QComboBox;
class QPainter;

namespace attnscope {

struct LegendEntry {
    Hue hue = 0;
    QString text;
};
/// Roles and units in their fixed order, names by their time; each once. Pure.
[[nodiscard]] std::vector<LegendEntry> legendOf(ColourBy by, const std::vector<NameStatistics>& kernels);

/// Whether any of them is known to run on Tensor Cores: the legend then shows their mark. Pure.
[[nodiscard]] bool usesTensorCores(const std::vector<NameStatistics>& kernels);

/// The entries and the Tensor Core mark in one line; drops the last entries where there is no room, never the mark. `room` is as
/// high as the line.
void paintLegend(QPainter& painter, const QRect& room, const std::vector<LegendEntry>& legend, bool tensor);

/// Where paintLegend() puts the entries that have room.
[[nodiscard]] std::vector<QRect> legendPlaces(const QRect& room, const std::vector<LegendEntry>& legend, bool tensor);

class ColourBar : public QWidget {
    Q_OBJECT
public:
    explicit ColourBar(QWidget* parent = nullptr);
    /// The variant's GPU work, most time first.
    void setKernels(const std::vector<NameStatistics>& kernels);
    void setColourBy(ColourBy by); ///< colourByChanged() follows when it is another than before
    [[nodiscard]] ColourBy colourBy() const { return m_by; }
    [[nodiscard]] const std::vector<LegendEntry>& legend() const { return m_legend; }
    [[nodiscard]] QSize sizeHint() const override;
    /// Where the entry's swatch and words stand; empty when there was no room for it.
    [[nodiscard]] QRect placeOf(std::size_t entry) const;

signals:
    void colourByChanged(attnscope::ColourBy by);
    void roleClicked(attnscope::RoleGroup role); ///< where the colours stand for roles

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] QRect legendRoom() const;
    [[nodiscard]] std::optional<RoleGroup> roleAt(QPoint at) const;
    void updateLegend();

    QComboBox* m_choice;
    ColourBy m_by = ColourBy::Role;
    std::vector<NameStatistics> m_kernels;
    std::vector<LegendEntry> m_legend;
    bool m_hasTensor = false;
};

} // namespace attnscope
