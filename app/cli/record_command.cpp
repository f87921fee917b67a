// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_support.h"
#include "app/cli/commands.h"
#include "app/cli/custom_options.h"
#include "profiler/exporting/analysis_tables.h"
#include "profiler/exporting/export_trace.h"
#include "profiler/recording/recorder_loader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace attnscope {
namespace {

struct RecordOptions {
    WorkloadOptions workload;
    CustomOptions custom;
    std::string output, variants = "all", level = "full";
    std::int64_t seed = 0; ///< signed, so that a negative one is seen
    RecordRequest request;
};

Result<std::vector<std::string>> parseVariants(std::string_view text)
{
    std::vector<std::string> chosen;
    std::vector<std::string_view> known;
    std::transform(kVariants.begin(), kVariants.end(), std::back_inserter(known), [](const auto& v) { return v.name; });
    if (text == "none") {
        return chosen;
    }
    if (text == "all") {
        return std::vector<std::string>(known.begin(), known.end());
    }
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string name(text.substr(begin, end - begin));
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            return usageError(
                fmt::format("--variants is all, none or a list of {}, not \"{}\"", fmt::join(known, ","), text));
        }
        if (std::find(chosen.begin(), chosen.end(), name) == chosen.end()) {
            chosen.push_back(name);
        }
        begin = end + 1;
    }
    return chosen;
}

Result<RecordRequest> checkedRequest(const RecordOptions& options)
{
    RecordRequest request = options.request;
    auto workload = options.workload.checked();
    if (!workload.ok()) {
        return workload.error();
    }
    auto variants = parseVariants(options.variants);
    if (!variants.ok()) {
        return variants.error();
    }
    auto custom = options.custom.checked();
    if (!custom.ok()) {
        return custom.error();
    }
    if (variants.value().empty() && custom.value().empty()) {
        return usageError("--variants none leaves nothing to run without --op");
    }
    const auto level = parseRecordLevel(options.level);
    if (!level) {
        return usageError(fmt::format("--level is kernels, api, ops or full, not \"{}\"", options.level));
    }
    if (request.warmup < 0) {
        return usageError(fmt::format("--warmup must be at least 0, not {}", request.warmup));
    }
    if (request.steps < 1) {
        return usageError(fmt::format("--steps must be at least 1, not {}", request.steps));
    }
    if (request.timingIterations < 0) {
        return usageError(fmt::format("--timing-iterations must be at least 0, not {}", request.timingIterations));
    }
    if (options.seed < 0) {
        return usageError(fmt::format("--seed must be at least 0, not {}", options.seed));
    }
    request.seed = static_cast<std::uint64_t>(options.seed);
    request.workload = workload.value();
    request.variants = variants.value();
    request.customVariants = custom.value();
    request.level = *level;
    request.device = options.workload.device;
    return request;
}

// A recording may take minutes: what cannot be written is said first.
Status checkOutput(const std::string& path)
{
    if (path == "-") {
        return Done {};
    }
    std::error_code ignored;
    std::filesystem::path folder = std::filesystem::path(path).parent_path();
    folder = folder.empty() ? "." : folder;
    if (!std::filesystem::is_directory(folder, ignored)) {
        return Error { ErrorKind::Failed,
            fmt::format("cannot write {}: there is no folder {}", path, folder.string()) };
    }
    if (std::filesystem::is_directory(path, ignored)) {
        return Error { ErrorKind::Failed, fmt::format("cannot write {}: it is a folder", path) };
    }
    if (access(folder.c_str(), W_OK) != 0) {
        return Error { ErrorKind::Failed,
            fmt::format("cannot write {}: no permission to write into {}", path, folder.string()) };
    }
    return Done {};
}

// One line a stage for whoever watches; a log gets only what went wrong.
class ProgressPrinter {
public:
    void operator()(const RecordProgress& progress)
    {
        const bool isTrouble = progress.stage == RecordStage::Refused || progress.stage == RecordStage::Failed;
        // The recorder tells every step of a stage.
        const bool isNew = progress.variant != m_variant || progress.stage != m_stage;
        m_variant = progress.variant;
        m_stage = progress.stage;
        if (!isNew || (!m_isWatched && !isTrouble)) {
            return;
        }
        printMessage(fmt::format("[{}/{}] {}: {}{}{}", progress.variantIndex + 1, progress.variantCount,
            progress.variant, toString(progress.stage), progress.message.empty() ? "" : ": ", progress.message));
    }

private:
    bool m_isWatched = isatty(STDERR_FILENO) != 0;
    std::string m_variant;
    std::optional<RecordStage> m_stage;
};

std::vector<std::string> namesWith(const Session& session, VariantStatus status)
{
    std::vector<std::string> names;
    for (const VariantResult& result : session.variants) {
        if (result.status == status) {
            names.push_back(result.name);
        }
    }
    return names;
}

void printResults(const Trace& trace)
{
    CellTable table = emptyReportTable();
    appendReportRows(table, trace, summarize(trace));
    std::string text = toText(table.select({ "variant", "backend", "kernels_per_forward", "gpu_us_median",
                                  "cpu_us_median", "tensor_core_percent", "relative_error", "speedup", "note" }),
        120);
    text.pop_back();
    printMessage(text);
    std::vector<std::string> costs;
    for (const VariantResult& result : trace.session()->variants) {
        if (result.recordingOverhead) {
            costs.push_back(fmt::format("{} {:+.0f} %", result.name, *result.recordingOverhead * 100));
        }
    }
    if (!costs.empty()) {
        printMessage(fmt::format("Recording (level {}) made a forward slower by: {}.", toString(trace.session()->level),
            fmt::join(costs, ", ")));
    }
    for (const std::string& note : trace.session()->notes) {
        printMessage(note);
    }
}

// What came back when no variant is complete.
Error nothingDone(const Session& session)
{
    for (const VariantResult& result : session.variants) {
        if (result.status == VariantStatus::Failed) {
            return { ErrorKind::Failed,
                fmt::format("no variant ran, {} failed: {}", result.name, fmt::join(result.reasons, " ")) };
        }
    }
    return { ErrorKind::Unavailable,
        fmt::format(
            "no chosen variant can run here ({})", fmt::join(namesWith(session, VariantStatus::Refused), ", ")) };
}

// A refusal is what the machine is like, a result like a time. An operator of the user's own that failed is not what was asked for.
Status ownOperators(const Session& session)
{
    std::vector<std::string> failures;
    for (const VariantResult& result : session.variants) {
        if (builtInVariant(result.name) == nullptr && result.status == VariantStatus::Failed) {
            failures.push_back(fmt::format("{} failed: {}", result.name, fmt::join(result.reasons, " ")));
        }
    }
    if (failures.empty()) {
        return Done {};
    }
    return Error { ErrorKind::Failed, fmt::format("the recording is written, but {}", fmt::join(failures, " ")) };
}

Status writeRecording(const Trace& trace, const std::string& output, bool wasCancelled)
{
    const Session& session = *trace.session();
    const auto complete = namesWith(session, VariantStatus::Done);
    if (complete.empty()) {
        return wasCancelled
            ? Error { ErrorKind::Cancelled, "cancelled before any variant was complete; nothing was written" }
            : nothingDone(session);
    }
    if (Status written = exportTrace(trace, output); !written.ok()) {
        return written;
    }
    printResults(trace);
    if (wasCancelled) {
        return Error { ErrorKind::Cancelled,
            fmt::format("cancelled; {} holds what was complete: {}", output, fmt::join(complete, ", ")) };
    }
    return ownOperators(session);
}

Status runRecord(const RecordOptions& options)
{
    auto request = checkedRequest(options);
    if (!request.ok()) {
        return request.error();
    }
    if (Status writable = checkOutput(options.output); !writable.ok()) {
        return writable;
    }
    const std::atomic<bool>& cancel = interruptFlag();
    auto recorder = loadRecorder();
    if (!recorder.ok()) {
        return recorder.error();
    }
    ProgressPrinter printer;
    auto trace = recorder.value()->record(
        request.value(), [&printer](const RecordProgress& progress) { printer(progress); }, cancel);
    if (!trace.ok()) {
        if (trace.error().kind == ErrorKind::Cancelled) {
            return Error { ErrorKind::Cancelled, "cancelled before any variant was complete; nothing was written" };
        }
        return trace.error();
    }
    if (!trace.value()->session()) {
        return Error { ErrorKind::Failed, "the recorder returned a recording without a session" };
    }
    // A signal that came after the last variant was complete changed nothing.
    const bool wasCancelled = cancel && !namesWith(*trace.value()->session(), VariantStatus::Cancelled).empty();
    return writeRecording(*trace.value(), options.output, wasCancelled);
}

} // namespace

void addRecord(CLI::App& app, CommandContext& context)
{
    auto options = std::make_shared<RecordOptions>();
    RecordRequest& request = options->request;
    CLI::App* command = app.add_subcommand("record", "Run attention variants and record what CPU and GPU did");
    command->add_option("-o,--output", options->output, "Recording to write (.json.gz); - is standard output")
        ->required();
    options->workload.addTo(*command);
    command
        ->add_option(
            "--variants", options->variants, "all, none, or a list: naive,inplace,math,efficient,flash,cudnn,auto")
        ->capture_default_str();
    command->add_option("--warmup", request.warmup, "Forwards before the recorded ones")->capture_default_str();
    command->add_option("--steps", request.steps, "Recorded forwards")->capture_default_str();
    command->add_option("--timing-iterations", request.timingIterations, "Forwards timed without the profiler")
        ->capture_default_str();
    command->add_option("--seed", options->seed, "Of the random inputs")->capture_default_str();
    command
        ->add_option("--level", options->level,
            "kernels (and nothing else), api (and copies, fills and CUDA calls), ops (and operators), full (and "
            "memory, and types of inputs)")
        ->capture_default_str();
    options->custom.addTo(*command);
    command->add_flag("--counters", request.counters, "Hardware counters in a further pass");
    command->callback([options, &context] { context.run = [options] { return runRecord(*options); }; });
}

} // namespace attnscope
