// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/picture_file.h"

#include "ui/common/theme.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
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
    if (kind == QLatin1String("png")) {
        QImage image(size, QImage::Format_RGB32);
        image.fill(Theme::current().canvas);
        QPainter painter(&image);
        paint(painter);
        painter.end();
        return image.save(path, "PNG") ? Status(Done {})
                                       : pictureFailed(path, PictureWords::tr("the file cannot be written"));
    }
    if (kind == QLatin1String("svg")) {
        QSvgGenerator svg;
        svg.setFileName(path);
        svg.setSize(size);
        svg.setViewBox(QRect(QPoint(), size));
        svg.setResolution(kDotsPerInch);
        svg.setTitle(title);
        QPainter painter;
        if (!painter.begin(&svg)) {
            return pictureFailed(path, PictureWords::tr("the file cannot be written"));
        }
        paint(painter);
        return painter.end() ? Status(Done {}) : pictureFailed(path, PictureWords::tr("the file cannot be written"));
    }
    if (kind == QLatin1String("pdf")) {
        QPdfWriter pdf(path);
        pdf.setResolution(kDotsPerInch);
        pdf.setPageSize(
            QPageSize(QSizeF(size) * 72.0 / kDotsPerInch, QPageSize::Point, QString(), QPageSize::ExactMatch));
        pdf.setPageMargins({});
        pdf.setTitle(title);
        QPainter painter;
        if (!painter.begin(&pdf)) {
            return pictureFailed(path, PictureWords::tr("the file cannot be written"));
        }
        paint(painter);
        return painter.end() ? Status(Done {}) : pictureFailed(path, PictureWords::tr("the file cannot be written"));
    }
    return Error { ErrorKind::Usage,
        (path + QStringLiteral(": ") + PictureWords::tr("a picture is .png, .svg or .pdf")).toStdString() };
}

} // namespace attnscope
