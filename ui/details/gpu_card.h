// SPDX-License-Identifier: GPL-3.0-or-later
// The card of a kernel, a copy or a fill. Pure; any thread; O(GPU spans of the variant).
#pragma once

#include "ui/details/detail_card.h"

namespace attnscope {

/// Precondition: isGpuWork(trace.kind(span)).
[[nodiscard]] DetailCard gpuCard(const Trace& trace, const VariantView& view, SpanRef span);

} // namespace attnscope
