// SPDX-License-Identifier: GPL-3.0-or-later
// --op-library and --op: attention of the user's own, for `record` and `variants`. Main thread.
#pragma once

#include "profiler/recording/recorder.h"
#include "profiler/trace/result.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace attnscope {

struct CustomOptions {
    std::vector<std::string> libraries, ops;

    void addTo(CLI::App& command);
    /// One variant an operator, named after it, and one a package (.pt2), named after its file. Usage error when they do not pair up:
    /// each --op takes the library at its place, or the only one.
    [[nodiscard]] Result<std::vector<CustomVariant>> checked() const;
};

} // namespace attnscope
