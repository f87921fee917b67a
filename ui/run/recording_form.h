// SPDX-License-Identifier: GPL-3.0-or-later
// How to record: warm-up, recorded steps, iterations of the timing pass. GUI thread only.
#pragma once

#include <QWidget>

namespace attnscope {

class FormRow;
class NumberField;

class RecordingForm : public QWidget {
    Q_OBJECT
public:
    explicit RecordingForm(QWidget* parent = nullptr);

    [[nodiscard]] int warmup() const;
    [[nodiscard]] int steps() const;
    [[nodiscard]] int timingIterations() const;
    [[nodiscard]] bool isValid() const { return m_valid; }

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

    Row m_warmup {}, m_steps {}, m_timing {};
    bool m_valid = true;
};

} // namespace attnscope
