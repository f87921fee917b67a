// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/nesting.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>

namespace attnscope {
namespace {

/// Spans of equal start and duration: what stands for the caller comes first.
int categoryRank(SpanKind kind)
{
    switch (kind) {
    case SpanKind::Step:
        return 0;
    case SpanKind::Annotation:
    case SpanKind::GpuAnnotation:
        return 1;
    case SpanKind::Python: // a python frame calls the op
        return 2;
    case SpanKind::Op:
        return 3;
    case SpanKind::ApiRuntime:
        return 4;
    case SpanKind::ApiDriver: // the runtime calls the driver
        return 5;
    case SpanKind::Kernel:
    case SpanKind::Memcpy:
    case SpanKind::Memset:
        return 6;
    case SpanKind::Sync:
    case SpanKind::Overhead:
    case SpanKind::Async:
    case SpanKind::Other:
        return 7;
    case SpanKind::Instant:
        return 8;
    }
    return 7;
}

Ns endOf(const SpanInput& span)
{
    return span.start + span.duration;
}

/// More zero-length spans of one instant than this do not nest any deeper.
constexpr std::size_t kMostZeroLengthDepth = 64;

/// Nesting with a work budget, so that a lane of endlessly crossing spans cannot take quadratic time.
class Nester {
public:
    explicit Nester(std::span<const SpanInput> spans)
        : m_spans(spans)
        , m_budget(64 * spans.size() + 1'000'000)
    {
        m_plan.row.resize(spans.size());
        m_plan.parent.assign(spans.size(), kNoSpan);
        m_plan.crossing.assign(spans.size(), false);
    }

    std::optional<RowPlan> run(const Cancellation& cancel)
    {
        for (std::uint32_t index = 0; index < m_spans.size() && !cancel.requestedAt(index); ++index) {
            place(index);
            if (m_work > m_budget) {
                return std::nullopt;
            }
        }
        m_plan.rows = static_cast<std::uint32_t>(m_rowEnd.size());
        return std::move(m_plan);
    }

private:
    /// A zero-length span may hold other zero-length ones of its instant: integer-microsecond files have whole call trees there.
    bool isOver(std::uint32_t open, const SpanInput& now) const
    {
        Ns end = endOf(m_spans[open]);
        return end < now.start || (end == now.start && m_spans[open].duration > 0);
    }

    void closeFinished(const SpanInput& now)
    {
        while (!m_open.empty() && isOver(m_open.back(), now)) {
            m_open.pop_back();
        }
    }

    /// The innermost open span that holds all of `span`. Takes finished ones out on its way when it must look below the top.
    std::uint32_t findParent(const SpanInput& span, bool& crosses)
    {
        crosses = false;
        if (m_open.empty()) {
            return kNoSpan;
        }
        if (endOf(m_spans[m_open.back()]) >= endOf(span)) {
            return m_open.back();
        }
        crosses = true;
        std::erase_if(m_open, [&](std::uint32_t open) { return isOver(open, span); });
        m_work += m_open.size();
        const auto holder = std::find_if(
            m_open.rbegin(), m_open.rend(), [&](std::uint32_t open) { return endOf(m_spans[open]) >= endOf(span); });
        return holder != m_open.rend() ? *holder : kNoSpan;
    }

    void place(std::uint32_t index)
    {
        const SpanInput& span = m_spans[index];
        closeFinished(span);
        if (span.duration == 0 && m_open.size() >= kMostZeroLengthDepth && m_spans[m_open.back()].duration == 0) {
            m_open.pop_back();
        }
        bool crosses = false;
        std::uint32_t parent = findParent(span, crosses);
        std::size_t row = parent == kNoSpan ? 0 : m_plan.row[parent] + 1;
        while (row < m_rowEnd.size() && m_rowEnd[row] > span.start) {
            ++row;
            ++m_work;
        }
        if (row == m_rowEnd.size()) {
            m_rowEnd.push_back(0);
        }
        m_rowEnd[row] = endOf(span);
        m_plan.row[index] = static_cast<std::uint32_t>(row);
        m_plan.parent[index] = parent;
        if (crosses) {
            m_plan.crossing[index] = true;
            ++m_plan.crossings;
        }
        m_open.push_back(index);
    }

    std::span<const SpanInput> m_spans;
    RowPlan m_plan;
    std::vector<std::uint32_t> m_open; ///< by start
    std::vector<Ns> m_rowEnd; ///< end of the last span of each row
    std::size_t m_budget;
    std::size_t m_work = 0;
};

/// Hands out the lowest free row.
class FreeRows {
public:
    explicit FreeRows(std::uint32_t firstRow)
        : m_rows(firstRow)
    {
    }

    std::uint32_t take(const SpanInput& span)
    {
        while (!m_busy.empty() && m_busy.top().first <= span.start) {
            m_free.push(m_busy.top().second);
            m_busy.pop();
        }
        std::uint32_t row = m_rows;
        if (m_free.empty()) {
            ++m_rows;
        } else {
            row = m_free.top();
            m_free.pop();
        }
        m_busy.emplace(endOf(span), row);
        return row;
    }

    std::uint32_t rows() const { return m_rows; }

private:
    using Busy = std::pair<Ns, std::uint32_t>;
    std::priority_queue<Busy, std::vector<Busy>, std::greater<>> m_busy;
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> m_free;
    std::uint32_t m_rows;
};

} // namespace

bool comesBefore(const SpanInput& a, const SpanInput& b)
{
    if (a.start != b.start) {
        return a.start < b.start;
    }
    if (a.duration != b.duration) {
        return a.duration > b.duration;
    }
    return a.kind != b.kind && categoryRank(a.kind) < categoryRank(b.kind);
}

RowPlan nestByContainment(std::span<const SpanInput> spans, const Cancellation& cancel)
{
    if (auto plan = Nester(spans).run(cancel)) {
        return std::move(*plan);
    }
    return placeInFreeRows(spans, cancel);
}

RowPlan placeInFreeRows(std::span<const SpanInput> spans, const Cancellation& cancel)
{
    RowPlan plan;
    plan.row.resize(spans.size());
    plan.parent.assign(spans.size(), kNoSpan);
    plan.crossing.assign(spans.size(), false);
    // A sync lasts as long as the kernels it waits for: on the same rows it would push them down one after the other.
    for (bool waiting : { false, true }) {
        FreeRows free(plan.rows);
        for (std::size_t i = 0; i < spans.size() && !cancel.requestedAt(i); ++i) {
            if ((spans[i].kind == SpanKind::Sync) != waiting) {
                continue;
            }
            plan.row[i] = free.take(spans[i]);
            if (!waiting && plan.row[i] > 0) {
                plan.crossing[i] = true;
                ++plan.crossings;
            }
        }
        plan.rows = free.rows();
    }
    return plan;
}

} // namespace attnscope
