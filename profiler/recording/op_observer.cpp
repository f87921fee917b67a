// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/op_observer.h"

#include "profiler/recording/op_log.h"

#include <ATen/record_function.h>

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

// No context object is returned: it would be allocated for every op. The RecordFunction's address pairs begin and end.
std::unique_ptr<at::ObserverContext> onBegin(const at::RecordFunction& function)
{
    OpLog& log = OpLog::instance();
    if (const std::uint64_t session = log.session(); session != 0) {
        log.threadLog().begin(session, &function, function.name(), scopeOf(function.scope()), function.seqNr(),
            function.forwardThreadId());
    }
    return nullptr;
}

void onEnd(const at::RecordFunction& function, at::ObserverContext* /*unused*/)
{
    OpLog::instance().threadLog().end(&function);
}

at::CallbackHandle callbackHandle()
{
    static const at::CallbackHandle handle = [] {
        registrations.fetch_add(1);
        return at::addGlobalCallback(at::RecordFunctionCallback(onBegin, onEnd)
                                         .scopes({ at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION,
                                             at::RecordScope::USER_SCOPE }));
    }();
    return handle;
}

} // namespace

OpObservation::OpObservation(bool withOperators)
    : m_withOperators(withOperators)
{
    if (m_withOperators) {
        at::reenableCallback(callbackHandle());
    }
    OpLog::instance().open();
}

OpObservation::~OpObservation()
{
    OpLog::instance().close();
    if (m_withOperators) {
        at::disableCallback(callbackHandle());
    }
}

int opObserverRegistrations()
{
    return registrations.load();
}

} // namespace attnscope
