// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/op_observer.h"

#include "profiler/recording/op_log.h"

#include <ATen/core/Tensor.h>
#include <ATen/record_function.h>

#include <array>
#include <atomic>

namespace attnscope {
namespace {

std::atomic<int> registrations { 0 };

OpScope scopeOf(at::RecordScope scope)
{
    switch (scope) {
    case at::RecordScope::BACKWARD_FUNCTION:
        return OpScope::Backward;
    case at::RecordScope::USER_SCOPE:
        return OpScope::User;
    default:
        return OpScope::Operator;
    }
}

// The encoding of inputs: for each a word of its kind, its scalar type and its number of dimensions, then the dimensions.
enum Kind : std::int64_t { kOther, kTensor, kScalar, kTensorList, kScalarList };
constexpr int kTypeShift = 8, kDimsShift = 16;
constexpr std::size_t kMostWords = 64; ///< what does not fit is left out; no operator of attention comes near

Kind kindOf(const c10::IValue& value)
{
    if (value.isTensor()) {
        return kTensor;
    }
    if (value.isScalar()) {
        return kScalar;
    }
    if (value.isTensorList()) {
        return kTensorList;
    }
    return value.isIntList() || value.isDoubleList() || value.isBoolList() ? kScalarList : kOther;
}

struct Encoding {
    std::array<std::int64_t, kMostWords> words;
    std::size_t size = 0;

    [[nodiscard]] bool hasRoom(std::size_t count) const { return size + count <= words.size(); }
    void add(const at::Tensor& tensor)
    {
        const bool hasShape = !tensor.unsafeGetTensorImpl()->has_symbolic_sizes_strides() && !tensor.is_nested();
        const at::IntArrayRef dims = hasShape ? tensor.sizes() : at::IntArrayRef();
        if (!hasRoom(1 + dims.size())) {
            return;
        }
        words[size++] = kTensor | static_cast<std::int64_t>(tensor.scalar_type()) << kTypeShift
            | static_cast<std::int64_t>(dims.size()) << kDimsShift;
        for (const std::int64_t dim : dims) {
            words[size++] = dim;
        }
    }
    void add(const c10::IValue& value)
    {
        const Kind kind = kindOf(value);
        if (kind == kTensor && value.toTensor().defined()) {
            add(value.toTensor());
        } else if (hasRoom(1)) {
            words[size++] = kind == kTensor ? kOther : kind;
        }
    }
};

OpInputs decode(std::span<const std::int64_t> words)
{
    OpInputs inputs;
    for (std::size_t at = 0; at < words.size();) {
        const std::int64_t word = words[at++];
        OpArgument& argument = inputs.emplace_back();
        switch (word & 0xff) {
        case kTensor: {
            const auto type = static_cast<c10::ScalarType>(word >> kTypeShift & 0xff);
            const auto dims = static_cast<std::size_t>(word >> kDimsShift);
            argument.type = c10::scalarTypeToTypeMeta(type).name();
            argument.dims.assign(words.begin() + static_cast<std::ptrdiff_t>(at),
                words.begin() + static_cast<std::ptrdiff_t>(at + dims));
            at += dims;
            break;
        }
        case kScalar:
            argument.type = "Scalar";
            break;
        case kTensorList:
            argument.type = "TensorList";
            break;
        case kScalarList:
            argument.type = "ScalarList";
            break;
        default:
            break;
        }
    }
    return inputs;
}

const OpInputs* inputsOf(const at::RecordFunction& function, InputTable& table)
{
    if (function.inputs().empty()) {
        return nullptr;
    }
    Encoding encoding;
    for (const c10::IValue& value : function.inputs()) {
        encoding.add(value);
    }
    return table.intern(std::span(encoding.words.data(), encoding.size), decode);
}

// No context object is returned: it would be allocated for every op. The RecordFunction's address pairs begin and end.
template<bool kWithInputs>
std::unique_ptr<at::ObserverContext> onBegin(const at::RecordFunction& function)
{
    OpLog& log = OpLog::instance();
    if (const std::uint64_t session = log.session(); session != 0) {
        ThreadOpLog& mine = log.threadLog();
        const OpInputs* inputs = kWithInputs ? inputsOf(function, mine.inputs()) : nullptr;
        mine.begin(session, &function, function.name(), scopeOf(function.scope()), function.seqNr(),
            function.forwardThreadId(), inputs);
    }
    return nullptr;
}

void onEnd(const at::RecordFunction& function, at::ObserverContext* /*unused*/)
{
    OpLog::instance().threadLog().end(&function);
}

template<bool kWithInputs>
at::CallbackHandle callbackHandle()
{
    static const at::CallbackHandle handle = [] {
        registrations.fetch_add(1);
        return at::addGlobalCallback(at::RecordFunctionCallback(onBegin<kWithInputs>, onEnd)
                                         .needsInputs(kWithInputs)
                                         .scopes({ at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION,
                                             at::RecordScope::USER_SCOPE }));
    }();
    return handle;
}

} // namespace

OpObservation::OpObservation(Observed observed)
    : m_observed(observed)
{
    if (m_observed == Observed::OperatorsAndInputs) {
        at::reenableCallback(callbackHandle<true>());
    } else if (m_observed == Observed::Operators) {
        at::reenableCallback(callbackHandle<false>());
    }
    OpLog::instance().open();
}

OpObservation::~OpObservation()
{
    OpLog::instance().close();
    if (m_observed == Observed::OperatorsAndInputs) {
        at::disableCallback(callbackHandle<true>());
    } else if (m_observed == Observed::Operators) {
        at::disableCallback(callbackHandle<false>());
    }
}

int opObserverRegistrations()
{
    return registrations.load();
}

} // namespace attnscope
