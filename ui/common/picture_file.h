// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a picture of any size into a .png, .svg or .pdf file, or as SVG into memory, whoever paints it. GUI thread only.
#pragma once

#include "profiler/trace/result.h"

#include <QByteArray>
#include <QSize>
#include <QString>

#include <functional>

class QPainter;

namespace attnscope {

/// "timeline.png: why", as writePicture() says it.
[[nodiscard]] Error pictureFailed(const QString& path, const QString& why);
/// Errors: the size is not positive, the ending is none of the three, the file cannot be written.
[[nodiscard]] Status writePicture(
    const QString& path, QSize size, const QString& title, const std::function<void(QPainter&)>& paint);
/// The picture as an SVG document; empty where it could not be painted.
[[nodiscard]] QByteArray svgOf(QSize size, const QString& title, const std::function<void(QPainter&)>& paint);

} // namespace attnscope
