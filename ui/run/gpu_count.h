// SPDX-License-Identifier: GPL-3.0-or-later
// How many GPUs a recording could choose from, before LibTorch is loaded: the driver's device nodes, as far as CUDA_VISIBLE_DEVICES
// lets a program see them. Any thread; one look into a folder.
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace attnscope {

/// `visible`: the value of CUDA_VISIBLE_DEVICES; nullopt: not set.
[[nodiscard]] int visibleGpuCount(const QString& deviceFolder, const std::optional<QByteArray>& visible);

/// Of this machine.
[[nodiscard]] int visibleGpuCount();

} // namespace attnscope
