// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/kernel_difference.h"

#include "profiler/analysis/attribution.h"
#include "profiler/kernels/demangle.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <unordered_map>

namespace attnscope {
namespace {

struct Counted {
    bool byLabel, perStep;
    bool kernelsAlone; ///< a side did not record copies and fills, so that they are no difference
};

using Rows = std::map<std::string, KernelDifferenceRow, std::less<>>;

// Tools differ in whether they demangle, so the readable name is what two traces share.
std::string keyOf(const Trace& trace, NameId id, bool byLabel)
{
    const std::string& label = trace.decoded(id).label;
    return byLabel && !label.empty() ? label : demangle(trace.name(id));
}

// What a comparison counts: as the tables do, and of a step only what the step launched.
bool isCounted(const Trace& trace, const VariantView& variant, const AttributedWork& item, const Counted& counted)
{
    const bool isLeftOut = isWarmup(variant, item) || (counted.perStep && item.step < 0)
        || (counted.kernelsAlone && trace.kind(item.span) != SpanKind::Kernel);
    return !isLeftOut && isMeasured(trace, item.span);
}

void describe(KernelDifferenceRow& row, const Trace& trace, SpanRef span)
{
    const DecodedKernel& decoded = trace.decoded(span);
    row.label = decoded.label.empty() ? row.name : decoded.label;
    row.group = trace.group(span);
    row.mathUnit = trace.kind(span) == SpanKind::Kernel ? decoded.mathUnit : MathUnit::None;
}

void addSide(Rows& rows, KernelCost KernelDifferenceRow::*side, const Trace& trace, const VariantView& variant,
    const Counted& counted)
{
    std::unordered_map<NameId, KernelDifferenceRow*> known; // each name is looked up once
    for (const AttributedWork& item : attributeWork(trace, variant)) {
        if (!isCounted(trace, variant, item, counted)) {
            continue;
        }
        const NameId id = trace.lane(item.span).name[item.span.index];
        auto [entry, isNew] = known.try_emplace(id, nullptr);
        if (isNew) {
            auto [row, isNewRow] = rows.try_emplace(keyOf(trace, id, counted.byLabel));
            if (isNewRow) {
                row->second.name = row->first;
                describe(row->second, trace, item.span);
            }
            entry->second = &row->second;
        }
        KernelCost& cost = entry->second->*side;
        if (!cost.isThere() || trace.duration(item.span) > trace.duration(cost.longest)) {
            cost.longest = item.span;
        }
        cost.count += 1;
        cost.total += static_cast<double>(trace.duration(item.span));
    }
}

void normalise(KernelCost& cost, std::size_t steps)
{
    if (cost.isThere()) {
        cost.mean = cost.total / cost.count;
        cost.count /= static_cast<double>(steps);
        cost.total /= static_cast<double>(steps);
    }
}

} // namespace

std::optional<double> KernelDifferenceRow::ratio() const
{
    return a.total > 0 && b.total > 0 ? std::optional(b.total / a.total) : std::nullopt;
}

KernelDifference compareKernels(const Trace& a, const VariantView& variantA, const Trace& b,
    const VariantView& variantB, const KernelDifferenceOptions& options)
{
    KernelDifference result;
    result.stepsA = variantA.steps.size();
    result.stepsB = variantB.steps.size();
    result.perStep = options.perStep && result.canBePerStep();
    const Counted counted { options.byLabel, result.perStep, lacksCopies(a) || lacksCopies(b) };
    Rows rows;
    addSide(rows, &KernelDifferenceRow::a, a, variantA, counted);
    addSide(rows, &KernelDifferenceRow::b, b, variantB, counted);
    result.rows.reserve(rows.size());
    for (auto& [key, row] : rows) {
        normalise(row.a, result.perStep ? result.stepsA : 1);
        normalise(row.b, result.perStep ? result.stepsB : 1);
        result.totalA += row.a.total;
        result.totalB += row.b.total;
        result.rows.push_back(std::move(row));
    }
    // The map is sorted by name, and names break ties.
    std::stable_sort(
        result.rows.begin(), result.rows.end(), [](const KernelDifferenceRow& x, const KernelDifferenceRow& y) {
            return std::abs(x.difference()) > std::abs(y.difference());
        });
    return result;
}

std::vector<std::pair<VariantView, VariantView>> pairVariants(
    const std::vector<VariantView>& a, const std::vector<VariantView>& b)
{
    std::vector<std::pair<VariantView, VariantView>> pairs;
    if (a.size() == 1 && b.size() == 1) {
        pairs.emplace_back(a.front(), b.front());
        return pairs;
    }
    for (const VariantView& left : a) {
        const auto right = std::find_if(
            b.begin(), b.end(), [&left](const VariantView& candidate) { return candidate.name == left.name; });
        if (right != b.end()) {
            pairs.emplace_back(left, *right);
        }
    }
    return pairs;
}

std::vector<SpanRef> kernelSpans(const Trace& trace, const VariantView& variant, std::string_view name, bool byLabel)
{
    std::unordered_map<NameId, bool> known;
    std::vector<SpanRef> spans;
    for (const AttributedWork& item : attributeWork(trace, variant)) {
        if (!isCounted(trace, variant, item, {})) {
            continue;
        }
        const NameId id = trace.lane(item.span).name[item.span.index];
        auto [entry, isNew] = known.try_emplace(id, false);
        if (isNew) {
            entry->second = keyOf(trace, id, byLabel) == name;
        }
        if (entry->second) {
            spans.push_back(item.span);
        }
    }
    return spans;
}

} // namespace attnscope
