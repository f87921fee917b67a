// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_support.h"
#include "app/cli/commands.h"
#include "profiler/analysis/findings.h"
#include "profiler/exporting/export_trace.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace attnscope {
namespace {

using Json = nlohmann::ordered_json;

struct FindingsOptions {
    std::string file, variant;
    bool json = false;
};

Json findingJson(const Trace& trace, const std::string& variant, const Finding& finding)
{
    Json evidence = Json::array();
    for (SpanRef span : finding.evidence) {
        evidence.push_back({ { "name", trace.name(span) }, { "start_ns", trace.start(span) },
            { "duration_ns", trace.duration(span) } });
    }
    return { { "variant", variant }, { "code", finding.code }, { "sentence", finding.sentence },
        { "gpu_ns_per_forward", finding.gpuNsPerForward ? Json(*finding.gpuNsPerForward) : Json(nullptr) },
        { "advice", finding.advice.empty() ? Json(nullptr) : Json(finding.advice) },
        { "comparison", finding.comparison.empty() ? Json(nullptr) : Json(finding.comparison) },
        { "share", finding.share ? Json(*finding.share) : Json(nullptr) }, { "evidence", std::move(evidence) } };
}

Status runFindings(const FindingsOptions& options)
{
    auto trace = loadTrace(options.file);
    if (!trace.ok()) {
        return trace.error();
    }
    auto views = chooseVariants(*trace.value(), options.variant);
    if (!views.ok()) {
        return views.error();
    }
    std::string text;
    Json all = Json::array();
    for (const VariantView& view : views.value()) {
        for (const Finding& finding : findingsOf(*trace.value(), view)) {
            text += fmt::format("{}: {}\n", view.name, finding.sentence);
            all.push_back(findingJson(*trace.value(), view.name, finding));
        }
    }
    return writeFileAtomically(
        "-", options.json ? all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n" : text);
}

} // namespace

void addFindings(CLI::App& app, CommandContext& context)
{
    auto options = std::make_shared<FindingsOptions>();
    CLI::App* command =
        app.add_subcommand("findings", "What the recording proves about each variant, one sentence a line");
    command->add_option("FILE", options->file, "Recording; - is standard input")->required();
    command->add_option("--variant", options->variant, "Only this variant");
    command->add_flag("--json", options->json, "As JSON, with the spans that show it");
    command->callback([options, &context] { context.run = [options] { return runFindings(*options); }; });
}

} // namespace attnscope
