// SPDX-License-Identifier: GPL-3.0-or-later
// Facts that Linux keeps in /proc: CPU model, memory, NVIDIA driver. Plain C++, any thread; one small file each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attnscope {

[[nodiscard]] std::string cpuModel();
/// MemAvailable in bytes; 0 when unknown.
[[nodiscard]] std::int64_t availableMemory();
/// Version of the loaded NVIDIA kernel driver ("580.159.03"), empty without one.
[[nodiscard]] std::string nvidiaDriverVersion();
/// Whether only administrators may read GPU counters; empty when the driver does not say.
[[nodiscard]] std::optional<bool> countersNeedAdministrator();

/// The version in the text of /proc/driver/nvidia/version.
[[nodiscard]] std::string parseDriverVersion(std::string_view text);

} // namespace attnscope
