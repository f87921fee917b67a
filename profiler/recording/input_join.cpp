// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/input_join.h"

#include <algorithm>

namespace attnscope {
namespace {

bool isCalled(const OpRecord& op)
{
    return op.scope == OpScope::Operator || op.scope == OpScope::Backward;
}

std::vector<TimeRange> forwardsOf(const std::vector<ThreadOps>& threads)
{
    std::vector<TimeRange> forwards;
    for (const ThreadOps& thread : threads) {
        for (const OpRecord& op : thread.ops) {
            const bool isForward =
                op.scope == OpScope::Step || (op.scope == OpScope::Annotation && *op.name == kWarmUpName);
            if (isForward && op.end != 0) {
                forwards.push_back({ op.begin, op.end });
            }
        }
    }
    return forwards;
}

std::vector<OpRecord*> calledIn(TimeRange range, std::vector<OpRecord>& ops)
{
    std::vector<OpRecord*> called;
    const auto first = std::lower_bound(
        ops.begin(), ops.end(), range.begin, [](const OpRecord& op, Ns time) { return op.begin < time; });
    for (auto op = first; op != ops.end() && op->begin < range.end; ++op) {
        if (isCalled(*op)) {
            called.push_back(&*op);
        }
    }
    return called;
}

std::vector<const OpRecord*> calledIn(const std::vector<ThreadOps>& threads, std::int64_t tid)
{
    std::vector<const OpRecord*> called;
    for (const ThreadOps& thread : threads) {
        for (const OpRecord& op : thread.ops) {
            if (thread.tid == tid && isCalled(op)) {
                called.push_back(&op);
            }
        }
    }
    return called;
}

} // namespace

std::size_t joinInputs(std::vector<ThreadOps>& recorded, const std::vector<ThreadOps>& observed)
{
    const std::vector<TimeRange> forwards = forwardsOf(recorded);
    std::vector<bool> differs(forwards.size(), false);
    for (ThreadOps& thread : recorded) {
        const std::vector<const OpRecord*> known = calledIn(observed, thread.tid);
        for (std::size_t i = 0; i < forwards.size(); ++i) {
            const std::vector<OpRecord*> called = calledIn(forwards[i], thread.ops);
            const bool same = std::equal(called.begin(), called.end(), known.begin(), known.end(),
                [](const OpRecord* a, const OpRecord* b) { return *a->name == *b->name; });
            for (std::size_t k = 0; same && k < called.size(); ++k) {
                called[k]->inputs = known[k]->inputs;
            }
            differs[i] = differs[i] || !same;
        }
    }
    return static_cast<std::size_t>(std::count(differs.begin(), differs.end(), true));
}

} // namespace attnscope
