// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/importing/foreign_format.h"

#include <array>

namespace attnscope {
namespace {

struct ForeignFormat {
    std::string_view magic, what;
};

// Nsight Compute's magic ends in a zero byte, as does SQLite's.
constexpr std::array<ForeignFormat, 3> kFormats { {
    { "NVIDIA Tegra Profiler Report",
        "this is a report of Nsight Systems (.nsys-rep), which only Nsight Systems opens" },
    { std::string_view("NVR\0", 4), "this is a report of Nsight Compute (.ncu-rep), which only Nsight Compute opens" },
    { std::string_view("SQLite format 3\0", 16),
        "this is an SQLite database, such as Nsight Systems exports, and not a JSON trace" },
} };

constexpr std::string_view kAdvice =
    "; record the program with torch.profiler and open the JSON file that export_chrome_trace() writes";

} // namespace

std::string foreignFormat(std::string_view begin)
{
    for (const ForeignFormat& format : kFormats) {
        if (begin.starts_with(format.magic)) {
            return std::string(format.what) + std::string(kAdvice);
        }
    }
    return {};
}

} // namespace attnscope
