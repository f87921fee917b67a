// SPDX-License-Identifier: GPL-3.0-or-later
// Spreads independent pieces of work over the cores. Called from any thread, returns when all is done; few spans need no threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <numeric>
#include <thread>
#include <vector>

namespace attnscope {

/// Calls `work(i)` once for each piece, on up to eight threads at the same time; `spans[i]` is how many spans piece i has. The
/// longest first, so that the last thread is not left alone with it.
template<typename Work>
void spreadWork(const std::vector<std::size_t>& spans, const Work& work)
{
    constexpr std::size_t kWorthAThread = 100'000; // spans
    std::vector<std::size_t> order(spans.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return spans[a] > spans[b]; });
    std::atomic<std::size_t> next = 0;
    const auto takeTurns = [&] {
        for (std::size_t i = next++; i < order.size(); i = next++) {
            work(order[i]);
        }
    };
    std::vector<std::jthread> helpers;
    if (std::accumulate(spans.begin(), spans.end(), std::size_t { 0 }) >= kWorthAThread) {
        const auto threads = std::min<std::size_t>({ std::thread::hardware_concurrency(), spans.size(), 8 });
        for (std::size_t i = 1; i < threads; ++i) {
            helpers.emplace_back(takeTurns);
        }
    }
    takeTurns();
}

} // namespace attnscope
