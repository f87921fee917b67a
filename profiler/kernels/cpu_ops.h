// SPDX-License-Identifier: GPL-3.0-or-later
//
// Colour groups for PyTorch operators ("aten::bmm"), for recordings that hold no kernels.
// Threads: pure, any thread. Cost: O(length of the name).
#pragma once

#include "profiler/kernels/decoder.h"

#include <string_view>

namespace attnscope {

// The group of an operator by its name, with or without "aten::"; Other when it is not a known computation.
[[nodiscard]] RoleGroup groupOfCpuOp(std::string_view opName);

} // namespace attnscope
