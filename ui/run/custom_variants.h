// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own variants: what makes one, what is wrong with what was typed, and what is remembered of them between starts (paths,
// not code: a library is loaded by the recorder, at a run or when somebody asks what can run). GUI thread only.
#pragma once

#include "profiler/recording/recorder.h"

#include <QString>

#include <vector>

namespace attnscope {

struct CustomEntry {
    CustomVariant variant;
    bool checked = true;
};

/// Whether the file is an AOTInductor package, which holds one module and needs no operator's name.
[[nodiscard]] bool isPackage(const QString& library);
/// Named as on the command line: by its operator, a package by its file. The title is the operator without its namespace.
[[nodiscard]] CustomVariant makeCustomVariant(const QString& library, const QString& op);
/// One sentence, or empty: only what can be seen without loading the file.
[[nodiscard]] QString customVariantProblem(
    const QString& library, const QString& op, const std::vector<CustomEntry>& existing);

[[nodiscard]] std::vector<CustomEntry> loadCustomVariants();
void saveCustomVariants(const std::vector<CustomEntry>& entries);

} // namespace attnscope
