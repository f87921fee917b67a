// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/variant_title.h"

#include "profiler/trace/session.h"

#include <algorithm>

namespace attnscope {

namespace {

const VariantName* builtIn(std::string_view name)
{
    const auto* const found = std::find_if(
        kVariants.begin(), kVariants.end(), [name](const VariantName& variant) { return variant.name == name; });
    return found == kVariants.end() ? nullptr : found;
}

} // namespace

QString variantTitle(std::string_view name)
{
    const VariantName* known = builtIn(name);
    return QString::fromUtf8(known == nullptr ? name : known->title);
}

QString variantSubtitle(std::string_view name)
{
    const VariantName* known = builtIn(name);
    return known == nullptr ? QString() : QString::fromUtf8(known->subtitle);
}

} // namespace attnscope
