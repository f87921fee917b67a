// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/name_completion.h"

#include "profiler/trace/json_members.h"
#include "profiler/trace/json_number.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace attnscope {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kTypes { {
    { "c10::BFloat16", "bf16" },
    { "c10::Half", "fp16" },
    { "float", "fp32" },
    { "double", "fp64" },
    { "c10::Float8_e4m3fn", "fp8 e4m3" },
    { "c10::Float8_e4m3fnuz", "fp8 e4m3" },
    { "c10::Float8_e5m2", "fp8 e5m2" },
    { "c10::Float8_e5m2fnuz", "fp8 e5m2" },
    { "signed char", "int8" },
    { "unsigned char", "uint8" },
    { "short int", "int16" },
    { "short", "int16" },
    { "int", "int32" },
    { "long int", "int64" },
    { "long", "int64" },
    { "bool", "bool" },
} };

constexpr std::array<std::string_view, 6> kFloating { "bf16", "fp16", "fp32", "fp64", "fp8 e4m3", "fp8 e5m2" };

// What works on other data than its operator's inputs: partial sums, converted or packed copies.
constexpr std::array<RoleGroup, 3> kNotOnInputs { RoleGroup::Copy, RoleGroup::Fill, RoleGroup::Other };

std::string_view dtypeOf(std::string_view type)
{
    const auto* const found =
        std::find_if(kTypes.begin(), kTypes.end(), [type](const auto& entry) { return entry.first == type; });
    return found == kTypes.end() ? std::string_view() : found->second;
}

bool isFloating(std::string_view dtype)
{
    return std::find(kFloating.begin(), kFloating.end(), dtype) != kFloating.end();
}

nlohmann::json listOf(std::string_view argsJson, std::string_view key, std::string_view older)
{
    JsonMembers members(argsJson);
    std::string_view name;
    std::string_view value;
    while (members.next(name, value)) {
        if (!members.wasString() && (name == key || name == older)) {
            auto list = nlohmann::json::parse(value, nullptr, false);
            return list.is_array() ? list : nlohmann::json::array();
        }
    }
    return nlohmann::json::array();
}

// Dimensions of one argument; nothing where it is no tensor (a list of tensors holds lists) or where one does not fit.
std::vector<std::int64_t> dimsOf(const nlohmann::json& argument)
{
    std::vector<std::int64_t> dims;
    for (const auto& size : argument) {
        const auto dim = size.is_number_integer() ? numberOf<std::int64_t>(size) : std::nullopt;
        if (!dim) {
            return {};
        }
        dims.push_back(*dim);
    }
    return dims;
}

// The type that all floating inputs share. What has no dimensions has no say: it may be a number that was turned into a tensor.
std::string sharedDtype(const std::vector<OpInput>& inputs)
{
    std::string shared;
    for (const OpInput& input : inputs) {
        if (!isFloating(input.dtype) || input.dims.empty()) {
            continue;
        }
        if (!shared.empty() && shared != input.dtype) {
            return {};
        }
        shared = input.dtype;
    }
    return shared;
}

// TF32 is how the Tensor Cores read fp32; names may give one type for each operand. A name with an integer type is of a kernel that
// works on indices or masks, whatever else its operator is given.
bool agrees(const std::string& named, const std::string& given)
{
    const bool speaksOfFloats = std::any_of(kFloating.begin(), kFloating.end(),
        [&named](std::string_view dtype) { return named.find(dtype) != std::string::npos; });
    const bool isTf32 = named == "tf32" && given == "fp32";
    return isTf32 || named.find(given) != std::string::npos || (named != "tf32" && !speaksOfFloats);
}

bool worksOnInputs(const Trace& trace, SpanRef span)
{
    const DecodedKernel& decoded = trace.decoded(span);
    const bool otherData = std::find(kNotOnInputs.begin(), kNotOnInputs.end(), decoded.group) != kNotOnInputs.end();
    return trace.kind(span) == SpanKind::Kernel && !otherData;
}

void judge(const Trace& trace, SpanRef span, Translate translate, NameCompletion& result)
{
    result.dtype = sharedDtype(result.inputs);
    if (result.dtype.empty() || !worksOnInputs(trace, span)) {
        return;
    }
    const std::string op(trace.name(*result.op));
    const std::string& named = trace.decoded(span).inputDtype;
    result.completes = named == "?";
    result.disagrees = !result.completes && !agrees(named, result.dtype);
    if (result.completes) {
        result.text = say(translate, "The name does not say the type; the inputs of %1 are %2.", { op, result.dtype });
    } else if (result.disagrees) {
        result.text = say(translate, "The name says %1, but the inputs of %2 are %3.", { named, op, result.dtype });
    }
}

} // namespace

std::vector<OpInput> opInputs(std::string_view argsJson)
{
    const nlohmann::json types = listOf(argsJson, "Input type", "Input types");
    const nlohmann::json dims = listOf(argsJson, "Input Dims", "Input dims");
    std::vector<OpInput> inputs;
    for (std::size_t i = 0; i < types.size(); ++i) {
        const std::string_view dtype =
            types[i].is_string() ? dtypeOf(types[i].get_ref<const std::string&>()) : std::string_view();
        if (!dtype.empty()) {
            const bool hasDims = i < dims.size() && dims[i].is_array();
            inputs.push_back({ std::string(dtype), hasDims ? dimsOf(dims[i]) : std::vector<std::int64_t> {} });
        }
    }
    return inputs;
}

NameCompletion completeName(const Trace& trace, SpanRef gpuSpan, Translate translate)
{
    NameCompletion result;
    const auto api = isGpuWork(trace.kind(gpuSpan)) ? trace.launchOf(gpuSpan) : std::nullopt;
    if (!api) {
        return result;
    }
    for (const SpanRef op : trace.opChainOf(*api)) {
        if (trace.kind(op) != SpanKind::Op) {
            continue;
        }
        result.inputs = opInputs(trace.argsJson(op));
        if (!result.inputs.empty()) {
            result.op = op;
            judge(trace, gpuSpan, translate, result);
            break; // operators further out may convert their inputs before they hand them on
        }
    }
    return result;
}

} // namespace attnscope
