// SPDX-License-Identifier: GPL-3.0-or-later
// "This recording": where and with what the shown trace was made. Nothing is shown that the file does not say. GUI thread only.
#pragma once

#include "ui/run/trace_document.h"

#include <QString>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace attnscope {

class RecordingFacts : public QWidget {
    Q_OBJECT
public:
    explicit RecordingFacts(QWidget* parent = nullptr);
    void setDocument(const TraceDocument* document);

private:
    QVBoxLayout* m_layout;
};

struct RecordingFact {
    QString key, value;
    QString explanation; ///< tooltip; may be empty
};
/// In order. Pure.
[[nodiscard]] std::vector<RecordingFact> recordingFacts(const TraceDocument& document);

} // namespace attnscope
