// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the seven variants to run: check boxes in two columns. One that cannot run on this machine for this workload is greyed and
// says why in its tooltip. GUI thread only.
#pragma once

#include "profiler/recording/recorder.h"

#include <QHash>
#include <QWidget>

class QCheckBox;

namespace attnscope {

class VariantChecks : public QWidget {
    Q_OBJECT
public:
    explicit VariantChecks(QWidget* parent = nullptr);

    /// Names in the fixed order, those that are checked and can run.
    [[nodiscard]] std::vector<std::string> chosen() const;
    /// Greys what cannot run; everything else is enabled again.
    void setAvailability(const std::vector<VariantAvailability>& variants);
    void clearAvailability();
    [[nodiscard]] QCheckBox* box(const QString& name) const { return m_boxes.value(name); }

signals:
    void changed();

private:
    QHash<QString, QCheckBox*> m_boxes;
};

} // namespace attnscope
