// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison as a table: one row a variant; Summary shows what it costs, ByRole where the time goes. The last column is the bar,
// which the delegate draws over an axis that the header shows, so that table and chart cannot drift apart. GUI thread only.
#pragma once

#include "profiler/analysis/variants.h"
#include "ui/common/format.h"
#include "ui/common/records_model.h"
#include "ui/run/guess.h"

#include <optional>
#include <vector>

namespace attnscope {

/// Further roles of the comparison.
namespace ComparisonRole {
inline constexpr int kSecondary =
    Qt::UserRole + 20; ///< faint words after the name: "baseline", "chose cuDNN", "your guess"
inline constexpr int kRefusal = Qt::UserRole + 21; ///< bool: the row did not run; the sentence stands in column 1
} // namespace ComparisonRole

class ComparisonModel : public RecordsModel<VariantSummary> {
public:
    enum class View { Summary, ByRole };
    explicit ComparisonModel(QObject* parent = nullptr);

    /// What the guess covers must be gone from the summaries already.
    void setSummaries(std::vector<VariantSummary> summaries, const Guess& guess = {});
    void setView(View view, TimeUnit unit);
    [[nodiscard]] View view() const { return m_view; }
    [[nodiscard]] TimeUnit unit() const { return m_unit; }
    [[nodiscard]] int barColumn() const { return columnCount() - 1; }
    /// Roles that take any time in any variant, in their fixed order.
    [[nodiscard]] std::vector<RoleGroup> rolesPresent() const;
    /// Of a column of ByRole that stands for a role.
    [[nodiscard]] std::optional<RoleGroup> roleOfColumn(int column) const;
    /// The role that is looked at; its column is lit.
    void setPicked(std::optional<RoleGroup> role) { m_picked = role; }
    [[nodiscard]] std::optional<RoleGroup> picked() const { return m_picked; }
    /// Longest time of one role in one variant, ns.
    [[nodiscard]] Ns longestRole() const;
    [[nodiscard]] bool onGpu() const;
    /// Longest bar in ns; 0 without any.
    [[nodiscard]] double longestBar() const;
    /// Design widths of the columns for TableView::setWidths; the bar stretches.
    [[nodiscard]] QList<int> widths() const { return widthsOf(columns()); }

private:
    void makeColumns();

    Guess m_guess;
    std::optional<RoleGroup> m_picked;
    View m_view = View::Summary;
    TimeUnit m_unit = TimeUnit::Microseconds;
};

/// Sum of the bar of one variant, ns.
[[nodiscard]] Ns barTotal(const VariantSummary& summary);

/// Where a bar's axis has its marks: round steps, at least `minGap` px apart. Pure.
struct BarAxis {
    double maximum = 1; ///< ns at the right end
    std::vector<double> ticks; ///< ns
    [[nodiscard]] int position(double ns, int width) const;
};
[[nodiscard]] BarAxis barAxis(double longestNs, int width, int minGap, TimeUnit unit);

} // namespace attnscope
