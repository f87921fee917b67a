// SPDX-License-Identifier: GPL-3.0-or-later
// What the inputs of the operator that launched a kernel say about it. Many names leave the data type open ("?"); torch.profiler
// writes the types and shapes of each operator's inputs into the file when it is asked to ("Input type", "Input Dims"). The name
// speaks first: inputs complete what it leaves open and are marked as such, and where the two differ both are told.
// Pure; any thread; O(log spans + length of the operators' args).
#pragma once

#include "profiler/kernels/phrases.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

/// A tensor among an operator's inputs.
struct OpInput {
    std::string dtype; ///< as the decoder writes it: "bf16", "fp8 e4m3", "int64", …
    std::vector<std::int64_t> dims; ///< empty where the file gives none
};

/// The tensors among the inputs in an operator's args; scalars, lists and missing arguments are left out.
[[nodiscard]] std::vector<OpInput> opInputs(std::string_view argsJson);

struct NameCompletion {
    std::optional<SpanRef> op; ///< the operator whose inputs are known; empty: none is, and the rest is empty, too
    std::vector<OpInput> inputs;
    std::string dtype; ///< floating type that all its floating tensors share; empty where they differ or there is none
    bool completes = false; ///< the name leaves the input type open, `dtype` fills it
    bool disagrees = false; ///< the name says another type than `dtype`
    std::string
        text; ///< where the type comes from, or what differs, as one sentence; empty when there is nothing to add
};

/// For kernels that compute on their operator's inputs; copies, fills and unknown roles are not completed.
[[nodiscard]] NameCompletion completeName(const Trace& trace, SpanRef gpuSpan, Translate translate = nullptr);

} // namespace attnscope
