// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of this process, for tests that nothing grows. Any thread.
#pragma once

#include <cstddef>
#include <fstream>

#include <unistd.h>

namespace attnscope::test {

inline std::size_t residentBytes()
{
    std::ifstream file("/proc/self/statm");
    std::size_t total = 0;
    std::size_t resident = 0;
    file >> total >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace attnscope::test
