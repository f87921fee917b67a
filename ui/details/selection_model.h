// SPDX-License-Identifier: GPL-3.0-or-later
// The Selection tab's rows: the selected span with its launch chain (operators, API call, GPU work), and the arguments that the file
// gives for the span. GUI thread only.
#pragma once

#include "profiler/trace/trace.h"
#include "ui/common/format.h"
#include "ui/common/records_model.h"

#include <QCoreApplication>
#include <QString>

#include <vector>

namespace attnscope {

/// From the outermost operator to the GPU work; the span itself is among them. Empty lanes of the chain are left out. Pure.
[[nodiscard]] std::vector<SpanRef> launchChain(const Trace& trace, SpanRef span);

class ChainModel : public RecordsModel<SpanRef> {
    Q_DECLARE_TR_FUNCTIONS(ChainModel)

public:
    explicit ChainModel(QObject* parent = nullptr);
    void setChain(TracePtr trace, std::vector<SpanRef> chain);
    void setTimeUnit(TimeUnit unit);
    [[nodiscard]] QList<int> widths() const { return { 164, 84, 120, 72, 64 }; }

private:
    void makeColumns();
    TracePtr m_trace;
    TimeUnit m_unit = TimeUnit::Microseconds;
};

struct Argument {
    QString key, value;
};
/// The "args" object, one row a member, in the file's order as far as JSON keeps it.
[[nodiscard]] std::vector<Argument> argumentsOf(const Trace& trace, SpanRef span);

class ArgumentModel : public RecordsModel<Argument> {
    Q_DECLARE_TR_FUNCTIONS(ArgumentModel)

public:
    explicit ArgumentModel(QObject* parent = nullptr);
    [[nodiscard]] QList<int> widths() const { return { 180, -1 }; }
};

} // namespace attnscope
