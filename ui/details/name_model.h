// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels or operators of the shown variant grouped by name. GUI thread only.
#pragma once

#include "profiler/analysis/tables.h"
#include "ui/common/format.h"
#include "ui/common/records_model.h"

#include <QCoreApplication>

namespace attnscope {

class NameModel : public RecordsModel<NameStatistics> {
    Q_DECLARE_TR_FUNCTIONS(NameModel)

public:
    enum class Kind { Kernels, Ops };
    explicit NameModel(Kind kind, QObject* parent = nullptr);

    void setTimeUnit(TimeUnit unit);
    [[nodiscard]] QList<int> widths() const;

private:
    void makeColumns();

    Kind m_kind;
    TimeUnit m_unit = TimeUnit::Microseconds;
};

} // namespace attnscope
