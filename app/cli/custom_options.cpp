// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/custom_options.h"

#include "app/cli/command_support.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace attnscope {

void CustomOptions::addTo(CLI::App& command)
{
    command
        .add_option("--op-library", libraries,
            "Library of PyTorch operators (.so) for --op, or an AOTInductor package (.pt2) that takes q, k and v; may "
            "be repeated")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    command
        .add_option(
            "--op", ops, "namespace::name of an operator of --op-library that is one more variant; may be repeated")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Result<std::vector<CustomVariant>> CustomOptions::checked() const
{
    std::vector<CustomVariant> variants;
    std::vector<std::string> ofOperators;
    for (const std::string& library : libraries) {
        if (library.ends_with(".pt2")) {
            const std::string name = std::filesystem::path(library).stem().string();
            variants.push_back({ name, name, library, {} });
        } else {
            ofOperators.push_back(library);
        }
    }
    if (!ops.empty() && ofOperators.empty()) {
        return usageError("--op names an operator of a library: give the library with --op-library");
    }
    if (ops.empty() && !ofOperators.empty()) {
        return usageError(
            fmt::format("--op-library {} needs --op namespace::name, the operator to run", ofOperators.front()));
    }
    if (ofOperators.size() > 1 && ofOperators.size() != ops.size()) {
        return usageError(fmt::format("--op-library is given once for all --op, or once for each, not {} times for {}",
            ofOperators.size(), ops.size()));
    }
    for (std::size_t i = 0; i < ops.size(); ++i) {
        variants.push_back({ ops[i], ops[i], ofOperators.size() == 1 ? ofOperators.front() : ofOperators[i], ops[i] });
    }
    for (auto one = variants.begin(); one != variants.end(); ++one) {
        const bool isTwice =
            std::any_of(variants.begin(), one, [one](const CustomVariant& other) { return other.name == one->name; });
        if (builtInVariant(one->name) != nullptr || isTwice) {
            return usageError(fmt::format("two variants would be called {}", one->name));
        }
    }
    return variants;
}

} // namespace attnscope
