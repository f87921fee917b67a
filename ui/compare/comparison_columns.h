// SPDX-License-Identifier: GPL-3.0-or-later
// What each column of the comparison says, sorts by and exports. Pure; any thread.
#pragma once

#include "ui/compare/comparison_model.h"

#include <vector>

namespace attnscope {

/// The columns of a view; the last one is the bar. `rows` are only asked which variant is the baseline. The guess is marked; while it
/// covers rows, those say so.
[[nodiscard]] std::vector<Column<VariantSummary>> comparisonColumns(ComparisonModel::View view, TimeUnit unit,
    bool onGpu, const std::vector<RoleGroup>& roles, const std::vector<VariantSummary>& rows, const Guess& guess);

/// The name that a role's column of ByRole has in an export: "matmul_ns".
[[nodiscard]] QString roleColumnTitle(RoleGroup role);

} // namespace attnscope
