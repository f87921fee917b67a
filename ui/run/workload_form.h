// SPDX-License-Identifier: GPL-3.0-or-later
// The workload: shape, types, mask, direction, device. Checked as the user types; each problem stands at its field. The KV fields
// follow their twins until they are edited. GUI thread only.
#pragma once

#include "profiler/trace/session.h"

#include <QHash>
#include <QWidget>

class QComboBox;
class QVBoxLayout;

namespace attnscope {

class FactRow;
class FormRow;
class NumberField;

class WorkloadForm : public QWidget {
    Q_OBJECT
public:
    explicit WorkloadForm(QWidget* parent = nullptr);

    /// Meaningful only when isValid().
    [[nodiscard]] Workload workload() const;
    void setWorkload(const Workload& workload);
    [[nodiscard]] bool isValid() const { return m_valid; }
    /// "auto", "cpu", "cuda"; among several GPUs "cuda:0", "cuda:1", …
    [[nodiscard]] QString device() const;
    /// Which devices can be chosen; keeps the chosen one where it still can be. The constructor counts this machine's.
    void setGpuCount(int count);
    /// The sentence under a field by the command line's option name ("--seq"); for tests.
    [[nodiscard]] QString problemAt(const QString& option) const;
    [[nodiscard]] NumberField* field(const QString& option) const { return m_numbers.value(option); }

signals:
    void changed(); ///< after every edit, validity settled

private:
    void addNumber(QVBoxLayout* layout, const QString& option, const QString& label, std::int64_t value);
    QComboBox* addChoice(QVBoxLayout* layout, const QString& option, const QString& label, const QStringList& items);
    void edited(const QString& option);
    void check();

    QHash<QString, NumberField*> m_numbers;
    QHash<QString, FormRow*> m_rows;
    QComboBox *m_dtype, *m_mask, *m_direction, *m_device;
    FactRow *m_scores, *m_flop;
    bool m_kvHeadsFollow = true, m_kvSeqFollow = true;
    bool m_valid = true;
};

} // namespace attnscope
