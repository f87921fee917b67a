// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_support.h"
#include "app/cli/commands.h"
#include "app/cli/custom_options.h"
#include "profiler/exporting/export_trace.h"
#include "profiler/recording/recorder_loader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace attnscope {
namespace {

using Json = nlohmann::ordered_json;

struct VariantsOptions {
    WorkloadOptions workload;
    CustomOptions custom;
    bool json = false;
};

std::string deviceText(const DeviceInfo& device)
{
    return device.kind == "cpu" ? device.kind : fmt::format("{}:{}", device.kind, device.index);
}

Json workloadJson(const Workload& workload)
{
    Session session;
    session.workload = workload;
    return Json::parse(sessionToJson(session)).at("workload");
}

std::string reportJson(const AvailabilityReport& report, const Workload& workload)
{
    Json json = { { "device", deviceText(report.device) }, { "gpu", nullptr }, { "workload", workloadJson(workload) },
        { "variants", Json::array() } };
    if (report.device.kind != "cpu") {
        json["gpu"] = report.device.name;
    }
    for (const VariantAvailability& variant : report.variants) {
        Json backend = variant.chosenBackend.empty() ? Json(nullptr) : Json(variant.chosenBackend);
        json["variants"].push_back(
            { { "name", variant.name }, { "title", variant.title }, { "available", variant.available },
                { "reasons", variant.reasons }, { "chosen_backend", std::move(backend) } });
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string reportText(const AvailabilityReport& report)
{
    CellTable table { { "variant", "can run", "backend", "reason" }, {} };
    for (const VariantAvailability& variant : report.variants) {
        table.rows.push_back({ variant.name, std::string(variant.available ? "yes" : "no"),
            textCell(variant.chosenBackend), textCell(fmt::format("{}", fmt::join(variant.reasons, " "))) });
    }
    return fmt::format("{} ({})\n{}", deviceText(report.device), report.device.name, toText(table, 400));
}

Status runVariants(const VariantsOptions& options)
{
    auto workload = options.workload.checked();
    if (!workload.ok()) {
        return workload.error();
    }
    auto custom = options.custom.checked();
    if (!custom.ok()) {
        return custom.error();
    }
    auto recorder = loadRecorder();
    if (!recorder.ok()) {
        return recorder.error();
    }
    auto report = recorder.value()->variants(workload.value(), options.workload.device);
    if (!report.ok()) {
        return report.error();
    }
    if (!custom.value().empty()) {
        auto own = recorder.value()->customVariants(workload.value(), options.workload.device, custom.value());
        if (!own.ok()) {
            return own.error();
        }
        auto& all = report.value().variants;
        all.insert(all.end(), own.value().variants.begin(), own.value().variants.end());
    }
    return writeFileAtomically(
        "-", options.json ? reportJson(report.value(), workload.value()) : reportText(report.value()));
}

} // namespace

void addVariants(CLI::App& app, CommandContext& context)
{
    auto options = std::make_shared<VariantsOptions>();
    CLI::App* command = app.add_subcommand("variants", "Which variants can run here, and why the others cannot");
    options->workload.addTo(*command);
    options->custom.addTo(*command);
    command->add_flag("--json", options->json, "As JSON");
    command->callback([options, &context] { context.run = [options] { return runVariants(*options); }; });
}

} // namespace attnscope
