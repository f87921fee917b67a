// SPDX-License-Identifier: GPL-3.0-or-later
// A label of one line that elides what does not fit and then shows the whole in its tooltip. GUI thread only.
#pragma once

#include "ui/common/theme.h"

#include <QLabel>

namespace attnscope {

class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(int size = TypeSize::kBody, QFont::Weight weight = QFont::Normal, const QString& tone = {},
        QWidget* parent = nullptr);

    void setFullText(const QString& text);
    [[nodiscard]] QString fullText() const { return m_full; }
    /// Where the dots go: Qt::ElideMiddle for long names whose end tells them apart.
    void setElideMode(Qt::TextElideMode mode);
    /// Shown whether the text fits or not; without one, the whole text is shown when it was cut.
    void setExplanation(const QString& tooltip);

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void update();

    QString m_full, m_explanation;
    Qt::TextElideMode m_mode = Qt::ElideRight;
};

} // namespace attnscope
