// SPDX-License-Identifier: GPL-3.0-or-later
// What several subcommands share: workload options, files, variants by name, tables in the chosen format. Main thread.
#pragma once

#include "profiler/analysis/variants.h"
#include "profiler/exporting/cell_table.h"
#include "profiler/trace/result.h"
#include "profiler/trace/trace.h"

#include <CLI/CLI.hpp>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

[[nodiscard]] Error usageError(std::string message);

/// The workload as typed; sizes of keys follow those of queries unless given.
struct WorkloadOptions {
    Workload workload;
    std::optional<std::int64_t> kvHeads, kvSeq;
    std::string dtype = "bf16", mask = "causal", direction = "forward";
    std::string device = "auto";

    void addTo(CLI::App& command);
    /// Usage error naming the option for anything that makes no sense.
    [[nodiscard]] Result<Workload> checked() const;
};

struct TableOptions {
    bool csv = false, json = false;
    std::string output = "-";
    std::size_t widest = 48; ///< characters of a text column on a terminal

    void addTo(CLI::App& command);
    /// Writes in the format of the option, else of the file's ending, else as a text for people: of its `summary` columns,
    /// or of all when that is empty.
    [[nodiscard]] Status write(const CellTable& table, const std::vector<std::string>& summary = {}) const;
};

/// Whether a file is called so that it says this format (".csv"), in capitals or not.
[[nodiscard]] bool endsIn(std::string_view file, std::string_view ending);
/// ASCII letters.
[[nodiscard]] std::string lowerCase(std::string text);

/// Of --theme: whether it is the dark one. Usage error for what is neither "light" nor "dark".
[[nodiscard]] Result<bool> isDarkTheme(const std::string& theme);
/// Usage error of --baseline; `variants` are those that there are.
[[nodiscard]] Error unknownBaseline(const std::string& baseline, const std::vector<std::string>& variants);
/// Why a command that paints cannot be had.
[[nodiscard]] Error noUserInterface();

/// Usage error where `output` is one of the files that are read, under whatever name: it would replace the recording.
[[nodiscard]] Status checkOutput(const std::string& output, const std::vector<std::string>& inputs);

/// One line on standard error where the file is damaged: what is printed then lacks what could not be read.
void warnOfDamage(const Trace& trace);

/// importTrace, with Ctrl-C honoured; warns of damage.
[[nodiscard]] Result<TracePtr> loadTrace(const std::string& file);
/// importTraces, with Ctrl-C honoured. No warning: `info` shows the whole log.
[[nodiscard]] Result<TracePtr> loadTraces(const std::vector<std::string>& files);

/// The variants of that name, or all for an empty name. Usage error that lists what the file holds.
[[nodiscard]] Result<std::vector<VariantView>> chooseVariants(const Trace& trace, const std::string& name);

/// Set by SIGINT and SIGTERM from the first call on; a second signal ends the process at once.
[[nodiscard]] const std::atomic<bool>& interruptFlag();

/// One line on standard error.
void printMessage(std::string_view text);

} // namespace attnscope
