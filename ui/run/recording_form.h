// SPDX-License-Identifier: GPL-3.0-or-later
// How to record: warm-up, recorded steps, iterations of the timing pass, what is collected and what that cost the last time, and
// whether hardware counters are read in a second pass. GUI thread only.
#pragma once

#include "profiler/trace/session.h"

#include <QWidget>

#include <array>
#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;

namespace attnscope {

class FormRow;
class NumberField;

/// What recording made of a forward: recorded over unrecorded time, the median of the variants. Empty where none was measured.
[[nodiscard]] std::optional<double> recordingCostOf(const Session& session);
/// "1.08 ×"
[[nodiscard]] QString costText(double cost);

class RecordingForm : public QWidget {
    Q_OBJECT
public:
    explicit RecordingForm(QWidget* parent = nullptr);

    [[nodiscard]] int warmup() const;
    [[nodiscard]] int steps() const;
    [[nodiscard]] int timingIterations() const;
    [[nodiscard]] RecordLevel level() const;
    [[nodiscard]] bool counters() const; ///< wanted, and the device may have some
    [[nodiscard]] bool isValid() const { return m_valid; }

    void setLevel(RecordLevel level);
    void setCounters(bool on);
    /// Hardware counters are a GPU's: on the CPU the box is greyed and says so.
    void setOnCpu(bool onCpu);
    /// What a run on this machine took; shown beside its level from then on.
    void setMeasuredCost(RecordLevel level, double cost);
    [[nodiscard]] QString levelHint() const;
    [[nodiscard]] QCheckBox& counterBox() const { return *m_counters; }

signals:
    void changed();

private:
    struct Row {
        NumberField* field;
        FormRow* row;
        int low, high;
    };
    Row addRow(const QString& label, int value, int low, int high, const QString& toolTip);
    void check();
    void showHint();

    Row m_warmup {}, m_steps {}, m_timing {};
    QComboBox* m_level;
    QLabel* m_levelHint;
    QCheckBox* m_counters;
    std::array<std::optional<double>, 4> m_costs;
    bool m_valid = true;
};

} // namespace attnscope
