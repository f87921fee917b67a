// SPDX-License-Identifier: GPL-3.0-or-later
// Cancellation: what long work asks every few milliseconds; and a stable sort that asks, too. Requests come from any thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace attnscope {

class Cancellation {
public:
    Cancellation() = default; ///< never requested
    explicit Cancellation(const std::atomic<bool>* flag)
        : m_flag(flag)
    {
    }
    [[nodiscard]] bool requested() const { return m_flag != nullptr && m_flag->load(std::memory_order_relaxed); }
    /// Asks once in 65 536 values of `i`: for tight loops.
    [[nodiscard]] bool requestedAt(std::size_t i) const { return (i & 0xffffU) == 0 && requested(); }

private:
    const std::atomic<bool>* m_flag = nullptr;
};

namespace detail {

/// Merges [begin, middle) and [middle, end) of `from` into `to`. False when cancelled.
template<typename T, typename Less>
bool mergeRuns(T* begin, T* middle, T* end, T* to, Less less, const Cancellation& cancel)
{
    T* left = begin;
    T* right = middle;
    for (std::size_t i = 0; left != middle && right != end; ++i) {
        if (cancel.requestedAt(i)) {
            return false;
        }
        *to++ = std::move(less(*right, *left) ? *right++ : *left++);
    }
    to = std::move(left, middle, to);
    std::move(right, end, to);
    return true;
}

} // namespace detail

/// Stable. O(n) where the range is sorted, O(n log n) else. False when cancelled: what the range holds is then anything.
template<typename T, typename Less>
[[nodiscard]] bool sortUnlessCancelled(T* begin, T* end, Less less, const Cancellation& cancel)
{
    constexpr std::size_t kRun = std::size_t { 1 } << 16;
    const auto size = static_cast<std::size_t>(end - begin);
    for (std::size_t at = 0; at < size; at += kRun) {
        if (cancel.requested()) {
            return false;
        }
        T* runEnd = begin + std::min(at + kRun, size);
        if (!std::is_sorted(begin + at, runEnd, less)) {
            std::stable_sort(begin + at, runEnd, less);
        }
    }
    std::vector<T> buffer;
    for (std::size_t width = kRun; width < size; width *= 2) {
        for (std::size_t at = 0; at + width < size; at += 2 * width) {
            T* middle = begin + at + width;
            T* last = begin + std::min(at + 2 * width, size);
            // What is in its place already stays there.
            T* first = std::upper_bound(begin + at, middle, *middle, less);
            last = std::lower_bound(middle, last, *(middle - 1), less);
            if (first == middle) {
                continue;
            }
            buffer.resize(std::max(buffer.size(), static_cast<std::size_t>(last - first)));
            if (!detail::mergeRuns(first, middle, last, buffer.data(), less, cancel)) {
                return false;
            }
            std::move(buffer.data(), buffer.data() + (last - first), first);
        }
    }
    return true;
}

template<typename T, typename Less>
[[nodiscard]] bool sortUnlessCancelled(std::vector<T>& values, Less less, const Cancellation& cancel)
{
    return sortUnlessCancelled(values.data(), values.data() + values.size(), less, cancel);
}

} // namespace attnscope
