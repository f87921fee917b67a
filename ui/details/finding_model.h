// SPDX-License-Identifier: GPL-3.0-or-later
// One row a finding of the shown variant. GUI thread only.
#pragma once

#include "ui/common/format.h"
#include "ui/common/records_model.h"
#include "ui/details/finding_rows.h"

#include <QCoreApplication>

namespace attnscope {

class FindingModel : public RecordsModel<FindingRow> {
    Q_DECLARE_TR_FUNCTIONS(FindingModel)

public:
    /// The view hides the last three: its rows say the evidence below the sentence, the inspector the advice.
    enum ColumnIndex { Number, Sentence, Time, Share, Evidence, Advice, Code };
    explicit FindingModel(QObject* parent = nullptr);

    void setTimeUnit(TimeUnit unit);

private:
    void makeColumns();

    TimeUnit m_unit = TimeUnit::Microseconds;
};

} // namespace attnscope
