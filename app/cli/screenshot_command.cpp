// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_support.h"
#include "app/cli/commands.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <memory>

namespace attnscope {
namespace {

struct ScreenshotOptions {
    ScreenshotRequest request;
    std::string size = "1600x900", range, theme = "light";
};

bool parseSize(std::string_view text, int& width, int& height)
{
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, width);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != 'x') {
        return false;
    }
    const auto second = std::from_chars(first.ptr + 1, end, height);
    constexpr int kSmallest = 100;
    constexpr int kLargest = 20000;
    return second.ec == std::errc() && second.ptr == end && width >= kSmallest && height >= kSmallest
        && width <= kLargest && height <= kLargest;
}

// "1500", "1.5us", "2ms": ns unless it says otherwise.
std::optional<Ns> parseTime(std::string_view text)
{
    double value = 0;
    const char* end = text.data() + text.size();
    const auto number = std::from_chars(text.data(), end, value);
    if (number.ec != std::errc()) {
        return std::nullopt;
    }
    const std::string_view unit(number.ptr, static_cast<std::size_t>(end - number.ptr));
    double scale = 0;
    for (auto [name, ns] :
        { std::pair { "", 1.0 }, { "ns", 1.0 }, { "us", 1e3 }, { "µs", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } }) {
        scale = unit == name ? ns : scale;
    }
    const double ns = value * scale;
    if (scale == 0 || !(std::abs(ns) < 9e18)) {
        return std::nullopt;
    }
    return static_cast<Ns>(std::llround(ns));
}

std::optional<TimeRange> parseRange(std::string_view text)
{
    const auto dots = text.find("..");
    if (dots == std::string_view::npos) {
        return std::nullopt;
    }
    const auto from = parseTime(text.substr(0, dots));
    const auto to = parseTime(text.substr(dots + 2));
    if (!from || !to || *from >= *to) {
        return std::nullopt;
    }
    return TimeRange { *from, *to };
}

Result<ScreenshotRequest> checkedRequest(const ScreenshotOptions& options)
{
    ScreenshotRequest request = options.request;
    bool known = false;
    for (std::string_view ending : { ".png", ".svg", ".pdf" }) {
        known = known || request.output.ends_with(ending);
    }
    if (!known) {
        return usageError(fmt::format("-o names a .png, .svg or .pdf file, not \"{}\"", request.output));
    }
    if (!parseSize(options.size, request.width, request.height)) {
        return usageError(fmt::format("--size is WIDTHxHEIGHT in pixels, 100 to 20000 each, not \"{}\"", options.size));
    }
    const Result<bool> dark = isDarkTheme(options.theme);
    if (!dark.ok()) {
        return dark.error();
    }
    request.dark = dark.value();
    if (!options.range.empty()) {
        request.range = parseRange(options.range);
        if (!request.range) {
            return usageError(fmt::format(
                "--range is FROM..TO in ns, or with a unit as in 1.2ms..1500us, not \"{}\"", options.range));
        }
    }
    return request;
}

} // namespace

void addScreenshot(CLI::App& app, CommandContext& context)
{
    auto options = std::make_shared<ScreenshotOptions>();
    CLI::App* command = app.add_subcommand("screenshot", "Paint the timeline of a recording; needs no display");
    command->add_option("FILE", options->request.files, "Recording; several share one axis, as the ranks of one run")
        ->required();
    command->add_option("-o,--output", options->request.output, "Picture to write: .png, .svg or .pdf")->required();
    command->add_option("--variant", options->request.variant, "Variant to show (default: the first that ran)");
    command->add_option("--size", options->size, "WIDTHxHEIGHT in pixels")->capture_default_str();
    command->add_option(
        "--range", options->range, "FROM..TO, in ns since the recording started or with a unit (2ms..3ms)");
    command->add_option("--theme", options->theme, "light or dark")->capture_default_str();
    command->add_flag_callback(
        "--no-legend", [options] { options->request.legend = false; }, "Leave out what the colours stand for");
    command->callback([options, &context] {
        context.run = [options, &context]() -> Status {
            auto request = checkedRequest(*options);
            if (!request.ok()) {
                return request.error();
            }
            if (!context.hooks.screenshot) {
                return noUserInterface();
            }
            return context.hooks.screenshot(request.value());
        };
    });
}

} // namespace attnscope
