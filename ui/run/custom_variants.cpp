// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/custom_variants.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>

#include <algorithm>

namespace attnscope {
namespace {

// A later version that cannot read these keys takes another group and leaves this one alone.
const char* const kGroup = "variants-1";
constexpr int kMostRemembered = 32;

// Free functions translate in a context of their own.
class CustomVariantWords {
    Q_DECLARE_TR_FUNCTIONS(CustomVariants)
};

bool isTaken(const std::string& name, const std::vector<CustomEntry>& existing)
{
    return builtInVariant(name) != nullptr
        || std::any_of(
            existing.begin(), existing.end(), [&name](const CustomEntry& entry) { return entry.variant.name == name; });
}

bool isOperatorName(const QString& op)
{
    static const QRegularExpression pattern(QStringLiteral("^[A-Za-z_]\\w*::[A-Za-z_]\\w*(\\.\\w+)?$"));
    return pattern.match(op).hasMatch();
}

} // namespace

bool isPackage(const QString& library)
{
    return library.endsWith(QLatin1String(".pt2"));
}

CustomVariant makeCustomVariant(const QString& library, const QString& op)
{
    const QString path = QFileInfo(library).absoluteFilePath();
    CustomVariant variant;
    variant.library = path.toStdString();
    if (isPackage(library)) {
        variant.name = variant.title = QFileInfo(path).completeBaseName().toStdString();
    } else {
        variant.name = variant.op = op.toStdString();
        variant.title = op.section(QStringLiteral("::"), -1).toStdString();
    }
    return variant;
}

QString customVariantProblem(const QString& library, const QString& op, const std::vector<CustomEntry>& existing)
{
    if (library.isEmpty()) {
        return CustomVariantWords::tr("Choose a library of PyTorch operators (.so) or an AOTInductor package (.pt2).");
    }
    if (!QFileInfo(library).isFile()) {
        return CustomVariantWords::tr("There is no file %1.").arg(library);
    }
    if (!isPackage(library) && op.isEmpty()) {
        return CustomVariantWords::tr("Name the operator that the library registers, for example my_ops::attention.");
    }
    if (!isPackage(library) && !isOperatorName(op)) {
        return CustomVariantWords::tr("An operator's name is namespace::name, not “%1”.").arg(op);
    }
    const std::string name = makeCustomVariant(library, op).name;
    if (isTaken(name, existing)) {
        return CustomVariantWords::tr("There is a variant %1 already.").arg(QString::fromStdString(name));
    }
    return {};
}

std::vector<CustomEntry> loadCustomVariants()
{
    QSettings store;
    store.beginGroup(QLatin1String(kGroup));
    std::vector<CustomEntry> entries;
    const int count = std::min(store.beginReadArray("own"), kMostRemembered);
    for (int i = 0; i < count; ++i) {
        store.setArrayIndex(i);
        const QString library = store.value("library").toString(), op = store.value("operator").toString();
        const bool whole = QFileInfo(library).isAbsolute() && (isPackage(library) || isOperatorName(op));
        CustomVariant variant = makeCustomVariant(library, op);
        if (whole && !isTaken(variant.name, entries)) {
            entries.push_back({ std::move(variant), store.value("checked", true).toBool() });
        }
    }
    return entries;
}

void saveCustomVariants(const std::vector<CustomEntry>& entries)
{
    QSettings store;
    store.remove(QLatin1String(kGroup));
    store.beginGroup(QLatin1String(kGroup));
    store.beginWriteArray("own", static_cast<int>(entries.size()));
    for (std::size_t i = 0; i < entries.size(); ++i) {
        store.setArrayIndex(static_cast<int>(i));
        store.setValue("library", QString::fromStdString(entries[i].variant.library));
        store.setValue("operator", QString::fromStdString(entries[i].variant.op));
        store.setValue("checked", entries[i].checked);
    }
}

} // namespace attnscope
