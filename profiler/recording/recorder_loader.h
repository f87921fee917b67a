// SPDX-License-Identifier: GPL-3.0-or-later
// Finds LibTorch and loads the recorder plug-in at run time (PRODUCT: ATTNSCOPE_LIBTORCH, then the path it was built with, then the
// torch of python3; another version is refused with the sentence that says what to do). Call on the worker thread: it takes 0.3 s
// and more. The first success is kept for the life of the process; a failure is tried again at the next call. Never unloads.
#pragma once

#include "profiler/recording/recorder.h"
#include "profiler/trace/result.h"

#include <string>

namespace attnscope {

/// The process's recorder, or the sentence that says what is missing (ErrorKind::Unavailable).
[[nodiscard]] Result<Recorder*> loadRecorder();

/// Where LibTorch would be taken from and its version, without loading it; for `doctor` and the window's hints.
struct LibTorchLocation {
    std::string folder; ///< the torch folder (with lib/ inside)
    std::string version; ///< "2.11.0+cu130"
    std::string source; ///< "ATTNSCOPE_LIBTORCH", "build", "python3"
};
[[nodiscard]] Result<LibTorchLocation> findLibTorch();

} // namespace attnscope
