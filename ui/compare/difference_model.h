// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of two traces side by side as a table: A is the shown trace, B the one it is compared with. GUI thread only.
#pragma once

#include "profiler/analysis/kernel_difference.h"
#include "ui/common/format.h"
#include "ui/common/records_model.h"

namespace attnscope {

class DifferenceModel : public RecordsModel<KernelDifferenceRow> {
public:
    explicit DifferenceModel(QObject* parent = nullptr);

    void setTimeUnit(TimeUnit unit);
    void setRows(std::vector<KernelDifferenceRow> rows);
    [[nodiscard]] TimeUnit unit() const { return m_unit; }
    [[nodiscard]] int barColumn() const { return columnCount() - 1; }
    /// The largest difference of a row, whichever its sign, ns: what the longest bar stands for.
    [[nodiscard]] double largest() const { return m_largest; }
    [[nodiscard]] QList<int> widths() const { return widthsOf(columns()); }

private:
    void makeColumns();

    TimeUnit m_unit = TimeUnit::Microseconds;
    double m_largest = 0;
};

/// "+1.23", "−45.0", "0": a difference as it is read, without its unit.
[[nodiscard]] QString formatDifference(double ns, TimeUnit unit);

} // namespace attnscope
