// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/attention/backend_pin.h"

#include "profiler/recording/error_text.h"

#include <ATen/Context.h>
#include <ATen/native/transformers/sdp_utils_cpp.h>
#include <ATen/SDPBackend.h>
#ifdef ATTNSCOPE_WITH_CUDA
#include <ATen/native/transformers/cuda/sdp_utils.h>
#endif
#include <c10/util/Exception.h>

#include <algorithm>

namespace attnscope {
namespace {

// LibTorch says why it refuses a backend in warnings; this keeps them from stderr and remembers them.
class WarningCapture final : public c10::WarningHandler {
public:
    void process(const c10::Warning& warning) override
    {
        std::string text = firstSentence(warning.msg());
        // Headlines ("Flash attention kernel not used because:") only say which backend the next one is about.
        const bool headline = text.find("kernel not used because") != std::string::npos;
        if (!headline && std::find(m_texts.begin(), m_texts.end(), text) == m_texts.end()) {
            m_texts.push_back(std::move(text));
        }
    }
    [[nodiscard]] const std::vector<std::string>& texts() const { return m_texts; }

private:
    std::vector<std::string> m_texts;
};

std::string nameOf(std::int64_t backend)
{
    switch (static_cast<at::SDPBackend>(backend)) {
    case at::SDPBackend::math:
        return "math";
    case at::SDPBackend::flash_attention:
        return "flash";
    case at::SDPBackend::efficient_attention:
        return "efficient";
    case at::SDPBackend::cudnn_attention:
        return "cudnn";
    case at::SDPBackend::overrideable:
        return "overrideable";
    case at::SDPBackend::error:
        break;
    }
    return {};
}

std::int64_t askLibTorch(const AttentionInputs& inputs)
{
    return at::_fused_sdp_choice(inputs.q, inputs.k, inputs.v, inputs.keepMask, inputs.dropout, inputs.isCausal,
        std::nullopt, inputs.sharesKvHeads);
}

// The CPU's gates are not exported: pin the backend and let LibTorch explain why it finds none.
BackendAnswer canUseOnCpu(std::string_view backend, const AttentionInputs& inputs, const WarningCapture& warnings)
{
    BackendAnswer answer;
    if (backend == "efficient") {
        answer.reasons = { "Memory-efficient attention needs a CUDA GPU: LibTorch has no CPU kernel for it." };
        return answer;
    }
    if (backend == "cudnn") {
        answer.reasons = { "cuDNN attention needs a CUDA GPU: cuDNN has no CPU kernels." };
        return answer;
    }
    const BackendPin pin(backend);
    std::string thrown;
    try {
        answer.usable = nameOf(askLibTorch(inputs)) == backend;
    } catch (const c10::Error& error) {
        thrown = firstSentence(error.what_without_backtrace());
    }
    if (!answer.usable) {
        answer.reasons = warnings.texts();
        if (answer.reasons.empty()) {
            answer.reasons.push_back(thrown.empty() ? "LibTorch does not run it for this workload." : thrown);
        }
    }
    return answer;
}

#ifdef ATTNSCOPE_WITH_CUDA
BackendAnswer canUseOnCuda(std::string_view backend, const AttentionInputs& inputs, const WarningCapture& warnings)
{
    BackendAnswer answer;
    const BackendPin pin(backend);
    const sdp::sdp_params params { inputs.q, inputs.k, inputs.v, inputs.keepMask, inputs.dropout, inputs.isCausal,
        inputs.sharesKvHeads };
    if (backend == "flash") {
        answer.usable = sdp::can_use_flash_attention(params, true);
    } else if (backend == "efficient") {
        answer.usable = sdp::can_use_mem_efficient_attention(params, true);
    } else {
        answer.usable = sdp::can_use_cudnn_attention(params, true);
    }
    if (!answer.usable) {
        answer.reasons = warnings.texts();
        if (answer.reasons.empty()) {
            answer.reasons.emplace_back("LibTorch does not run it for this workload and gives no reason.");
        }
    }
    return answer;
}
#endif

} // namespace

BackendPin::BackendPin(std::string_view backend)
    : m_flash(at::globalContext().userEnabledFlashSDP())
    , m_efficient(at::globalContext().userEnabledMemEfficientSDP())
    , m_math(at::globalContext().userEnabledMathSDP())
    , m_cudnn(at::globalContext().userEnabledCuDNNSDP())
    , m_overrideable(at::globalContext().userEnabledOverrideableSDP())
{
    const bool all = backend == "auto";
    at::Context& context = at::globalContext();
    context.setSDPUseFlash(all || backend == "flash");
    context.setSDPUseMemEfficient(all || backend == "efficient");
    context.setSDPUseMath(all || backend == "math");
    context.setSDPUseCuDNN(all || backend == "cudnn");
    context.setSDPUseOverrideable(all);
}

BackendPin::~BackendPin()
{
    at::Context& context = at::globalContext();
    context.setSDPUseFlash(m_flash);
    context.setSDPUseMemEfficient(m_efficient);
    context.setSDPUseMath(m_math);
    context.setSDPUseCuDNN(m_cudnn);
    context.setSDPUseOverrideable(m_overrideable);
}

BackendAnswer canUseBackend(std::string_view backend, const AttentionInputs& inputs)
{
    if (backend == "math" || backend == "auto") {
        return { true, {} };
    }
    WarningCapture capture;
    const c10::WarningUtils::WarningHandlerGuard handler(&capture);
    const c10::WarningUtils::WarnAlways everyTime;
#ifdef ATTNSCOPE_WITH_CUDA
    if (inputs.q.is_cuda()) {
        return canUseOnCuda(backend, inputs, capture);
    }
#endif
    return canUseOnCpu(backend, inputs, capture);
}

std::string chosenBackend(const AttentionInputs& inputs)
{
    WarningCapture capture;
    const c10::WarningUtils::WarningHandlerGuard handler(&capture);
    const BackendPin pin("auto");
    try {
        return nameOf(askLibTorch(inputs));
    } catch (const c10::Error&) {
        return {}; // nothing can run; running it will say so
    }
}

} // namespace attnscope
