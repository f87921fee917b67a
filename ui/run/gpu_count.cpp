// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/gpu_count.h"

#include <QDir>
#include <QRegularExpression>

namespace attnscope {
namespace {

// CUDA reads the list up to the first entry that is no device of this machine.
int listedCount(const QByteArray& visible, int present)
{
    int count = 0;
    for (const QByteArray& entry : visible.split(',')) {
        const QByteArray name = entry.trimmed();
        bool isNumber = false;
        const int index = name.toInt(&isNumber);
        const bool isDevice =
            isNumber ? index >= 0 && index < present : name.startsWith("GPU-") || name.startsWith("MIG-");
        if (!isDevice) {
            break;
        }
        ++count;
    }
    return count;
}

} // namespace

int visibleGpuCount(const QString& deviceFolder, const std::optional<QByteArray>& visible)
{
    static const QRegularExpression node(QStringLiteral("^nvidia\\d+$"));
    const QStringList nodes =
        QDir(deviceFolder).entryList({ QStringLiteral("nvidia*") }, QDir::Files | QDir::System | QDir::NoDotAndDotDot);
    const auto present = static_cast<int>(nodes.filter(node).size());
    return visible ? listedCount(*visible, present) : present;
}

int visibleGpuCount()
{
    constexpr const char* kVisible = "CUDA_VISIBLE_DEVICES";
    return visibleGpuCount(
        QStringLiteral("/dev"), qEnvironmentVariableIsSet(kVisible) ? std::optional(qgetenv(kVisible)) : std::nullopt);
}

} // namespace attnscope
