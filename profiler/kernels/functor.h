// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the operation inside the template arguments of PyTorch's generic kernels, past all wrappers.
// Threads: pure, any thread. Cost: linear in the length of the text.
#pragma once

#include <string>
#include <string_view>

namespace attnscope::kernels {

// "at::native::BinaryFunctor<float, float, float, at::native::binary_internal::DivFunctor<float> >" → "DivFunctor";
// "at::native::(anonymous namespace)::masked_fill_kernel(...)::{lambda..." → "masked_fill_kernel". "" when there is
// none.
[[nodiscard]] std::string_view findFunctor(std::string_view arguments);

// A short name for people: "DivFunctor" → "div", "masked_fill_kernel" → "masked_fill", "bfloat16_copy_kernel_cuda" →
// "copy".
[[nodiscard]] std::string labelOfFunctor(std::string_view functor);

} // namespace attnscope::kernels
