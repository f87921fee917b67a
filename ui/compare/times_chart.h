// SPDX-License-Identifier: GPL-3.0-or-later
// The times of the variants as a chart: a bar to the median, a whisker from the 10th to the 90th percentile of the timing pass.
// GUI thread only.
#pragma once

#include "profiler/analysis/variants.h"
#include "profiler/trace/result.h"
#include "ui/common/format.h"

#include <QWidget>

#include <vector>

class QCustomPlot;
class QLabel;

namespace attnscope {

class TimesChart : public QWidget {
    Q_OBJECT
public:
    explicit TimesChart(QWidget* parent = nullptr);

    void setSummaries(const std::vector<VariantSummary>& summaries, TimeUnit unit);
    /// .png, .svg or .pdf, by the name's end.
    [[nodiscard]] Status exportTo(const QString& path, QSize size) const;
    /// What the chart says in words, one line a variant: also its text for screen readers.
    [[nodiscard]] QString description() const { return m_description; }

private:
    void draw();

    QCustomPlot* m_plot;
    QLabel* m_note;
    std::vector<VariantSummary> m_summaries;
    TimeUnit m_unit = TimeUnit::Microseconds;
    QString m_description;
};

} // namespace attnscope
