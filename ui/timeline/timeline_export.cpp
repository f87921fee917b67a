// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline as a file: the same scene and the same painter, at any size.
#include "ui/timeline/timeline_view_private.h"

#include "ui/common/picture_file.h"
#include "ui/timeline/scene_painter.h"

#include <algorithm>

namespace attnscope {

namespace {

// The picture's own scene: the window keeps its size and its scrolling.
void copyState(const TimelineScene& from, TimelineScene& to, QSize size)
{
    to.setModel(from.sharedModel());
    to.setSize(size.width(), std::max(1, size.height() - from.metrics().minimap - 1), 1);
    for (std::size_t track = 0; track < from.model().tracks().size(); ++track) {
        to.setFolded(track, from.isFolded(track));
    }
    to.setUnit(from.unit());
    to.setColourBy(from.colourBy());
    to.setFocusStep(from.focusStep());
    to.setLit(from.lit());
    to.setView(from.view());
    to.setScroll(from.scroll());
    to.selected = from.selected;
    to.chain = from.chain;
    to.area = from.area;
}

void paintAll(QPainter& painter, const TimelineScene& scene)
{
    const ScenePainter scenePainter(scene, Theme::current());
    const Minimap overview(scene);
    const int top = scene.metrics().minimap + 1;
    painter.save();
    painter.translate(0, top);
    scenePainter.paintFrame(painter);
    scenePainter.paintLanes(painter);
    scenePainter.paintOverlay(painter);
    scenePainter.paintEdges(painter);
    scenePainter.paintMeasures(painter);
    painter.restore();
    overview.paint(painter, scene.width(), false);
}

} // namespace

int ExportFooter::heightIn(QSize picture) const
{
    return paint ? std::clamp(height, 0, picture.height() / 2) : 0;
}

void ExportFooter::paintInto(QPainter& painter, QSize picture) const
{
    if (const int own = heightIn(picture); own > 0) {
        painter.save();
        paint(painter, { 0, picture.height() - own, picture.width(), own });
        painter.restore();
    }
}

Status TimelineView::exportTo(const QString& path, QSize size, const ExportFooter& footer) const
{
    if (d->scene.model().empty()) {
        return pictureFailed(path, tr("there is no recording to draw"));
    }
    if (size.width() < 1 || size.height() < 1) {
        return pictureFailed(path, tr("the size must be positive"));
    }
    return writePicture(path, size, tr("AttnScope timeline"), picture(size, footer));
}

std::function<void(QPainter&)> TimelineView::picture(QSize size, const ExportFooter& footer) const
{
    const auto scene = std::make_shared<TimelineScene>();
    copyState(d->scene, *scene, size - QSize(0, footer.heightIn(size)));
    return [scene, size, footer](QPainter& painter) {
        paintAll(painter, *scene);
        footer.paintInto(painter, size);
    };
}

int TimelineView::wholeHeight() const
{
    return d->scene.metrics().minimap + 1 + d->scene.rulerHeight() + d->scene.layout().height();
}

} // namespace attnscope
