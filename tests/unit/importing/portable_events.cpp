// SPDX-License-Identifier: GPL-3.0-or-later
// The event scanner once more, as other processors than x86-64 build it, in a namespace of its own.
#define ATTNSCOPE_PORTABLE_SCAN 1
#define attnscope attnscope_portable
#include "profiler/importing/raw_event.cpp"

#include "tests/unit/importing/raw_event_text.h"
#undef attnscope

std::string portableEventsAsText(const std::string& text);

std::string portableEventsAsText(const std::string& text)
{
    return attnscope_portable::eventsAsText(text);
}
