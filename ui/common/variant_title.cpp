// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/variant_title.h"

#include "profiler/trace/session.h"

namespace attnscope {

QString variantTitle(std::string_view name)
{
    const VariantName* known = builtInVariant(name);
    return QString::fromUtf8(known == nullptr ? name : known->title);
}

QString variantSubtitle(std::string_view name)
{
    const VariantName* known = builtInVariant(name);
    return known == nullptr ? QString() : QString::fromUtf8(known->subtitle);
}

} // namespace attnscope
