// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a Chrome / Kineto trace or a session file of ours, plain or compressed, as a Trace. Call from any thread except the GUI's;
// O(bytes). Nothing is dropped silently: see Trace::log().
#pragma once

#include "profiler/trace/result.h"
#include "profiler/trace/trace.h"

#include <atomic>
#include <functional>
#include <string>

namespace attnscope {

struct ImportOptions {
    /// Told at most 20 times a second on the importing thread: bytes read of the file, its size (0 unknown).
    std::function<void(std::uint64_t, std::uint64_t)> progress;
    const std::atomic<bool>* cancel = nullptr; ///< honoured within 100 ms
    /// While set, one thread reads: the other cores are wanted for something more urgent. May change at any time.
    const std::atomic<bool>* gently = nullptr;
};

/// Errors: ErrorKind::Input naming file, line and byte; ErrorKind::Cancelled. "-" reads standard input.
[[nodiscard]] Result<TracePtr> importTrace(const std::string& path, const ImportOptions& options = {});

/// The same for text in memory, plain or gzip (tests, resources). `label` stands for the file name in messages.
[[nodiscard]] Result<TracePtr> importTraceText(
    std::string_view text, const std::string& label, const ImportOptions& options = {});

} // namespace attnscope
