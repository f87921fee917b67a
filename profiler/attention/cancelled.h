// SPDX-License-Identifier: GPL-3.0-or-later
// Thrown between operators when the user has cancelled; never leaves the recorder.
#pragma once

namespace attnscope {

struct CancelledByUser { };

} // namespace attnscope
