// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/icons.h"

#include "ui/common/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace attnscope {
namespace {

QColor colourOf(IconTone tone)
{
    const Theme& theme = Theme::current();
    switch (tone) {
    case IconTone::Text:
        return theme.text;
    case IconTone::Faint:
        return theme.faint;
    case IconTone::Accent:
        return theme.accent;
    case IconTone::OnAccent:
        return theme.onAccent;
    case IconTone::Good:
        return theme.good;
    case IconTone::Warn:
        return theme.warn;
    case IconTone::Bad:
        return theme.bad;
    case IconTone::Muted:
        break;
    }
    return theme.muted;
}

class ThemedIconEngine : public QIconEngine {
public:
    ThemedIconEngine(QString name, IconTone tone)
        : m_name(std::move(name))
        , m_tone(tone)
    {
    }

    QIconEngine* clone() const override { return new ThemedIconEngine(m_name, m_tone); }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const double ratio = painter->device()->devicePixelRatioF();
        QPixmap picture = pixmap((QSizeF(rect.size()) * ratio).toSize(), mode, state);
        picture.setDevicePixelRatio(ratio);
        painter->drawPixmap(rect, picture);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        const QColor colour = mode == QIcon::Disabled ? Theme::current().disabled : colourOf(m_tone);
        const QString key = QStringLiteral("attnscope-icon-%1-%2-%3x%4")
                                .arg(m_name, colour.name())
                                .arg(size.width())
                                .arg(size.height());
        QPixmap picture;
        if (QPixmapCache::find(key, &picture)) {
            return picture;
        }
        picture = QPixmap(size);
        picture.fill(Qt::transparent);
        QFile file(QStringLiteral(":/icons/%1.svg").arg(m_name));
        if (file.open(QIODevice::ReadOnly)) {
            QByteArray svg = file.readAll();
            svg.replace("#000000", colour.name().toLatin1());
            QSvgRenderer renderer(svg);
            QPainter painter(&picture);
            renderer.render(&painter, QRectF(QPointF(), QSizeF(size)));
        }
        QPixmapCache::insert(key, picture);
        return picture;
    }

private:
    QString m_name;
    IconTone m_tone;
};

} // namespace

QIcon themedIcon(const QString& name, IconTone tone)
{
    return QIcon(new ThemedIconEngine(name, tone));
}

} // namespace attnscope
