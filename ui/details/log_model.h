// SPDX-License-Identifier: GPL-3.0-or-later
// The Log tab's rows: every oddity of the file or the recording, what the recorder could not do, and each refusal. GUI thread only.
#pragma once

#include "profiler/trace/trace.h"
#include "ui/common/records_model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attnscope {

struct LogRow {
    Severity severity = Severity::Info;
    std::string code;
    std::uint64_t count = 0;
    std::optional<std::uint64_t> offset;
    std::string example;
};
/// Import log, records that a variant lost, the session's notes, refused and failed variants, how many launches found their work;
/// worst first, else in that order. Pure.
[[nodiscard]] std::vector<LogRow> logRows(const Trace& trace);

/// Rows that ask for somebody's attention: all but the line that says how complete the recording is, which stands last.
[[nodiscard]] std::size_t noteworthyRows(const std::vector<LogRow>& rows);

class LogModel : public RecordsModel<LogRow> {
public:
    explicit LogModel(QObject* parent = nullptr);
    [[nodiscard]] QList<int> widths() const { return { 72, 152, 56, 92, -1 }; }
};

} // namespace attnscope
