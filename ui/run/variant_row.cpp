// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/variant_row.h"

#include "ui/common/small_widgets.h"
#include "ui/common/toggle_switch.h"
#include "ui/common/variant_title.h"
#include "ui/run/reason_text.h"
#include "ui/run/variant_button.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QPainter>
#include <QRegularExpression>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace attnscope {
namespace {

QString stageText(RecordStage stage)
{
    switch (stage) {
    case RecordStage::Preparing:
        return VariantRow::tr("preparing…");
    case RecordStage::WarmUp:
        return VariantRow::tr("warming up…");
    case RecordStage::Timing:
        return VariantRow::tr("timing…");
    case RecordStage::Recording:
        return VariantRow::tr("recording…");
    case RecordStage::Accuracy:
        return VariantRow::tr("checking…");
    case RecordStage::Finished:
        return VariantRow::tr("recorded");
    case RecordStage::Refused:
        return VariantRow::tr("refused");
    case RecordStage::Failed:
        break;
    }
    return VariantRow::tr("failed");
}

// A pinned variant runs the backend that it is named after. Only a recording with operators knows what ran.
bool ranAnother(const VariantSummary& summary)
{
    static const QStringList pinned { QStringLiteral("math"), QStringLiteral("efficient"), QStringLiteral("flash"),
        QStringLiteral("cudnn") };
    return !summary.backend.empty() && summary.backend != summary.view.name
        && pinned.contains(QString::fromStdString(summary.view.name))
        && pinned.contains(QString::fromStdString(summary.backend));
}

} // namespace

VariantCaption captionOf(const VariantSummary& summary, TimeUnit unit)
{
    VariantCaption caption;
    if (!summary.ran) {
        const QString note = QString::fromStdString(summary.note);
        const bool failed = summary.view.result != nullptr && summary.view.result->status == VariantStatus::Failed;
        const bool cancelled =
            summary.view.result != nullptr && summary.view.result->status == VariantStatus::Cancelled;
        const bool wantsGpu = note.contains(QLatin1String("GPU")) || note.contains(QLatin1String("CUDA"));
        caption.text = failed ? VariantRow::tr("failed")
            : cancelled       ? VariantRow::tr("cancelled")
            : wantsGpu        ? VariantRow::tr("needs a GPU")
                              : VariantRow::tr("cannot run here");
        const QString reasons = summary.view.result == nullptr ? QString() : reasonsText(summary.view.result->reasons);
        caption.explanation = reasons.isEmpty() ? (note.isEmpty() ? caption.text : note) : reasons;
        return caption;
    }
    const auto us = summary.rankingUs();
    if (us) {
        const Ns ns = std::llround(*us * 1000);
        caption.text = formatTime(ns, unit) + QLatin1Char(' ') + unitName(unit);
        caption.explanation = (summary.onGpu ? VariantRow::tr("GPU time of one forward: %1")
                                             : VariantRow::tr("CPU time of one forward: %1"))
                                  .arg(formatTimeExact(ns));
    }
    if (summary.view.name == "auto" && !summary.backend.empty()) {
        caption.text += QStringLiteral(" · ") + variantTitle(summary.backend);
    } else if (ranAnother(summary)) {
        caption.warns = true;
        caption.text = VariantRow::tr("%1 · %2").arg(caption.text, variantTitle(summary.backend));
        caption.explanation =
            VariantRow::tr("Asked for %1, but %2 ran.\n%3")
                .arg(variantTitle(summary.view.name), variantTitle(summary.backend), caption.explanation);
    }
    return caption;
}

VariantCaption coveredCaptionOf(const VariantSummary& summary)
{
    const QString subtitle = variantSubtitle(summary.view.name);
    return { subtitle.isEmpty() ? VariantRow::tr("covered") : subtitle,
        VariantRow::tr("Its time waits for your guess, in Start here. A click shows it, and every other one.") };
}

QStringList stepCaptions(const std::vector<std::string>& names)
{
    static const QRegularExpression numbered(QStringLiteral("^(?:step |ProfilerStep#)(\\d+)$"));
    QStringList numbers;
    QStringList plain;
    for (const std::string& name : names) {
        plain << QString::fromStdString(name);
        if (const auto match = numbered.match(plain.back()); match.hasMatch()) {
            numbers << match.captured(1);
        }
    }
    if (numbers.size() != plain.size() || numbers.isEmpty()) {
        return plain;
    }
    QStringList captions;
    for (const QString& number : numbers) {
        captions << (numbers.size() == 1
                ? VariantRow::tr("Step %1").arg(number)
                : VariantRow::tr("Step %1 of %2–%3").arg(number, numbers.first(), numbers.last()));
    }
    return captions;
}

VariantRow::VariantRow(QWidget* parent)
    : QWidget(parent)
    , m_group(new QButtonGroup(this))
    , m_trough(new QWidget(this))
    , m_buttons(new QHBoxLayout(m_trough))
    , m_steps(new QComboBox(this))
    , m_align(new QComboBox(this))
    , m_add(makeButton(ButtonKind::Quiet, tr("Add variant…"), QStringLiteral("plus"), this))
    , m_stack(new ToggleSwitch(tr("Stack all"), this))
{
    setFixedHeight(Theme::px(Measure::kVariantRow));
    m_trough->setProperty("kind", QStringLiteral("trough"));
    m_trough->setAttribute(Qt::WA_StyledBackground);
    m_buttons->setContentsMargins(0, 0, 0, 0);
    m_buttons->setSpacing(0);
    m_group->setExclusive(true);
    tabToTheChecked(*m_group);
    for (QComboBox* chooser : { m_steps, m_align }) {
        chooser->setProperty("kind", QStringLiteral("tall"));
        chooser->setFont(Theme::font(TypeSize::kBody));
        chooser->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    }
    m_steps->setAccessibleName(tr("Step in focus"));
    m_align->setAccessibleName(tr("What of each variant stands at zero"));
    m_align->setToolTip(tr("What of each variant stands at zero (Shift+A)"));
    m_align->hide();
    nameAlignments();
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Theme::px(16), 0, Theme::px(16), 1);
    layout->setSpacing(Theme::px(12));
    m_trough->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_trough->setFixedHeight(Theme::px(Measure::kSegmentHeight));
    m_add->setToolTip(tr("Add an operator of your own library, or an AOTInductor package, as a variant"));
    connect(m_add, &QToolButton::clicked, this, &VariantRow::addVariantRequested);
    layout->addWidget(m_trough, 0, Qt::AlignVCenter);
    layout->addWidget(m_add, 0, Qt::AlignVCenter);
    layout->addStretch();
    layout->addWidget(m_steps);
    layout->addWidget(m_align);
    layout->addWidget(m_stack);
    setTabOrder(m_add, m_steps); // as they stand, not as they were made
    setTabOrder(m_steps, m_align);
    setTabOrder(m_align, m_stack);
    m_stack->setToolTip(tr("All variants on one axis, each from its step's start (Shift+S)"));
    m_stack->hide();
    connect(m_stack, &ToggleSwitch::toggled, this, &VariantRow::stackRequested);
    connect(m_group, &QButtonGroup::idClicked, this, [this](int id) {
        showSeparators();
        emit variantChosen(id);
    });
    connect(m_steps, &QComboBox::activated, this, &VariantRow::stepChosen);
    connect(m_align, &QComboBox::activated, this,
        [this](int index) { emit alignChosen(static_cast<StackedAlign>(index)); });
    rebuild(nullptr);
    setSteps({}, 0);
}

void VariantRow::rebuild(const TraceDocument* document)
{
    for (const Entry& entry : m_entries) {
        m_group->removeButton(entry.button);
        delete entry.button;
    }
    m_entries.clear();
    m_trough->setFocusPolicy(Qt::TabFocus); // Qt orders nothing after what takes no focus
    const auto add = [this](std::string_view name, std::string_view title, int number) {
        auto* button = new VariantButton(QString::fromUtf8(title), number, m_trough);
        m_group->addButton(button, static_cast<int>(m_entries.size()));
        m_buttons->addWidget(button);
        setTabOrder(m_entries.empty() ? m_trough : static_cast<QWidget*>(m_entries.back().button), button);
        m_trough->setFocusPolicy(Qt::NoFocus);
        m_entries.push_back({ QString::fromUtf8(name), button, {}, {}, false, false });
    };
    if (document == nullptr) {
        for (const VariantName& variant : kVariants) {
            add(variant.name, variant.title, static_cast<int>(m_entries.size()) + 1);
            m_entries.back().time = QString::fromUtf8(variant.subtitle);
            m_entries.back().button->setEnabled(false);
        }
    } else {
        for (const VariantView& view : document->views) {
            add(view.name, view.title, document->views.size() > 1 ? static_cast<int>(m_entries.size()) + 1 : 0);
        }
    }
    if (document != nullptr && !document->trace->session()) {
        return; // somebody else's trace: nothing of ours belongs beside it
    }
    for (const CustomVariant& custom : m_custom) {
        const QString name = QString::fromStdString(custom.name);
        if (std::none_of(
                m_entries.begin(), m_entries.end(), [&name](const Entry& entry) { return entry.name == name; })) {
            add(custom.name, custom.title, 0);
            m_entries.back().time = tr("not run yet");
            m_entries.back().explanation = tr("Your own variant: it runs with the next recording.");
            m_entries.back().button->setEnabled(false);
        }
    }
}

void VariantRow::setCustomVariants(std::vector<CustomVariant> variants)
{
    const int chosen = current();
    m_custom = std::move(variants);
    rebuild(m_document);
    showTimes();
    setCurrent(chosen);
    fitAddButton();
}

void VariantRow::setDocument(const TraceDocument* document)
{
    m_document = document;
    rebuild(document);
    nameAlignments();
    showTimes();
    showSeparators();
    fitAddButton();
}

void VariantRow::setTimeUnit(TimeUnit unit)
{
    m_unit = unit;
    showTimes();
}

void VariantRow::showTimes()
{
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        Entry& entry = m_entries[i];
        if (m_document != nullptr && i < m_document->summaries.size()) {
            const VariantSummary& summary = m_document->summaries[i];
            const VariantCaption caption =
                isCovered(m_document->guess, summary) ? coveredCaptionOf(summary) : captionOf(summary, m_unit);
            entry.time = caption.text;
            entry.explanation = caption.explanation;
            entry.warns = caption.warns;
            entry.button->setEnabled(summary.ran);
        }
        entry.button->setSecondLine(entry.time, entry.explanation);
        entry.button->setWarning(entry.warns);
    }
}

void VariantRow::setCurrent(int index)
{
    if (auto* button = m_group->button(index)) {
        button->setChecked(true);
    }
    showSeparators();
}

int VariantRow::current() const
{
    return m_group->checkedId();
}

VariantButton* VariantRow::button(int index) const
{
    return index >= 0 && index < static_cast<int>(m_entries.size()) ? m_entries[static_cast<std::size_t>(index)].button
                                                                    : nullptr;
}

void VariantRow::showSeparators()
{
    const int chosen = current();
    for (int i = 0; i < static_cast<int>(m_entries.size()); ++i) {
        m_entries[static_cast<std::size_t>(i)].button->setSeparator(i > 0 && i != chosen && i - 1 != chosen);
    }
}

void VariantRow::setSteps(const std::vector<std::string>& names, int current)
{
    const QSignalBlocker quiet(m_steps);
    m_steps->clear();
    m_steps->addItems(stepCaptions(names));
    m_steps->setCurrentIndex(current);
    m_steps->setVisible(!names.empty());
}

void VariantRow::setStack(bool possible, bool on)
{
    const QSignalBlocker quiet(m_stack);
    m_stack->setChecked(on);
    m_stack->setVisible(possible);
    m_align->setVisible(possible && on);
    fitAddButton();
}

void VariantRow::setAlign(StackedAlign align)
{
    m_align->setCurrentIndex(static_cast<int>(align));
}

// In the order of StackedAlign.
void VariantRow::nameAlignments()
{
    const bool hasKernels = m_document == nullptr || m_document->onGpu();
    const QStringList names { tr("Align at step start"),
        hasKernels ? tr("Align at first kernel") : tr("Align at first op"), tr("Align at end") };
    for (int i = 0; i < static_cast<int>(names.size()); ++i) {
        if (i < m_align->count()) {
            m_align->setItemText(i, names[i]);
        } else {
            m_align->addItem(names[i]);
        }
    }
}

void VariantRow::setProgress(const RecordProgress& progress)
{
    for (Entry& entry : m_entries) {
        if (entry.name != QString::fromStdString(progress.variant)) {
            // A run goes over the variants more than once: who is between two passes waits.
            entry.button->setProgress(-1);
            if (entry.running) {
                entry.button->setSecondLine(tr("waiting…"));
            }
            continue;
        }
        entry.running = progress.stage != RecordStage::Finished && progress.stage != RecordStage::Refused
            && progress.stage != RecordStage::Failed;
        entry.button->setSecondLine(stageText(progress.stage), QString::fromStdString(progress.message));
        entry.button->setProgress(entry.running ? progress.fraction : -1);
    }
}

void VariantRow::clearProgress()
{
    for (Entry& entry : m_entries) {
        entry.running = false;
        entry.button->setProgress(-1);
        entry.button->setSecondLine(entry.time, entry.explanation);
    }
}

void VariantRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitAddButton();
}

// The variants need the room first: the button keeps its words only where every segment has the design's width.
void VariantRow::fitAddButton()
{
    const int wanted = static_cast<int>(m_entries.size()) * Theme::px(Measure::kSegmentWidth)
        + m_steps->sizeHint().width() + (m_stack->isHidden() ? 0 : m_stack->sizeHint().width())
        + (m_align->isHidden() ? 0 : m_align->sizeHint().width() + Theme::px(12)) + Theme::px(160);
    m_add->setToolButtonStyle(width() > wanted ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
}

void VariantRow::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(0, height() - 1, width(), 1, theme.line);
}

} // namespace attnscope
