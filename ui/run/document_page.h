// SPDX-License-Identifier: GPL-3.0-or-later
// One tab of the window: an open document and how it is looked at. Its timeline is a widget of its own, so zoom, scrolling, folded
// lanes and selection are as they were when one comes back to it. GUI thread only.
#pragma once

#include "ui/run/trace_document.h"

#include <QString>

namespace attnscope {

class NoGpuPanel;
class TimelineView;

struct DocumentPage {
    DocumentPtr document; ///< null: the empty page that the window starts with
    TimelineView* timeline = nullptr;
    NoGpuPanel* noGpu = nullptr; ///< the timeline's own
    DocumentPtr against; ///< what its kernels are compared with; null: nothing
    int variant = -1;
    int bottomTab = 0; ///< a BottomPanel::Tab
    bool stacked = false; ///< all variants on one axis in place of the timeline
    QString search;
    bool awaitsFirstView = true; ///< the document was not painted yet
    bool bannerDismissed = false; ///< the words about the bundled recording were read

    /// The variant that is shown. Precondition: there is a document.
    [[nodiscard]] const VariantView& view() const { return document->views[static_cast<std::size_t>(variant)]; }
};

} // namespace attnscope
