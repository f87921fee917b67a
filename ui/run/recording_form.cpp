// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/recording_form.h"

#include "ui/common/format.h"
#include "ui/common/small_widgets.h"
#include "ui/run/form_rows.h"
#include "ui/run/number_field.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

namespace attnscope {

std::optional<double> recordingCostOf(const Session& session)
{
    std::vector<double> factors;
    for (const VariantResult& variant : session.variants) {
        if (variant.recordingOverhead) {
            factors.push_back(1 + *variant.recordingOverhead);
        }
    }
    if (factors.empty()) {
        return std::nullopt;
    }
    const auto middle = factors.begin() + static_cast<std::ptrdiff_t>(factors.size() / 2);
    std::nth_element(factors.begin(), middle, factors.end());
    return *middle;
}

QString costText(double cost)
{
    return RecordingForm::tr("%1 ×").arg(formatNumber(cost));
}

RecordingForm::RecordingForm(QWidget* parent)
    : QWidget(parent)
    , m_level(makeFormCombo({ tr("kernels"), tr("+ API calls"), tr("+ operators"), tr("+ memory") }, tr("Level")))
    , m_levelHint(makeLabel({}, TypeSize::kSmall, QFont::Normal, QStringLiteral("faint")))
    , m_counters(new QCheckBox(tr("Hardware counters")))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_warmup = addRow(tr("Warm-up"), 3, 0, 1000, tr("Forwards before the recording, and as many again under it"));
    m_steps = addRow(tr("Steps"), 3, 1, 1000, tr("Forwards that are recorded"));
    m_timing =
        addRow(tr("Timed runs"), 50, 0, 100000, tr("Forwards without the profiler: the times that are compared"));
    m_level->setCurrentIndex(static_cast<int>(RecordLevel::Full));
    m_level->setToolTip(
        tr("What is collected, each level on top of the one before it; copies and fills come with the API calls"));
    layout->addWidget(new FormRow(tr("Level"), m_level, this));
    m_levelHint->setWordWrap(true);
    layout->addWidget(m_levelHint);
    m_counters->setFont(Theme::font(TypeSize::kBody));
    m_counters->setFixedHeight(Theme::px(24));
    layout->addWidget(m_counters);
    connect(m_level, &QComboBox::currentIndexChanged, this, [this] {
        showHint();
        emit changed();
    });
    connect(m_counters, &QCheckBox::toggled, this, &RecordingForm::changed);
    setOnCpu(false);
    showHint();
    check();
}

RecordLevel RecordingForm::level() const
{
    return static_cast<RecordLevel>(m_level->currentIndex());
}

bool RecordingForm::counters() const
{
    return m_counters->isChecked() && m_counters->isEnabled();
}

void RecordingForm::setLevel(RecordLevel level)
{
    m_level->setCurrentIndex(static_cast<int>(level));
}

void RecordingForm::setCounters(bool on)
{
    m_counters->setChecked(on);
}

void RecordingForm::setOnCpu(bool onCpu)
{
    m_counters->setEnabled(!onCpu);
    m_counters->setToolTip(onCpu
            ? tr("Hardware counters are those of a GPU: on the CPU there are none.")
            : tr("A second pass that counts Tensor Core instructions, DRAM bytes and active warps of every kernel"));
    m_counters->setAccessibleDescription(m_counters->toolTip());
}

void RecordingForm::setMeasuredCost(RecordLevel level, double cost)
{
    m_costs[static_cast<std::size_t>(level)] = cost;
    showHint();
}

QString RecordingForm::levelHint() const
{
    return m_levelHint->text();
}

void RecordingForm::showHint()
{
    const auto& cost = m_costs[static_cast<std::size_t>(level())];
    m_levelHint->setText(cost ? tr("took %1 an unrecorded forward").arg(costText(*cost)) : QString());
    m_levelHint->setVisible(cost.has_value());
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
