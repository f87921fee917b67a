// SPDX-License-Identifier: GPL-3.0-or-later
// Counts what the calling thread executes, instruction by instruction: unlike times, the same on a busy machine. x86-64 only; about a
// million a second. SIGTRAP is taken meanwhile, so not under a debugger.
#pragma once

#include <csignal>
#include <cstdint>
#include <functional>
#include <optional>

namespace attnscope::test {

#ifdef __x86_64__

namespace detail {

inline volatile std::int64_t stepped = 0;

inline void onStep(int /*signal*/)
{
    stepped = stepped + 1;
}

// The stack pointer is moved first: a function may keep values below it without saying so.
[[gnu::noinline]] inline void startStepping()
{
    asm volatile("lea -128(%%rsp), %%rsp\n pushfq\n orq $0x100, (%%rsp)\n popfq\n lea 128(%%rsp), %%rsp" ::
                     : "memory", "cc");
}

[[gnu::noinline]] inline void stopStepping()
{
    asm volatile("lea -128(%%rsp), %%rsp\n pushfq\n andq $~0x100, (%%rsp)\n popfq\n lea 128(%%rsp), %%rsp" ::
                     : "memory", "cc");
}

} // namespace detail

/// Instructions outside the kernel that this thread executes for `work`; empty on other processors.
[[nodiscard]] inline std::optional<std::int64_t> instructionsOf(const std::function<void()>& work)
{
    struct sigaction counting { };
    struct sigaction before { };
    counting.sa_handler = detail::onStep;
    counting.sa_flags = SA_RESTART;
    sigaction(SIGTRAP, &counting, &before);
    detail::stepped = 0;
    detail::startStepping();
    work();
    detail::stopStepping();
    sigaction(SIGTRAP, &before, nullptr);
    return detail::stepped;
}

#else

[[nodiscard]] inline std::optional<std::int64_t> instructionsOf(const std::function<void()>& /*work*/)
{
    return std::nullopt;
}

#endif

} // namespace attnscope::test
