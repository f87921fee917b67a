// SPDX-License-Identifier: GPL-3.0-or-later
// What the event scanner reads from a text, as text. Included once by each form of the scanner; each sees its own.
#include "profiler/importing/byte_scan.h"
#include "profiler/importing/raw_event.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace attnscope {

/// One line an event, beginning at every '{' behind the last event; damage is a line, too.
inline std::string eventsAsText(std::string text)
{
    const std::size_t size = text.size();
    text.append(kScanPadding, '\0');
    const char* const end = text.data() + size;
    std::string lines;
    for (std::size_t at = text.find('{'); at < size; at = std::string_view(text.data(), size).find('{', at)) {
        const char* p = text.data() + at;
        RawEvent event;
        const ScanStatus status = scanEvent(p, end, event);
        lines += std::to_string(static_cast<int>(status)) + " " + std::to_string(p - text.data());
        if (status == ScanStatus::Complete) {
            for (std::string_view field : { event.name, event.category, event.pid, event.tid, event.time,
                     event.duration, event.id, event.args, event.correlation, event.stream }) {
                lines += "|";
                lines += field;
            }
            lines += std::to_string(event.nameOddities) + (event.notJson ? "!" : "");
        }
        lines += "\n";
        at = std::max(at + 1, static_cast<std::size_t>(p - text.data()));
        const std::size_t next = findEventStart(std::string_view(text.data(), size), at);
        at = status == ScanStatus::Complete || next == std::string_view::npos ? at : next;
    }
    return lines + std::to_string(findLastEventStart(std::string_view(text.data(), size)));
}

} // namespace attnscope
