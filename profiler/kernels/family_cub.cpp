// SPDX-License-Identifier: GPL-3.0-or-later
//
// CUB and Thrust device-wide algorithms, under whatever namespace a library wraps them in.
//
//   [at_cuda_detail::|CUB_<version>_NS::]cub::Device<Algorithm><Step>Kernel<policy, iterators, ...>
//   thrust::cuda_cub::core::_kernel_agent<thrust::cuda_cub::__<algorithm>::...Agent<...>, ...>
//
// The element type is the first in the arguments that is no pointer (policies name it: DeviceRadixSortPolicy<long,
// ...>).
#include "profiler/kernels/families.h"

#include <array>

namespace attnscope::kernels {
namespace {

struct Rule {
    std::string_view word;
    std::string_view role;
    MathUnit unit;
};

// First match wins; ReduceByKey is a scan that compacts.
constexpr std::array<Rule, 25> kRules { {
    { "ReduceByKey", "scan", MathUnit::CudaCore },
    { "CompactInit", "scan", MathUnit::CudaCore },
    { "Scan", "scan", MathUnit::CudaCore },
    { "UniqueByKey", "scan", MathUnit::CudaCore },
    { "AdjacentDifference", "elementwise", MathUnit::CudaCore },
    { "static_kernel", "elementwise", MathUnit::CudaCore }, // for each
    { "transform_kernel", "elementwise", MathUnit::CudaCore },
    { "EmptyKernel", "auxiliary", MathUnit::None },
    { "Select", "scan", MathUnit::CudaCore },
    { "Partition", "scan", MathUnit::CudaCore },
    { "RunLength", "scan", MathUnit::CudaCore },
    { "RadixSort", "sort", MathUnit::CudaCore },
    { "MergeSort", "sort", MathUnit::CudaCore },
    { "SegmentedSort", "sort", MathUnit::CudaCore },
    { "Sort", "sort", MathUnit::CudaCore },
    { "Reduce", "reduction", MathUnit::CudaCore },
    { "Histogram", "reduction", MathUnit::CudaCore },
    { "__uninitialized_fill", "fill", MathUnit::None },
    { "__fill", "fill", MathUnit::None },
    { "__copy", "copy", MathUnit::None },
    { "__scan", "scan", MathUnit::CudaCore },
    { "__reduce", "reduction", MathUnit::CudaCore },
    { "__merge_sort", "sort", MathUnit::CudaCore },
    { "__transform", "elementwise", MathUnit::CudaCore },
    { "__tabulate", "fill", MathUnit::None },
} };

} // namespace

bool readCub(const KernelText& kernel, DecodedKernel& out)
{
    const bool isThrust = contains(kernel.scope, "thrust::");
    // "thrust::cuda_cub::" is Thrust's own namespace.
    const bool isCub = startsWith(kernel.scope, "cub::") || contains(kernel.scope, "::cub::");
    const bool isNamed = startsWith(kernel.base, "Device") && endsWith(kernel.base, "Kernel") && kernel.scope.empty();
    if (!isThrust && !isCub && !isNamed)
        return false;
    setKnown(out.inputDtype, firstDtype(kernel.arguments, true));
    const std::string_view where = isThrust && !isCub ? kernel.arguments.substr(0, 400) : kernel.base;
    for (const Rule& rule : kRules) {
        if (!contains(where, rule.word) && !contains(kernel.base, rule.word))
            continue;
        setKind(out, "cub", rule.role, rule.unit);
        out.rule = "cub/" + std::string(rule.word);
        return true;
    }
    setKind(out, "cub", isThrust ? "elementwise" : "?", MathUnit::CudaCore);
    out.rule = isThrust ? "cub/thrust-for-each" : "cub/other";
    return true;
}

} // namespace attnscope::kernels
