// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/left_column.h"

#include "ui/common/small_widgets.h"
#include "ui/run/guess_row.h"
#include "ui/run/recording_facts.h"
#include "ui/run/recording_form.h"
#include "ui/run/variant_checks.h"
#include "ui/run/workload_form.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace attnscope {
namespace {

void addSection(QVBoxLayout* layout, const QString& title, QWidget* content)
{
    layout->addSpacing(Theme::px(12));
    layout->addWidget(makeLine());
    layout->addSpacing(Theme::px(13));
    layout->addWidget(makeLabel(title, TypeSize::kBody, QFont::DemiBold));
    layout->addSpacing(Theme::px(8));
    layout->addWidget(content);
}

} // namespace

LeftColumn::LeftColumn(QWidget* parent)
    : QWidget(parent)
    , m_workload(new WorkloadForm)
    , m_variants(new VariantChecks)
    , m_recording(new RecordingForm)
    , m_facts(new RecordingFacts)
    , m_guess(new GuessRow)
{
    pressOnReturn(m_guess);
    setFixedWidth(Theme::px(Measure::kLeftColumn));
    auto* content = new QWidget;
    content->setFixedWidth(Theme::px(Measure::kLeftColumn - 1));
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(Theme::px(16), Theme::px(10), Theme::px(15), Theme::px(8));
    layout->setSpacing(0);

    auto* head = new QHBoxLayout;
    head->addWidget(makeLabel(tr("Workload"), TypeSize::kBody, QFont::DemiBold), 1);
    auto* fold = makeButton(ButtonKind::Mini, tr("Fold this column"), QStringLiteral("fold"));
    connect(fold, &QToolButton::clicked, this, &LeftColumn::foldRequested);
    head->addWidget(fold);
    layout->addLayout(head);
    layout->addSpacing(Theme::px(8));
    layout->addWidget(m_workload);
    addSection(layout, tr("Variants to run"), m_variants);
    addSection(layout, tr("Recording"), m_recording);
    addSection(layout, tr("This recording"), m_facts);
    layout->addStretch();

    auto* scroll = makeScroll(content);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 1, 0);
    outer->setSpacing(0);
    outer->addWidget(scroll);
    outer->addWidget(m_guess);

    connect(m_workload, &WorkloadForm::changed, this, [this] {
        m_recording->setOnCpu(m_workload->device() == QStringLiteral("cpu"));
        emit changed();
    });
    connect(m_guess, &GuessRow::clicked, this, &LeftColumn::guessRequested);
    connect(m_variants, &VariantChecks::changed, this, &LeftColumn::changed);
    connect(m_recording, &RecordingForm::changed, this, &LeftColumn::changed);
}

std::optional<RecordRequest> LeftColumn::request() const
{
    if (!whyNot().isEmpty()) {
        return std::nullopt;
    }
    RecordRequest request;
    request.workload = m_workload->workload();
    request.variants = m_variants->chosen();
    request.device = m_workload->device().toStdString();
    request.warmup = m_recording->warmup();
    request.steps = m_recording->steps();
    request.timingIterations = m_recording->timingIterations();
    request.level = m_recording->level();
    request.counters = m_recording->counters();
    request.customVariants = m_variants->chosenCustom();
    return request;
}

QString LeftColumn::whyNot() const
{
    if (!m_workload->isValid()) {
        return tr("The workload has a problem: see the field in red.");
    }
    if (!m_recording->isValid()) {
        return tr("The recording settings have a problem: see the field in red.");
    }
    if (m_variants->chosen().empty() && m_variants->chosenCustom().empty()) {
        return tr("Choose at least one variant to run.");
    }
    return {};
}

void LeftColumn::restoreSettings()
{
    m_variants->setCustom(loadCustomVariants());
}

void LeftColumn::setDocument(const TraceDocument* document)
{
    m_facts->setDocument(document);
    if (document == nullptr || !document->unsaved || !document->trace->session()) {
        return; // not recorded by this window: it says nothing about a run here
    }
    const Session& session = *document->trace->session();
    if (const auto cost = recordingCostOf(session)) {
        m_recording->setMeasuredCost(session.level, *cost);
    }
}

void LeftColumn::showAvailability(const AvailabilityReport& report)
{
    m_variants->setAvailability(report.variants);
    m_recording->setOnCpu(report.device.kind == "cpu");
}

void LeftColumn::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(width() - 1, 0, 1, height(), theme.line);
}

} // namespace attnscope
