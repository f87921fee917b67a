// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/op_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include <sys/syscall.h>
#include <unistd.h>

namespace attnscope {
namespace {

const ThreadOps* ofThisThread(const std::vector<ThreadOps>& threads)
{
    const auto tid = static_cast<std::int64_t>(::syscall(SYS_gettid));
    const auto found =
        std::find_if(threads.begin(), threads.end(), [tid](const ThreadOps& ops) { return ops.tid == tid; });
    return found != threads.end() ? &*found : nullptr;
}

TEST(OpLog, RecordsNestingOnlyWhileOpen)
{
    OpLog& log = OpLog::instance();
    {
        const ScopedSpan before("before");
    }
    log.open();
    {
        const ScopedSpan outer("outer");
        const ScopedSpan inner("inner", OpScope::Step);
    }
    log.close();
    {
        const ScopedSpan after("after");
    }
    const auto threads = log.collect();
    const ThreadOps* mine = ofThisThread(threads);
    ASSERT_NE(mine, nullptr);
    ASSERT_EQ(mine->ops.size(), 2U);
    EXPECT_EQ(*mine->ops[0].name, "outer");
    EXPECT_EQ(*mine->ops[1].name, "inner");
    EXPECT_EQ(mine->ops[1].scope, OpScope::Step);
    EXPECT_GT(mine->ops[0].begin, 0);
    EXPECT_LE(mine->ops[0].begin, mine->ops[1].begin);
    EXPECT_LE(mine->ops[1].end, mine->ops[0].end);
}

TEST(OpLog, CopiesANameOnceAndTellsTextsApartAtOneAddress)
{
    OpLog& log = OpLog::instance();
    log.open();
    char name[] = "aten::mul";
    ThreadOpLog& mine = log.threadLog();
    for (int i = 0; i < 3; ++i) {
        mine.begin(log.session(), &name, name, OpScope::Operator, 7, 2);
        mine.end(&name);
    }
    name[6] = 'a'; // another text at the same address, as with annotations on the stack
    mine.begin(log.session(), &name, name, OpScope::Operator);
    mine.end(&name);
    log.close();
    const ThreadOps ops = mine.collect();
    ASSERT_EQ(ops.ops.size(), 4U);
    EXPECT_EQ(ops.ops[0].name, ops.ops[2].name) << "the same copy";
    EXPECT_EQ(*ops.ops[0].name, "aten::mul");
    EXPECT_EQ(*ops.ops[3].name, "aten::aul");
    EXPECT_EQ(ops.ops[0].sequence, 7);
    EXPECT_EQ(ops.ops[0].forwardThread, 2U);
}

TEST(OpLog, OpenOpsStayWithoutAnEndAndStrangeEndsAreIgnored)
{
    OpLog& log = OpLog::instance();
    log.open();
    ThreadOpLog& mine = log.threadLog();
    int one = 0;
    int two = 0;
    mine.end(&one); // begun before the session
    mine.begin(log.session(), &one, "open", OpScope::Operator);
    mine.begin(log.session(), &two, "closed", OpScope::Operator);
    mine.end(&two);
    mine.end(&two);
    log.close();
    EXPECT_EQ(mine.openCount(), 1U);
    const ThreadOps ops = mine.collect();
    ASSERT_EQ(ops.ops.size(), 2U);
    EXPECT_EQ(ops.ops[0].end, 0);
    EXPECT_GT(ops.ops[1].end, 0);
    log.open();
    {
        const ScopedSpan next("next");
    }
    log.close();
    EXPECT_EQ(mine.collect().ops.size(), 1U) << "a new session starts empty";
}

TEST(OpLog, EveryThreadHasItsOwnLog)
{
    OpLog& log = OpLog::instance();
    log.open();
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([] {
            for (int k = 0; k < 10'000; ++k) { // more than one chunk
                const ScopedSpan span("work");
            }
        });
    }
    threads.clear();
    log.close();
    std::size_t complete = 0;
    for (const ThreadOps& thread : log.collect()) {
        EXPECT_EQ(thread.lost, 0U);
        if (thread.ops.size() == 10'000) {
            ++complete;
            EXPECT_EQ(std::count_if(
                          thread.ops.begin(), thread.ops.end(), [](const OpRecord& op) { return op.end < op.begin; }),
                0);
        }
    }
    EXPECT_EQ(complete, 8U);
}

} // namespace
} // namespace attnscope
