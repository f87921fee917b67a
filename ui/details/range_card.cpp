// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/range_card.h"

#include "profiler/analysis/attribution.h"
#include "ui/common/format.h"
#include "ui/common/kernel_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <vector>

namespace attnscope {
namespace {

constexpr std::size_t kMostRoles = 4;

class RangeWords {
    Q_DECLARE_TR_FUNCTIONS(RangeWords)
};

// GPU work of the variant inside the range, each moment once.
Ns busyIn(const Trace& trace, const VariantView& view, TimeRange range)
{
    std::vector<TimeRange> parts;
    for (const AttributedWork& item : attributeWork(trace, view)) {
        const TimeRange part { std::max(range.begin, trace.start(item.span)),
            std::min(range.end, trace.end(item.span)) };
        if (part.begin < part.end) {
            parts.push_back(part);
        }
    }
    return unionLength(std::move(parts));
}

void addRoles(DetailCard& card, const VariantTables& tables)
{
    struct RoleTime {
        RoleGroup role;
        Ns time;
    };
    std::array<Ns, kRoleGroupCount> sums {};
    for (const NameStatistics& kernel : tables.kernelNames) {
        sums[static_cast<std::size_t>(kernel.group)] += kernel.total;
    }
    std::vector<RoleTime> roles;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i] > 0) {
            roles.push_back({ static_cast<RoleGroup>(i), sums[i] });
        }
    }
    std::stable_sort(roles.begin(), roles.end(), [](const RoleTime& a, const RoleTime& b) { return a.time > b.time; });
    if (roles.size() > kMostRoles) {
        roles.resize(kMostRoles);
    }
    for (const RoleTime& role : roles) {
        card.right.push_back({ roleName(role.role), formatTimeAuto(role.time),
            RangeWords::tr("GPU work of this role that starts in the range, its whole time") });
    }
}

} // namespace

DetailCard describeRange(const Trace& trace, const VariantView& view, TimeRange range, const VariantTables& tables)
{
    DetailCard card;
    card.hasNeighbours = false;
    card.title = RangeWords::tr("%1 measured").arg(formatTimeAuto(range.length()));
    std::int64_t ops = 0;
    for (const NameStatistics& op : tables.ops) {
        ops += op.count;
    }
    const QString kernels = formatCount(tables.kernelCount);
    card.left.push_back({ RangeWords::tr("From"), formatTimeExact(range.begin - trace.range().begin), {} });
    card.left.push_back({ RangeWords::tr("To"), formatTimeExact(range.end - trace.range().begin), {} });
    if (trace.gpuWork().empty()) {
        card.sentence = RangeWords::tr("What starts in it stands in Ops.");
    } else {
        const Ns busy = busyIn(trace, view, range);
        const double share = static_cast<double>(busy) / static_cast<double>(std::max<Ns>(1, range.length()));
        card.sentence = RangeWords::tr("The GPU is busy %1 of it. What starts in it stands in Kernels and Ops.")
                            .arg(formatPercent(share));
        card.left.push_back({ RangeWords::tr("GPU busy"), formatTimeAuto(busy), formatTimeExact(busy) });
        card.left.push_back({ RangeWords::tr("GPU idle"), formatTimeAuto(range.length() - busy), {} });
        card.right.push_back({ RangeWords::tr("Kernels, copies, fills"), kernels, {} });
    }
    card.right.push_back({ RangeWords::tr("Operators"), formatCount(ops), {} });
    addRoles(card, tables);
    return card;
}

} // namespace attnscope
