// SPDX-License-Identifier: GPL-3.0-or-later
// A table model as text: TSV for the clipboard, CSV (RFC 4180, UTF-8, C locale, full names) for a file. Uses TableRole::kExport where
// a model has it. GUI thread only (it reads a model); O(cells).
#pragma once

#include "profiler/trace/result.h"

#include <QModelIndexList>
#include <QString>

#include <string>

class QAbstractItemModel;

namespace attnscope {

/// Header and the given rows (each row once, in table order); no rows: all. Tabs and line ends in cells become spaces.
[[nodiscard]] QString tsvOf(const QAbstractItemModel& model, const QModelIndexList& selected = {});
[[nodiscard]] std::string csvOf(const QAbstractItemModel& model);
/// Written to a temporary file, then renamed.
[[nodiscard]] Status exportCsv(const QAbstractItemModel& model, const QString& path);

} // namespace attnscope
