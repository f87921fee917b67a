// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_model.h"

#include "ui/compare/comparison_columns.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace attnscope {
Ns barTotal(const VariantSummary& summary)
{
    return std::accumulate(summary.groupNs.begin(), summary.groupNs.end(), Ns { 0 });
}

ComparisonModel::ComparisonModel(QObject* parent)
    : RecordsModel<VariantSummary>(parent)
{
    makeColumns();
}

void ComparisonModel::setSummaries(std::vector<VariantSummary> summaries, const Guess& guess)
{
    m_guess = guess;
    setRecords(std::move(summaries));
    makeColumns();
}

void ComparisonModel::setView(View view, TimeUnit unit)
{
    m_view = view;
    m_unit = unit;
    makeColumns();
}

std::vector<RoleGroup> ComparisonModel::rolesPresent() const
{
    std::vector<RoleGroup> roles;
    for (std::size_t i = 0; i < kRoleGroupCount; ++i) {
        if (std::any_of(
                records().begin(), records().end(), [i](const VariantSummary& s) { return s.groupNs[i] > 0; })) {
            roles.push_back(static_cast<RoleGroup>(i));
        }
    }
    return roles;
}

std::optional<RoleGroup> ComparisonModel::roleOfColumn(int column) const
{
    if (m_view != View::ByRole || column < 0 || column >= columnCount()) {
        return std::nullopt;
    }
    const QString& title = columns()[static_cast<std::size_t>(column)].exportTitle;
    for (const RoleGroup role : rolesPresent()) {
        if (title == roleColumnTitle(role)) {
            return role;
        }
    }
    return std::nullopt;
}

Ns ComparisonModel::longestRole() const
{
    Ns longest = 0;
    for (const VariantSummary& summary : records()) {
        longest = std::max(longest, *std::max_element(summary.groupNs.begin(), summary.groupNs.end()));
    }
    return longest;
}

bool ComparisonModel::onGpu() const
{
    return std::any_of(records().begin(), records().end(), [](const VariantSummary& s) { return s.onGpu; });
}

double ComparisonModel::longestBar() const
{
    Ns longest = 0;
    for (const VariantSummary& summary : records()) {
        longest = std::max(longest, barTotal(summary));
    }
    return static_cast<double>(longest);
}

void ComparisonModel::makeColumns()
{
    setColumns(comparisonColumns(m_view, m_unit, onGpu(), rolesPresent(), records(), m_guess));
}

int BarAxis::position(double ns, int width) const
{
    return static_cast<int>(std::lround(ns / maximum * width));
}

BarAxis barAxis(double longestNs, int width, int minGap, TimeUnit unit)
{
    BarAxis axis;
    axis.maximum = std::max(longestNs, 1.0);
    // Round in the unit that is shown, so that the labels are round.
    const double one = unit == TimeUnit::Nanoseconds ? 1 : unit == TimeUnit::Microseconds ? 1e3 : 1e6;
    const double wanted = axis.maximum / one * minGap / std::max(width, 1);
    double step = std::pow(10.0, std::floor(std::log10(std::max(wanted, 1e-9))));
    for (const double factor : { 1.0, 2.0, 5.0, 10.0 }) {
        if (step * factor >= wanted) {
            step *= factor;
            break;
        }
    }
    for (double at = 0; at * one <= axis.maximum * 1.0001; at += step) {
        axis.ticks.push_back(at * one);
    }
    return axis;
}

} // namespace attnscope
