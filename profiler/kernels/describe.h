// SPDX-License-Identifier: GPL-3.0-or-later
//
// Turns decoded fields into what people read: colour group, label, second line, sentence.
// Threads: pure, any thread. Cost: O(length of the texts).
#pragma once

#include "profiler/kernels/decoder.h"
#include "profiler/kernels/kernel_text.h"

namespace attnscope::kernels {

// Fills group, label (unless a reader set it), detail and sentence from the other fields.
void describe(const KernelText& kernel, DecodedKernel& out);

} // namespace attnscope::kernels
