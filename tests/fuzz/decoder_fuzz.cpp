// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds any bytes to the kernel-name decoder and the demangler; neither may crash, hang, or break its promises.
#include "profiler/kernels/cpu_ops.h"
#include "profiler/kernels/decoder.h"
#include "profiler/kernels/demangle.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace attnscope;
    const std::string_view name(reinterpret_cast<const char*>(data), size);
    const DecodedKernel kernel = decodeKernel(name);
    for (const auto* field :
        { &kernel.family, &kernel.role, &kernel.instruction, &kernel.inputDtype, &kernel.accumulateDtype, &kernel.tile,
            &kernel.stages, &kernel.layout, &kernel.architecture, &kernel.rule }) {
        if (field->empty())
            std::abort(); // unknown is "?"
    }
    const bool explainsItself = kernel.mathUnit != MathUnit::Unknown || !kernel.reason.empty();
    if (!explainsItself || kernel.sentence.empty())
        std::abort();
    if (demangle(name).empty() != name.empty())
        std::abort();
    constexpr std::size_t kMostCharacters = std::size_t { 1024 } * 1024; // what the demangler may put together
    if (demangleCut(name).size() > kMostCharacters || outlineOfMangledName(name).size() > 3 * name.size())
        std::abort();
    (void)groupOfCpuOp(name);
    return 0;
}
