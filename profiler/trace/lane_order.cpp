// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/lane_order.h"

#include "profiler/trace/file_label.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>

namespace attnscope {
namespace {

constexpr std::size_t kLongestStream = 6; ///< digits; longer ones are handles, shown shortened

int section(LaneKind kind)
{
    switch (kind) {
    case LaneKind::CpuThread:
    case LaneKind::CudaApi:
        return 0;
    case LaneKind::GpuStream:
    case LaneKind::GpuAnnotation:
        return 1;
    case LaneKind::Other:
        return 2;
    case LaneKind::Instants:
        return 3;
    }
    return 3;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::string_view takeDigits(std::string_view text, std::size_t& at)
{
    while (at < text.size() && text[at] == '0') {
        ++at;
    }
    std::size_t begin = at;
    while (at < text.size() && isDigit(text[at])) {
        ++at;
    }
    return text.substr(begin, at - begin);
}

/// Below, equal to or above zero. Runs of digits are numbers: "9" before "10", "stream 7" before "stream 20".
int compareNaturally(std::string_view a, std::string_view b)
{
    bool negativeA = a.size() > 1 && a[0] == '-' && isDigit(a[1]);
    bool negativeB = b.size() > 1 && b[0] == '-' && isDigit(b[1]);
    if (negativeA != negativeB) {
        return negativeA ? -1 : 1;
    }
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            std::string_view x = takeDigits(a, i);
            std::string_view y = takeDigits(b, j);
            if (x.size() != y.size()) {
                return x.size() < y.size() ? -1 : 1;
            }
            if (int order = x.compare(y); order != 0) {
                return order;
            }
            continue;
        }
        if (a[i] != b[j]) {
            return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]) ? -1 : 1;
        }
        ++i;
        ++j;
    }
    std::size_t restA = a.size() - i;
    std::size_t restB = b.size() - j;
    return restA == restB ? a.compare(b) : (restA < restB ? -1 : 1);
}

std::string shortStream(std::int64_t stream)
{
    std::string text = fmt::format("{}", stream);
    if (text.size() <= kLongestStream) {
        return text;
    }
    return text.substr(0, 3) + "…" + text.substr(text.size() - 3);
}

std::string gpuTitle(const Lane& lane)
{
    std::string device = lane.device >= 0 ? fmt::format("GPU {}", lane.device) : "GPU";
    if (lane.stream >= 0) {
        return fmt::format("{} · stream {}", device, shortStream(lane.stream));
    }
    return lane.tid.empty() ? device
                            : fmt::format("{} · {}", device, lane.threadName.empty() ? lane.tid : lane.threadName);
}

std::string threadLabel(const Lane& lane)
{
    if (!lane.threadName.empty()) {
        return lane.threadName;
    }
    return lane.tid.empty() ? "no thread" : fmt::format("thread {}", lane.tid);
}

std::string threadSubtitle(const Lane& lane)
{
    // Kineto names threads "thread 457 (python3)": the number is in there already.
    if (lane.threadName.find(lane.tid) != std::string::npos) {
        return lane.threadName;
    }
    return lane.threadName.empty() ? lane.tid : fmt::format("{} {}", lane.tid, lane.threadName);
}

auto sortKey(const Lane& lane)
{
    return std::make_tuple(lane.file, section(lane.kind), lane.processSort);
}

} // namespace

void describeLane(Lane& lane, const TraceBuilder::State& state, const TraceFacts& facts)
{
    if (auto process = state.processes.find(lane.pid); process != state.processes.end()) {
        lane.processName = process->second.name;
        lane.processSort = process->second.sort.value_or(0);
    }
    if (auto thread = state.threads.find({ lane.pid, lane.tid }); thread != state.threads.end()) {
        lane.threadName = thread->second.name;
        lane.threadSort = thread->second.sort.value_or(0);
    }
    const bool several = lane.file < facts.files.size();
    switch (lane.kind) {
    case LaneKind::CpuThread:
        lane.title = "CPU thread";
        lane.subtitle = threadSubtitle(lane) + (lane.rows() > 1 ? " · nested" : "");
        break;
    case LaneKind::CudaApi:
        lane.title = "CUDA API";
        lane.subtitle = threadSubtitle(lane);
        break;
    case LaneKind::GpuStream:
        lane.title = gpuTitle(lane);
        lane.subtitle = several ? facts.files[lane.file].deviceName : facts.deviceName;
        break;
    case LaneKind::GpuAnnotation:
        lane.title = gpuTitle(lane);
        lane.subtitle = "annotations";
        break;
    case LaneKind::Instants:
        lane.title = "Instants";
        lane.subtitle = lane.processName.empty() ? lane.pid : lane.processName;
        break;
    case LaneKind::Other:
        lane.title = threadLabel(lane);
        lane.subtitle = lane.processName.empty() ? lane.pid : lane.processName;
        break;
    }
    if (several && !lane.subtitle.starts_with(facts.files[lane.file].label)) {
        lane.subtitle = withFileLabel(facts.files[lane.file].label, lane.subtitle);
    }
}

void sortLanes(std::vector<Lane>& lanes)
{
    std::stable_sort(lanes.begin(), lanes.end(), [](const Lane& a, const Lane& b) {
        if (sortKey(a) != sortKey(b)) {
            return sortKey(a) < sortKey(b);
        }
        if (int order = compareNaturally(a.pid, b.pid); order != 0) {
            return order < 0;
        }
        if (a.device != b.device) {
            return a.device < b.device;
        }
        if (a.threadSort != b.threadSort) {
            return a.threadSort < b.threadSort;
        }
        if (a.stream != b.stream) {
            return a.stream < b.stream;
        }
        if (int order = compareNaturally(a.tid, b.tid); order != 0) {
            return order < 0;
        }
        return a.kind < b.kind;
    });
}

} // namespace attnscope
