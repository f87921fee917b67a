// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a cubin, the machine code of one module, and tells for each kernel in it which matrix instructions its code holds. A hit
// means that the code contains the instruction, not that it ran; "none" is a proof that it cannot have run. HFMA2.MMA, which plain
// fp32 kernels use on sm_80 and sm_90, is no matrix instruction and is not one here.
// Pure; any thread; O(size). Damaged files are an Error, never a crash.
#pragma once

#include "profiler/trace/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

struct SassKernel {
    std::string name; ///< mangled, as CUPTI reports it
    /// Names joined by '+', in the order of their opcodes: "HMMA", "HGMMA", "HMMA+IMMA"; "none"; empty when it cannot be said.
    std::string matrixInstructions;
};

struct SassScan {
    int architecture = 0; ///< 90 = sm_90
    bool knownArchitecture = false; ///< the opcodes of this architecture are in the table; else no kernel is judged
    std::vector<SassKernel> kernels;
};

[[nodiscard]] Result<SassScan> scanCubin(std::span<const std::byte> cubin);

/// The matrix instruction of this architecture whose opcode an instruction's first 64-bit word holds, or an empty text.
[[nodiscard]] std::string_view matrixInstruction(int architecture, std::uint64_t word);
/// Whether the opcode table was made for this architecture.
[[nodiscard]] bool knowsOpcodesOf(int architecture);

} // namespace attnscope
