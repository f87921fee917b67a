// SPDX-License-Identifier: GPL-3.0-or-later
//
// C++ name demangling for kernel names as recorders deliver them.
// Threads: pure, any thread. Cost: that of the C++ runtime's demangler.
#pragma once

#include <string>
#include <string_view>

namespace attnscope {

// The readable form of an Itanium-mangled name ("_Z..."), or `name` itself when it is not one or does not parse.
[[nodiscard]] std::string demangle(std::string_view name);

} // namespace attnscope
