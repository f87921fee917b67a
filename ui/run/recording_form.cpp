// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/recording_form.h"

#include "ui/common/format.h"
#include "ui/run/form_rows.h"
#include "ui/run/number_field.h"

#include <QVBoxLayout>

namespace attnscope {

RecordingForm::RecordingForm(QWidget* parent)
    : QWidget(parent)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_warmup = addRow(tr("Warm-up"), 3, 0, 1000, tr("Forwards before the recording, and as many again under it"));
    m_steps = addRow(tr("Steps"), 3, 1, 1000, tr("Forwards that are recorded"));
    m_timing =
        addRow(tr("Timed runs"), 50, 0, 100000, tr("Forwards without the profiler: the times that are compared"));
    check();
}

RecordingForm::Row RecordingForm::addRow(const QString& label, int value, int low, int high, const QString& toolTip)
{
    auto* field = new NumberField(value, label);
    auto* row = new FormRow(label, field, this);
    row->setToolTip(toolTip);
    layout()->addWidget(row);
    connect(field, &NumberField::valueEdited, this, [this] {
        check();
        emit changed();
    });
    return { field, row, low, high };
}

void RecordingForm::check()
{
    m_valid = true;
    for (const Row* row : { &m_warmup, &m_steps, &m_timing }) {
        if (row->field == nullptr) {
            continue;
        }
        const auto value = row->field->value();
        const bool ok = value && *value >= row->low && *value <= row->high;
        const QString problem = ok ? QString() : tr("from %1 to %2").arg(formatCount(row->low), formatCount(row->high));
        row->row->setProblem(problem);
        row->field->setProblem(problem);
        m_valid = m_valid && ok;
    }
}

int RecordingForm::warmup() const
{
    return static_cast<int>(m_warmup.field->value().value_or(0));
}

int RecordingForm::steps() const
{
    return static_cast<int>(m_steps.field->value().value_or(1));
}

int RecordingForm::timingIterations() const
{
    return static_cast<int>(m_timing.field->value().value_or(0));
}

} // namespace attnscope
