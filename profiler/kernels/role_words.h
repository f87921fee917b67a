// SPDX-License-Identifier: GPL-3.0-or-later
//
// The words for each role: its colour group, the word on the timeline, the phrase in a sentence. One table.
// Threads: pure, any thread. Cost: O(number of roles).
#pragma once

#include "profiler/kernels/decoder.h"

#include <string>
#include <string_view>

namespace attnscope::kernels {

// Between the numbers of a tile: what tileForPeople() writes.
inline constexpr std::string_view kTimes = "\xC3\x97"; // ×

struct RoleWords {
    const char* role;
    RoleGroup group;
    const char* label; // timeline
    const char* phrase; // in a sentence
};

// Null when the role is not known.
[[nodiscard]] const RoleWords* wordsOf(std::string_view role);

// "combine", "preprocess", ... for the steps around an attention kernel, "helper" for those without a name.
[[nodiscard]] const char* attentionStep(std::string_view rule);

// Whether the kernel is such a step rather than attention itself.
[[nodiscard]] bool isAttentionStep(const DecodedKernel& kernel);

// "256x128x64" → "256×128": what fits a label; "" where the name does not say.
[[nodiscard]] std::string tileForPeople(std::string_view tile);

[[nodiscard]] inline bool isKnown(std::string_view field)
{
    return !field.empty() && field != "?";
}

} // namespace attnscope::kernels
