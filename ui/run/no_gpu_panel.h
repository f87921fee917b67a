// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in place of the GPU lanes when a recording has none: why, three ways on, and what doctor found. GUI thread only.
#pragma once

#include "profiler/recording/recorder.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;

namespace attnscope {

class NoGpuPanel : public QWidget {
    Q_OBJECT
public:
    explicit NoGpuPanel(QWidget* parent = nullptr);

    /// Recorded on this machine, or a file from elsewhere that has no GPU lanes; `fact` is a sentence about what is measured.
    void setRecording(bool madeHere, const QString& fact);
    void setDoctor(const std::vector<DoctorLine>& lines);
    void setChecking();

signals:
    void bundledRequested();
    void checkRequested();

private:
    QWidget* makeWay(int number, const QString& title, const QString& text, QWidget* action);

    QLabel *m_heading, *m_fact;
    QGridLayout* m_doctor;
    QWidget *m_doctorBox, *m_doctorLine = nullptr; ///< hidden until doctor was asked
};

} // namespace attnscope
