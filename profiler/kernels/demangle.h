// SPDX-License-Identifier: GPL-3.0-or-later
//
// C++ name demangling for kernel names as recorders deliver them: whole, cut off, or written by a newer compiler.
// Threads: pure, any thread. Cost: that of the C++ runtime's demangler, with a limit on what a name may grow to
// (substitutions can double at every step, so a short hostile name could ask for gigabytes).
#pragma once

#include <string>
#include <string_view>

namespace attnscope {

// The readable form of an Itanium-mangled name ("_Z..."), or `name` itself when it is not one or does not parse.
[[nodiscard]] std::string demangle(std::string_view name);

// "…": stands in the result of demangleCut() where the cut went through.
inline constexpr std::string_view kCutMark = "\xE2\x80\xA6";

// For a mangled name whose end is missing: what there is of it, every open list closed, "…" where the cut went through
// ("cutlass::device_kernel<cute::tuple<cute::C<128>, cute::C<…> > >"); "" when it does not parse up to its end.
[[nodiscard]] std::string demangleCut(std::string_view name);

// For a mangled name that does not parse at all: the identifiers in it, as
// "cutlass::Kernel2<cutlass_80_tensorop_...". Good enough to look for words, not to show.
[[nodiscard]] std::string outlineOfMangledName(std::string_view name);

} // namespace attnscope
