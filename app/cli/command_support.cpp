// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_support.h"

#include "profiler/exporting/export_trace.h"
#include "profiler/importing/import_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <mutex>

namespace attnscope {
namespace {

std::atomic<bool> interrupted { false };
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void onInterrupt(int /*signal*/)
{
    interrupted.store(true);
}

bool isDevice(std::string_view text)
{
    if (text == "auto" || text == "cpu" || text == "cuda") {
        return true;
    }
    constexpr std::string_view kPrefix = "cuda:";
    if (!text.starts_with(kPrefix) || text.size() == kPrefix.size() || text.size() > kPrefix.size() + 4) {
        return false;
    }
    return text.find_first_not_of("0123456789", kPrefix.size()) == std::string_view::npos;
}

} // namespace

Error usageError(std::string message)
{
    return { ErrorKind::Usage, std::move(message) };
}

void WorkloadOptions::addTo(CLI::App& command)
{
    constexpr const char* kGroup = "Workload";
    command.add_option("--batch", workload.batch, "Sequences in the batch")->capture_default_str()->group(kGroup);
    command.add_option("--heads", workload.heads, "Query heads")->capture_default_str()->group(kGroup);
    command.add_option("--kv-heads", kvHeads, "Key and value heads (default: as --heads)")->group(kGroup);
    command.add_option("--seq", workload.seq, "Query positions")->capture_default_str()->group(kGroup);
    command.add_option("--kv-seq", kvSeq, "Key and value positions (default: as --seq)")->group(kGroup);
    command.add_option("--head-dim", workload.headDim, "Size of a head")->capture_default_str()->group(kGroup);
    command.add_option("--dtype", dtype, "bf16, fp16 or fp32")->capture_default_str()->group(kGroup);
    command.add_option("--mask", mask, "causal, none or padding")->capture_default_str()->group(kGroup);
    command.add_option("--direction", direction, "forward or training")->capture_default_str()->group(kGroup);
    command.add_option("--dropout", workload.dropout, "Probability of dropping a weight, for variants that can")
        ->capture_default_str()
        ->group(kGroup);
    command.add_option("--layers", workload.layers, "Attention calls in a forward")
        ->capture_default_str()
        ->group(kGroup);
    command.add_option("--device", device, "auto, cpu, cuda or cuda:N")->capture_default_str();
}

Result<Workload> WorkloadOptions::checked() const
{
    Workload result = workload;
    result.kvHeads = kvHeads.value_or(workload.heads);
    result.kvSeq = kvSeq.value_or(workload.seq);
    const auto parsedType = parseDType(dtype);
    const auto parsedMask = parseMask(mask);
    const auto parsedDirection = parseDirection(direction);
    if (!parsedType) {
        return usageError(fmt::format("--dtype is bf16, fp16 or fp32, not \"{}\".", dtype));
    }
    if (!parsedMask) {
        return usageError(fmt::format("--mask is causal, none or padding, not \"{}\".", mask));
    }
    if (!parsedDirection) {
        return usageError(fmt::format("--direction is forward or training, not \"{}\".", direction));
    }
    if (!isDevice(device)) {
        return usageError(fmt::format("--device is auto, cpu, cuda or cuda:N, not \"{}\".", device));
    }
    result.dtype = *parsedType;
    result.mask = *parsedMask;
    result.direction = *parsedDirection;
    if (const auto problems = validate(result); !problems.empty()) {
        const WorkloadProblem& first = problems.front();
        const bool named = first.message.find(first.option) != std::string::npos;
        return usageError(named ? first.message : fmt::format("{}: {}", first.option, first.message));
    }
    return result;
}

void TableOptions::addTo(CLI::App& command)
{
    auto* asCsv = command.add_flag("--csv", csv, "Every column as CSV");
    command.add_flag("--json", json, "Every column as JSON")->excludes(asCsv);
    command.add_option("-o,--output", output, "File to write, CSV or JSON when it ends so; - is standard output")
        ->capture_default_str();
}

Status TableOptions::write(const CellTable& table, const std::vector<std::string>& summary) const
{
    // An option goes before the name: kernels --csv -o rows.txt is CSV.
    if (csv || (!json && endsIn(output, ".csv"))) {
        return writeFileAtomically(output, toCsv(table));
    }
    if (json || endsIn(output, ".json")) {
        return writeFileAtomically(output, toJson(table));
    }
    return writeFileAtomically(output, toText(summary.empty() ? table : table.select(summary), widest));
}

std::string lowerCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    return text;
}

bool endsIn(std::string_view file, std::string_view ending)
{
    return lowerCase(std::string(file)).ends_with(ending);
}

Result<bool> isDarkTheme(const std::string& theme)
{
    if (theme != "light" && theme != "dark") {
        return usageError(fmt::format("--theme is light or dark, not \"{}\"", theme));
    }
    return theme == "dark";
}

Error unknownBaseline(const std::string& baseline, const std::vector<std::string>& variants)
{
    return usageError(fmt::format(
        "--baseline: no variant \"{}\" ran in the file; there are {}.", baseline, fmt::join(variants, ", ")));
}

Error noUserInterface()
{
    return { ErrorKind::Unavailable, "this build has no user interface and cannot paint pictures" };
}

Status checkOutput(const std::string& output, const std::vector<std::string>& inputs)
{
    for (const std::string& input : inputs) {
        std::error_code error; // a file that is not there is not the same one
        if (std::filesystem::is_regular_file(output, error) && std::filesystem::equivalent(output, input, error)) {
            return usageError(fmt::format("--output: {} is the recording that is read; choose another name", output));
        }
    }
    return Done {};
}

void warnOfDamage(const Trace& trace)
{
    const auto& entries = trace.log().entries();
    const auto first = std::find_if(
        entries.begin(), entries.end(), [](const LogEntry& entry) { return entry.severity == Severity::Error; });
    if (first == entries.end()) {
        return;
    }
    const std::string where = first->firstOffset ? fmt::format("byte {}: ", *first->firstOffset) : std::string();
    printMessage(fmt::format("attnscope: {}: {}{} What could be read is used; attnscope info lists all that is wrong.",
        trace.facts().file, where, first->example));
}

Result<TracePtr> loadTrace(const std::string& file)
{
    ImportOptions options;
    options.cancel = &interruptFlag();
    auto trace = importTrace(file, options);
    if (trace.ok()) {
        warnOfDamage(*trace.value());
    }
    return trace;
}

Result<TracePtr> loadTraces(const std::vector<std::string>& files)
{
    ImportOptions options;
    options.cancel = &interruptFlag();
    return importTraces(files, options);
}

Result<std::vector<VariantView>> chooseVariants(const Trace& trace, const std::string& name)
{
    auto views = variantsOf(trace);
    if (name.empty()) {
        return views;
    }
    std::vector<std::string> names;
    for (VariantView& view : views) {
        if (view.name == name) {
            return std::vector<VariantView> { std::move(view) };
        }
        names.push_back(view.name);
    }
    return usageError(fmt::format(
        "--variant: {} holds no variant \"{}\", but {}.", trace.facts().file, name, fmt::join(names, ", ")));
}

const std::atomic<bool>& interruptFlag()
{
    static std::once_flag installed;
    std::call_once(installed, [] {
        struct sigaction action { };
        action.sa_handler = onInterrupt;
        sigemptyset(&action.sa_mask);
        // Whoever presses Ctrl-C twice does not want to wait. Slow calls are restarted: a write must not fail half-way.
        action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
        sigaction(SIGINT, &action, nullptr);
        sigaction(SIGTERM, &action, nullptr);
    });
    return interrupted;
}

void printMessage(std::string_view text)
{
    fmt::print(stderr, "{}\n", text);
}

} // namespace attnscope
