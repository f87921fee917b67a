// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/variant_title.h"

#include "profiler/trace/session.h"

#include <algorithm>

namespace attnscope {

QString variantTitle(std::string_view name)
{
    const auto* const found = std::find_if(
        kVariants.begin(), kVariants.end(), [name](const VariantName& variant) { return variant.name == name; });
    return QString::fromUtf8(found == kVariants.end() ? name : found->title);
}

} // namespace attnscope
