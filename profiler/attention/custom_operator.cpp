// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of TORCH_LIBRARY as variants: finding them and matching their signature.
#include "profiler/attention/custom_attention.h"

#include "profiler/recording/error_text.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>

#include <dlfcn.h>

namespace attnscope {
namespace {

enum class Meaning : std::uint8_t { Mask, Dropout, Causal, Scale, SharedHeads, Default };

struct Parameter {
    Meaning meaning = Meaning::Default;
    c10::IValue standard; ///< the schema's default value
};

Error operatorError(std::string message)
{
    return { ErrorKind::Failed, std::move(message) };
}

bool isTensor(const c10::TypePtr& type)
{
    return type->kind() == c10::TypeKind::TensorType;
}

bool isOptionalOf(const c10::TypePtr& type, c10::TypeKind kind)
{
    return type->kind() == kind
        || (type->kind() == c10::TypeKind::OptionalType
            && type->expectRef<c10::OptionalType>().getElementType()->kind() == kind);
}

// By SDPA's names and their usual short forms; the type decides, too.
std::optional<Meaning> meaningOf(const c10::Argument& argument)
{
    const std::string& name = argument.name();
    const c10::TypePtr& type = argument.type();
    if ((name == "attn_mask" || name == "mask") && isOptionalOf(type, c10::TypeKind::TensorType)) {
        return Meaning::Mask;
    }
    if ((name == "dropout_p" || name == "dropout") && isOptionalOf(type, c10::TypeKind::FloatType)) {
        return Meaning::Dropout;
    }
    if ((name == "is_causal" || name == "causal") && isOptionalOf(type, c10::TypeKind::BoolType)) {
        return Meaning::Causal;
    }
    if ((name == "scale" || name == "softmax_scale") && isOptionalOf(type, c10::TypeKind::FloatType)) {
        return Meaning::Scale;
    }
    if (name == "enable_gqa" && isOptionalOf(type, c10::TypeKind::BoolType)) {
        return Meaning::SharedHeads;
    }
    if (argument.default_value()) {
        return Meaning::Default;
    }
    return std::nullopt;
}

class OperatorAttention final : public CustomAttention {
public:
    OperatorAttention(c10::OperatorHandle handle, std::vector<Parameter> parameters)
        : m_handle(std::move(handle))
        , m_parameters(std::move(parameters))
    {
    }
    [[nodiscard]] std::vector<std::string> untold(const AttentionInputs& inputs) const override
    {
        std::vector<std::string> sentences;
        if (inputs.isCausal && !has(Meaning::Causal) && !has(Meaning::Mask)) {
            sentences.emplace_back("It is not told about the causal mask: its signature has no argument for one.");
        }
        if (inputs.keepMask && !has(Meaning::Mask)) {
            sentences.emplace_back("It is not told about the padding mask: its signature has no argument for one.");
        }
        if (inputs.dropout > 0 && !has(Meaning::Dropout)) {
            sentences.emplace_back("It is not told about dropout: its signature has no argument for it.");
        }
        return sentences;
    }

protected:
    [[nodiscard]] at::Tensor call(const at::Tensor& q, const AttentionInputs& inputs) const override
    {
        torch::jit::Stack stack { q, inputs.k, inputs.v };
        for (const Parameter& parameter : m_parameters) {
            stack.push_back(valueOf(parameter, inputs));
        }
        m_handle.callBoxed(stack);
        TORCH_CHECK(!stack.empty() && stack.front().isTensor(), "It returned no tensor.");
        return stack.front().toTensor();
    }

private:
    [[nodiscard]] bool has(Meaning meaning) const
    {
        return std::any_of(m_parameters.begin(), m_parameters.end(),
            [meaning](const Parameter& parameter) { return parameter.meaning == meaning; });
    }
    [[nodiscard]] c10::IValue valueOf(const Parameter& parameter, const AttentionInputs& inputs) const
    {
        switch (parameter.meaning) {
        case Meaning::Mask:
            if (inputs.isCausal && !has(Meaning::Causal)) {
                return inputs.fillMask->logical_not();
            }
            return inputs.keepMask ? c10::IValue(*inputs.keepMask) : c10::IValue();
        case Meaning::Dropout:
            return inputs.dropout;
        case Meaning::Causal:
            return inputs.isCausal;
        case Meaning::Scale:
            return inputs.scale;
        case Meaning::SharedHeads:
            return inputs.sharesKvHeads;
        case Meaning::Default:
            break;
        }
        return parameter.standard;
    }

    c10::OperatorHandle m_handle;
    std::vector<Parameter> m_parameters;
};

std::set<std::string> operatorsOf(std::string_view nameSpace)
{
    std::set<std::string> names;
    for (const c10::OperatorName& name : c10::Dispatcher::singleton().getAllOpNames()) {
        if (name.name.starts_with(nameSpace) && name.name.substr(nameSpace.size()).starts_with("::")) {
            names.insert(name.overload_name.empty() ? name.name : name.name + "." + name.overload_name);
        }
    }
    return names;
}

Result<c10::OperatorHandle> findOperator(const std::string& library, const std::string& op)
{
    const auto separator = op.find("::");
    if (separator == std::string::npos || separator == 0 || separator + 2 == op.size()) {
        return Error { ErrorKind::Usage, fmt::format("--op {} is not of the form namespace::name.", op) };
    }
    const auto dot = op.find('.', separator);
    const c10::OperatorName name { op.substr(0, dot), dot == std::string::npos ? std::string() : op.substr(dot + 1) };
    if (auto handle = c10::Dispatcher::singleton().findSchema(name)) {
        return *handle;
    }
    const std::set<std::string> others = operatorsOf(op.substr(0, separator));
    return operatorError(others.empty()
            ? fmt::format("{} registers no operator {}, and none in that namespace.", library, op)
            : fmt::format("{} registers no operator {}; there is {}.", library, op, fmt::join(others, ", ")));
}

Result<std::shared_ptr<const CustomAttention>> matchSignature(const c10::OperatorHandle& handle, const std::string& op)
{
    const c10::FunctionSchema& schema = handle.schema();
    const auto& arguments = schema.arguments();
    const auto wrong = [&](const std::string& what) {
        return operatorError(fmt::format("{} cannot be called as attention: {}.", op, what));
    };
    const bool takesTensors = arguments.size() >= 3
        && std::all_of(arguments.begin(), arguments.begin() + 3,
            [](const c10::Argument& argument) { return isTensor(argument.type()); });
    if (!takesTensors) {
        return wrong("its first three arguments must be the tensors q, k and v");
    }
    if (schema.returns().empty() || !isTensor(schema.returns().front().type())) {
        return wrong("it must return a tensor first");
    }
    std::vector<Parameter> parameters;
    for (std::size_t i = 3; i < arguments.size(); ++i) {
        const std::optional<Meaning> meaning = meaningOf(arguments[i]);
        if (!meaning) {
            return wrong(fmt::format("nothing is known to pass as its argument \"{}\" ({}), which has no default",
                arguments[i].name(), arguments[i].type()->str()));
        }
        parameters.push_back({ *meaning, arguments[i].default_value().value_or(c10::IValue()) });
    }
    return std::shared_ptr<const CustomAttention>(std::make_shared<OperatorAttention>(handle, std::move(parameters)));
}

} // namespace

Result<std::shared_ptr<const CustomAttention>> loadOperator(const std::string& library, const std::string& op)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(library, ignored)) {
        return operatorError(fmt::format("There is no library {}.", library));
    }
    try {
        // With a path, so that the loader does not search; the library stays, LibTorch holds pointers into it.
        if (::dlopen(std::filesystem::absolute(library).c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr) {
            const char* reason = ::dlerror();
            return operatorError(fmt::format("The library {} cannot be loaded: {}", library,
                firstSentence(reason != nullptr ? reason : "for no given reason")));
        }
        const Result<c10::OperatorHandle> handle = findOperator(library, op);
        return handle.ok() ? matchSignature(handle.value(), op) : handle.error();
    } catch (const std::exception& error) {
        return operatorError(fmt::format("The library {} cannot be loaded: {}", library, firstSentence(error.what())));
    }
}

} // namespace attnscope
