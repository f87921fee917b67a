// SPDX-License-Identifier: GPL-3.0-or-later
// Which of LibTorch's backends may serve scaled_dot_product_attention, and why one would not. The switches are global to the
// process; a BackendPin sets them and puts them back, whatever happens in between. Worker thread only.
#pragma once

#include "profiler/attention/inputs.h"

#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

/// While it lives only the named backend ("math", "efficient", "flash", "cudnn") may run; "auto" allows all of them.
class BackendPin {
public:
    explicit BackendPin(std::string_view backend);
    ~BackendPin();
    BackendPin(const BackendPin&) = delete;
    BackendPin& operator=(const BackendPin&) = delete;

private:
    bool m_flash, m_efficient, m_math, m_cudnn, m_overrideable;
};

struct BackendAnswer {
    bool usable = false;
    std::vector<std::string> reasons; ///< why not, one sentence each, in LibTorch's words
};

/// Whether LibTorch would run this backend on these inputs. Runs nothing.
[[nodiscard]] BackendAnswer canUseBackend(std::string_view backend, const AttentionInputs& inputs);

/// The backend that LibTorch chooses by itself: "flash", "cudnn", "efficient", "math", or empty when none can run.
[[nodiscard]] std::string chosenBackend(const AttentionInputs& inputs);

} // namespace attnscope
