// SPDX-License-Identifier: GPL-3.0-or-later
// Decoder records of names that are no GPU work: label = name, nothing else known. Made at the first question, because a trace can
// hold a million python names that nobody asks about. Any thread; O(1), takes a lock.
#pragma once

#include "profiler/trace/trace.h"

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace attnscope {

class Trace::NeutralNames {
public:
    [[nodiscard]] const DecodedKernel& record(NameId id, std::string_view name)
    {
        std::lock_guard lock(m_mutex);
        std::unique_ptr<DecodedKernel>& known = m_records[id];
        if (!known) {
            known = std::make_unique<DecodedKernel>();
            for (std::string* field :
                { &known->family, &known->role, &known->instruction, &known->inputDtype, &known->accumulateDtype,
                    &known->tile, &known->stages, &known->layout, &known->architecture, &known->rule }) {
                field->assign(1, '?');
            }
            known->label = name;
        }
        return *known;
    }

private:
    std::mutex m_mutex;
    std::unordered_map<NameId, std::unique_ptr<DecodedKernel>> m_records;
};

} // namespace attnscope
