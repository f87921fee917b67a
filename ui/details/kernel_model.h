// SPDX-License-Identifier: GPL-3.0-or-later
// One row a kernel, copy or fill of the shown variant. GUI thread only.
#pragma once

#include "profiler/analysis/tables.h"
#include "ui/common/format.h"
#include "ui/common/records_model.h"

#include <QCoreApplication>

namespace attnscope {

class KernelModel : public RecordsModel<KernelRow> {
    Q_DECLARE_TR_FUNCTIONS(KernelModel)

public:
    explicit KernelModel(QObject* parent = nullptr);

    /// The trace keeps what the rows point to; it must outlive them here.
    void setRows(TracePtr trace, const VariantView& view, std::vector<KernelRow> rows);
    void setTimeUnit(TimeUnit unit);
    [[nodiscard]] QList<int> widths() const { return { 36, 44, 72, 180, 130, 72, 76, 64, 72, 72, 84, 128, 150, 360 }; }

private:
    void makeColumns();

    TracePtr m_trace;
    std::vector<std::string> m_stepNames;
    TimeUnit m_unit = TimeUnit::Microseconds;
};

} // namespace attnscope
