// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/workload_form.h"

#include "ui/common/format.h"
#include "ui/common/theme.h"
#include "ui/run/form_rows.h"
#include "ui/run/gpu_count.h"
#include "ui/run/number_field.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace attnscope {
namespace {

// Option names of the command line: validate() speaks in them, so problems find their field.
const QString kBatch = QStringLiteral("--batch"), kHeads = QStringLiteral("--heads"),
              kKvHeads = QStringLiteral("--kv-heads"), kSeq = QStringLiteral("--seq"),
              kKvSeq = QStringLiteral("--kv-seq"), kHeadDim = QStringLiteral("--head-dim"),
              kDtype = QStringLiteral("--dtype"), kMask = QStringLiteral("--mask"),
              kDirection = QStringLiteral("--direction"), kLayers = QStringLiteral("--layers"),
              kDevice = QStringLiteral("--device");

QString flopText(double flop)
{
    static constexpr const char* kUnits[] = { "FLOP", "KFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP" };
    std::size_t unit = 0;
    while (flop >= 999.5 && unit + 1 < std::size(kUnits)) {
        flop /= 1000;
        ++unit;
    }
    return formatNumber(flop) + QLatin1Char(' ') + QLatin1String(kUnits[unit]);
}

// What the command line calls the items of a combo, whatever language they are shown in.
void setValues(QComboBox* combo, std::initializer_list<const char*> values)
{
    int index = 0;
    for (const char* value : values) {
        combo->setItemData(index++, QLatin1String(value));
    }
}

} // namespace

WorkloadForm::WorkloadForm(QWidget* parent)
    : QWidget(parent)
    , m_scores(new FactRow(tr("Scores S×S"), {}))
    , m_flop(new FactRow(tr("Matmul work"), {}))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    const Workload standard;
    addNumber(layout, kBatch, tr("Batch"), standard.batch);
    addNumber(layout, kHeads, tr("Heads"), standard.heads);
    addNumber(layout, kKvHeads, tr("KV heads"), standard.kvHeads);
    addNumber(layout, kSeq, tr("Sequence"), standard.seq);
    addNumber(layout, kKvSeq, tr("KV sequence"), standard.kvSeq);
    addNumber(layout, kHeadDim, tr("Head dim"), standard.headDim);
    m_dtype = addChoice(
        layout, kDtype, tr("Dtype"), { QStringLiteral("bf16"), QStringLiteral("fp16"), QStringLiteral("fp32") });
    m_mask = addChoice(layout, kMask, tr("Mask"), { tr("causal"), tr("none"), tr("padding") });
    setValues(m_mask, { "causal", "none", "padding" });
    m_direction = addChoice(layout, kDirection, tr("Direction"), { tr("forward"), tr("training") });
    setValues(m_direction, { "forward", "training" });
    addNumber(layout, kLayers, tr("Layers"), standard.layers);
    m_device = addChoice(layout, kDevice, tr("Device"), {});
    setGpuCount(visibleGpuCount());
    layout->addSpacing(Theme::px(4));
    layout->addWidget(m_scores);
    layout->addWidget(m_flop);
    check();
}

void WorkloadForm::addNumber(QVBoxLayout* layout, const QString& option, const QString& label, std::int64_t value)
{
    auto* field = new NumberField(value, label);
    auto* row = new FormRow(label, field, this);
    m_numbers.insert(option, field);
    m_rows.insert(option, row);
    layout->addWidget(row);
    connect(field, &NumberField::valueEdited, this, [this, option] { edited(option); });
}

QComboBox* WorkloadForm::addChoice(
    QVBoxLayout* layout, const QString& option, const QString& label, const QStringList& items)
{
    auto* combo = makeFormCombo(items, label);
    auto* row = new FormRow(label, combo, this);
    m_rows.insert(option, row);
    layout->addWidget(row);
    connect(combo, &QComboBox::currentIndexChanged, this, [this] {
        check();
        emit changed();
    });
    return combo;
}

void WorkloadForm::edited(const QString& option)
{
    m_kvHeadsFollow = m_kvHeadsFollow && option != kKvHeads;
    m_kvSeqFollow = m_kvSeqFollow && option != kKvSeq;
    const auto follow = [this, &option](bool follows, const QString& leader, const QString& follower) {
        if (follows && option == leader && m_numbers[leader]->value()) {
            m_numbers[follower]->setValue(*m_numbers[leader]->value());
        }
    };
    follow(m_kvHeadsFollow, kHeads, kKvHeads);
    follow(m_kvSeqFollow, kSeq, kKvSeq);
    check();
    emit changed();
}

Workload WorkloadForm::workload() const
{
    const auto number = [this](const QString& option) { return m_numbers[option]->value().value_or(0); };
    Workload w;
    w.batch = number(kBatch);
    w.heads = number(kHeads);
    w.kvHeads = number(kKvHeads);
    w.seq = number(kSeq);
    w.kvSeq = number(kKvSeq);
    w.headDim = number(kHeadDim);
    w.layers = number(kLayers);
    w.dtype = parseDType(m_dtype->currentText().toStdString()).value_or(w.dtype);
    w.mask = parseMask(m_mask->currentData().toString().toStdString()).value_or(w.mask);
    w.direction = parseDirection(m_direction->currentData().toString().toStdString()).value_or(w.direction);
    return w;
}

void WorkloadForm::setWorkload(const Workload& w)
{
    const auto set = [this](const QString& option, std::int64_t value) { m_numbers[option]->setValue(value); };
    set(kBatch, w.batch);
    set(kHeads, w.heads);
    set(kKvHeads, w.kvHeads);
    set(kSeq, w.seq);
    set(kKvSeq, w.kvSeq);
    set(kHeadDim, w.headDim);
    set(kLayers, w.layers);
    const auto choose = [](QComboBox* combo, std::string_view text) {
        const QSignalBlocker quiet(combo);
        combo->setCurrentText(QString::fromUtf8(text));
    };
    choose(m_dtype, toString(w.dtype));
    const auto chooseValue = [](QComboBox* combo, std::string_view value) {
        const QSignalBlocker quiet(combo);
        combo->setCurrentIndex(combo->findData(QString::fromUtf8(value)));
    };
    chooseValue(m_mask, toString(w.mask));
    chooseValue(m_direction, toString(w.direction));
    m_kvHeadsFollow = w.kvHeads == w.heads;
    m_kvSeqFollow = w.kvSeq == w.seq;
    check();
    emit changed();
}

void WorkloadForm::setGpuCount(int count)
{
    const QString chosen = device();
    const QSignalBlocker quiet(m_device);
    m_device->clear();
    m_device->addItem(tr("automatic"), QStringLiteral("auto"));
    if (count < 2) {
        m_device->addItem(tr("GPU"), QStringLiteral("cuda"));
    }
    for (int index = 0; index < count && count >= 2; ++index) {
        m_device->addItem(tr("GPU %1").arg(index), QStringLiteral("cuda:%1").arg(index));
    }
    m_device->addItem(tr("CPU"), QStringLiteral("cpu"));
    m_device->setCurrentIndex(std::max(0, m_device->findData(chosen)));
}

QString WorkloadForm::device() const
{
    return m_device->currentData().toString();
}

QString WorkloadForm::problemAt(const QString& option) const
{
    const FormRow* row = m_rows.value(option);
    return row == nullptr ? QString() : row->problem();
}

void WorkloadForm::check()
{
    QHash<QString, QString> problems;
    for (auto it = m_numbers.constBegin(); it != m_numbers.constEnd(); ++it) {
        if (!it.value()->value()) {
            problems.insert(it.key(),
                it.value()->text().trimmed().isEmpty() ? tr("a number is missing") : tr("not a whole number"));
        }
    }
    const Workload current = workload();
    for (const WorkloadProblem& problem : validate(current)) {
        const QString option = QString::fromStdString(problem.option);
        if (!problems.contains(option)) {
            problems.insert(option, QString::fromStdString(problem.message));
        }
    }
    for (auto it = m_rows.constBegin(); it != m_rows.constEnd(); ++it) {
        it.value()->setProblem(problems.value(it.key()));
    }
    for (auto it = m_numbers.constBegin(); it != m_numbers.constEnd(); ++it) {
        it.value()->setProblem(problems.value(it.key()));
    }
    m_valid = problems.isEmpty();
    m_scores->setValue(m_valid ? formatBytes(scoreBytes(current)) : QStringLiteral("–"),
        m_valid ? tr("batch × heads × sequence × KV sequence, %1: %2 bytes")
                      .arg(m_dtype->currentText(), formatCount(scoreBytes(current)))
                : QString());
    m_flop->setValue(m_valid ? flopText(matmulFlop(current)) : QStringLiteral("–"),
        m_valid ? tr("the two matmuls of all layers, nothing subtracted for the mask") : QString());
}

} // namespace attnscope
