// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/picture_file.h"

#include "profiler/exporting/export_trace.h"
#include "ui/common/theme.h"

#include <QBuffer>
#include <QByteArray>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPaintDevice>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace attnscope {

namespace {

constexpr int kDotsPerInch = 96;

// The sentences are those that TimelineView has always said.
class PictureWords {
    Q_DECLARE_TR_FUNCTIONS(TimelineView)
};

bool paintOn(QPaintDevice& device, const std::function<void(QPainter&)>& paint)
{
    QPainter painter;
    if (!painter.begin(&device)) {
        return false;
    }
    paint(painter);
    return painter.end();
}

bool paintSvg(QIODevice& device, QSize size, const QString& title, const std::function<void(QPainter&)>& paint)
{
    QSvgGenerator svg;
    svg.setOutputDevice(&device);
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(), size));
    svg.setResolution(kDotsPerInch);
    svg.setTitle(title);
    return paintOn(svg, paint);
}

} // namespace

Error pictureFailed(const QString& path, const QString& why)
{
    return Error { ErrorKind::Failed, (path + QStringLiteral(": ") + why).toStdString() };
}

Status writePicture(const QString& path, QSize size, const QString& title, const std::function<void(QPainter&)>& paint)
{
    if (size.width() < 1 || size.height() < 1) {
        return pictureFailed(path, PictureWords::tr("the size must be positive"));
    }
    const auto kind = QFileInfo(path).suffix().toLower();
    // Painted into memory: a full disk leaves no part of a picture, and Qt's generators do not tell of one.
    QByteArray picture;
    QBuffer buffer(&picture);
    buffer.open(QIODevice::WriteOnly);
    bool painted = false;
    if (kind == QLatin1String("png")) {
        QImage image(size, QImage::Format_RGB32);
        image.fill(Theme::current().canvas);
        painted = paintOn(image, paint) && image.save(&buffer, "PNG");
    } else if (kind == QLatin1String("svg")) {
        painted = paintSvg(buffer, size, title, paint);
    } else if (kind == QLatin1String("pdf")) {
        QPdfWriter pdf(&buffer);
        pdf.setResolution(kDotsPerInch);
        pdf.setPageSize(
            QPageSize(QSizeF(size) * 72.0 / kDotsPerInch, QPageSize::Point, QString(), QPageSize::ExactMatch));
        pdf.setPageMargins({});
        pdf.setTitle(title);
        painted = paintOn(pdf, paint);
    } else {
        return Error { ErrorKind::Usage,
            (path + QStringLiteral(": ") + PictureWords::tr("a picture is .png, .svg or .pdf")).toStdString() };
    }
    if (!painted) {
        return pictureFailed(path, PictureWords::tr("the picture cannot be painted"));
    }
    return writeFileAtomically(path.toStdString(), picture.toStdString());
}

QByteArray svgOf(QSize size, const QString& title, const std::function<void(QPainter&)>& paint)
{
    QByteArray picture;
    QBuffer buffer(&picture);
    buffer.open(QIODevice::WriteOnly);
    return paintSvg(buffer, size, title, paint) ? picture : QByteArray();
}

} // namespace attnscope
