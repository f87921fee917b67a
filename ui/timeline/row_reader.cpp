// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/row_reader.h"

#include <algorithm>

namespace attnscope {

namespace {

// First index in [from, end) whose span ends after `limit`. Spans of a row do not overlap, so ends ascend; galloping, because the
// answer is mostly near.
std::uint32_t gallopToEndAfter(const Lane& lane, std::uint32_t from, std::uint32_t end, Ns limit)
{
    std::uint32_t low = from, step = 1;
    while (low < end && lane.end(low) <= limit) {
        const auto next = low + step;
        if (next >= end || lane.end(next) > limit) {
            auto high = std::min(next, end);
            ++low;
            while (low < high) {
                const auto middle = low + (high - low) / 2;
                if (lane.end(middle) <= limit) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
        low = next;
        step *= 2;
    }
    return low;
}

} // namespace

void readRow(const Lane& lane, std::uint32_t row, TimeRange view, Ns narrow, std::vector<RowRun>& out)
{
    const auto end = lane.rowBegin[row + 1];
    auto index = lane.firstEndingAfter(row, view.begin);
    while (index < end && lane.start[index] < view.end) {
        RowRun run { index, 1, lane.start[index], lane.end(index), lane.duration[index] < narrow };
        ++index;
        while (run.narrow && index < end && lane.start[index] < view.end) {
            // Whatever ends within the narrow length after the run is narrow itself and near enough: one jump.
            const auto next = gallopToEndAfter(lane, index, end, run.end + narrow - 1);
            if (next > index) {
                index = next;
                run.end = lane.end(next - 1);
                continue;
            }
            if (lane.duration[index] >= narrow || lane.start[index] - run.end >= narrow) {
                break;
            }
            run.end = lane.end(index++);
        }
        run.count = index - run.first;
        out.push_back(run);
    }
}

} // namespace attnscope
