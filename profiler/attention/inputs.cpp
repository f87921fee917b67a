// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/attention/inputs.h"

#include <ATen/CPUGeneratorImpl.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <cmath>

namespace attnscope {

at::ScalarType scalarType(DType dtype)
{
    switch (dtype) {
    case DType::Float16:
        return at::kHalf;
    case DType::Float32:
        return at::kFloat;
    case DType::BFloat16:
        break;
    }
    return at::kBFloat16;
}

std::int64_t keptKeys(const Workload& workload, std::int64_t index)
{
    const std::int64_t half = (workload.kvSeq + 1) / 2;
    if (workload.batch == 1) {
        return std::max<std::int64_t>(1, workload.kvSeq - half / 2); // one entry alone is padded, too
    }
    return std::max<std::int64_t>(1, workload.kvSeq - (workload.kvSeq - half) * index / (workload.batch - 1));
}

namespace {

void addMasks(const Workload& workload, const at::Device& device, AttentionInputs& inputs)
{
    const auto boolean = at::TensorOptions().dtype(at::kBool);
    if (workload.mask == MaskKind::Causal) {
        inputs.isCausal = true;
        inputs.fillMask = at::ones({ workload.seq, workload.kvSeq }, boolean).triu(1).to(device);
    } else if (workload.mask == MaskKind::Padding) {
        at::Tensor keep = at::zeros({ workload.batch, 1, 1, workload.kvSeq }, boolean);
        for (std::int64_t entry = 0; entry < workload.batch; ++entry) {
            keep.select(0, entry).narrow(-1, 0, keptKeys(workload, entry)).fill_(true);
        }
        inputs.fillMask = keep.logical_not().to(device);
        inputs.keepMask = keep.to(device).expand({ workload.batch, 1, workload.seq, workload.kvSeq });
    }
}

AttentionInputs describe(const Workload& workload)
{
    AttentionInputs inputs;
    inputs.sharesKvHeads = workload.kvHeads != workload.heads;
    inputs.dropout = workload.dropout;
    inputs.scale = 1.0 / std::sqrt(static_cast<double>(workload.headDim));
    return inputs;
}

void requireGradients(AttentionInputs& inputs)
{
    inputs.q.requires_grad_(true);
    inputs.k.requires_grad_(true);
    inputs.v.requires_grad_(true);
}

} // namespace

AttentionInputs makeInputs(const Workload& workload, const at::Device& device, std::uint64_t seed)
{
    const c10::NoGradGuard noGradients;
    AttentionInputs inputs = describe(workload);
    at::Generator generator = at::detail::createCPUGenerator(seed);
    // Drawn on the CPU in fp32 and rounded: every device and dtype starts from the same numbers.
    auto draw = [&](std::int64_t heads, std::int64_t seq) {
        return at::randn(
            { workload.batch, heads, seq, workload.headDim }, generator, at::TensorOptions().dtype(at::kFloat))
            .to(scalarType(workload.dtype))
            .to(device);
    };
    inputs.q = draw(workload.heads, workload.seq);
    inputs.k = draw(workload.kvHeads, workload.kvSeq);
    inputs.v = draw(workload.kvHeads, workload.kvSeq);
    addMasks(workload, device, inputs);
    if (workload.direction == Direction::Training) {
        inputs.outputGradient = draw(workload.heads, workload.seq);
        requireGradients(inputs);
    }
    return inputs;
}

AttentionInputs makeShapes(const Workload& workload, const at::Device& device)
{
    AttentionInputs inputs = describe(workload);
    const auto options = at::TensorOptions().dtype(scalarType(workload.dtype)).device(device);
    inputs.q = at::empty({ workload.batch, workload.heads, workload.seq, workload.headDim }, options);
    inputs.k = at::empty({ workload.batch, workload.kvHeads, workload.kvSeq, workload.headDim }, options);
    inputs.v = at::empty({ workload.batch, workload.kvHeads, workload.kvSeq, workload.headDim }, options);
    if (workload.mask == MaskKind::Causal) {
        inputs.isCausal = true; // nobody asks about the filling mask
    } else {
        addMasks(workload, device, inputs);
    }
    if (workload.direction == Direction::Training) {
        requireGradients(inputs);
    }
    return inputs;
}

} // namespace attnscope
