// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/finding_page.h"

#include "ui/common/elided_label.h"
#include "ui/common/format.h"
#include "ui/common/small_widgets.h"
#include "ui/details/detail_card.h"
#include "ui/details/role_swatch.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace attnscope {
namespace {

constexpr std::size_t kMostLines = 24; // each is four widgets

FindingCard::Line lineOf(const Trace& trace, SpanRef span)
{
    FindingCard::Line line;
    line.span = span;
    line.name = evidenceName(trace, span);
    line.time = formatTimeAuto(trace.duration(span));
    const bool isGpu = isGpuWork(trace.kind(span));
    const auto launch = isGpu ? trace.launchOf(span) : std::optional(span);
    line.calledBy = launch ? opChainText(trace, *launch) : QString();
    if (isGpu) {
        line.role = trace.decoded(span).group;
    }
    return line;
}

} // namespace

QString FindingCard::asText() const
{
    QStringList text { title, sentence, evidence };
    for (const Line& line : lines) {
        text << line.name + QLatin1Char('\t') + line.calledBy + QLatin1Char('\t') + line.time;
    }
    if (!advice.isEmpty()) {
        text << advice;
    }
    return text.join(QLatin1Char('\n'));
}

FindingCard describeFinding(const Trace& trace, const FindingRow& row)
{
    FindingCard card { QString::number(row.number), findingTitle(row.finding.code), row.sentence, row.evidence,
        QStringList({ row.advice, row.comparison }).join(QLatin1Char(' ')).trimmed(), {}, 0 };
    const std::size_t shown = std::min(kMostLines, row.finding.evidence.size());
    for (std::size_t i = 0; i < shown; ++i) {
        card.lines.push_back(lineOf(trace, row.finding.evidence[i]));
    }
    card.more = row.finding.evidence.size() - shown;
    return card;
}

FindingPage::FindingPage(QWidget* parent)
    : QWidget(parent)
    , m_badge(makeLabel({}, TypeSize::kSmall, QFont::DemiBold))
    , m_sentence(makeLabel({}, TypeSize::kBody))
    , m_evidence(makeLabel({}, TypeSize::kSmall, QFont::Normal, QStringLiteral("muted")))
    , m_adviceBox(new QWidget)
    , m_advice(makeLabel({}, TypeSize::kBody))
    , m_title(new ElidedLabel(TypeSize::kBody, QFont::DemiBold))
    , m_lines(new QWidget)
{
    m_sentence->setWordWrap(true);
    m_evidence->setWordWrap(true);
    m_advice->setWordWrap(true);
    auto* advice = new QVBoxLayout(m_adviceBox);
    advice->setContentsMargins(0, Theme::px(4), 0, 0);
    advice->setSpacing(Theme::px(4));
    advice->addWidget(makeLine());
    advice->addSpacing(Theme::px(4));
    advice->addWidget(makeLabel(tr("What to do"), TypeSize::kSmall, QFont::Medium, QStringLiteral("accent")));
    advice->addWidget(m_advice);
    auto* body = new QWidget;
    m_body = new QVBoxLayout(body);
    m_body->setContentsMargins(Theme::px(16), Theme::px(4), Theme::px(16), Theme::px(8));
    m_body->setSpacing(Theme::px(4));
    m_body->addWidget(m_sentence);
    m_body->addWidget(m_evidence);
    m_body->addSpacing(Theme::px(4));
    m_body->addWidget(makeLine());
    m_body->addSpacing(Theme::px(4));
    m_body->addWidget(m_lines);
    m_body->addWidget(m_adviceBox);
    m_body->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHead());
    layout->addWidget(makeScroll(body), 1);
}

QWidget* FindingPage::makeHead()
{
    auto* box = new QWidget;
    box->setFixedHeight(Theme::px(Measure::kTabBar));
    auto* head = new QHBoxLayout(box);
    head->setContentsMargins(Theme::px(16), 0, Theme::px(12), 0);
    head->setSpacing(Theme::px(8));
    const int side = Theme::px(20);
    m_badge->setFixedSize(side, side);
    m_badge->setAlignment(Qt::AlignCenter);
    const auto restyle = [badge = m_badge, side] {
        const Theme& theme = Theme::current();
        badge->setStyleSheet(QStringLiteral("background: %1; color: %2; border-radius: %3px;")
                                 .arg(theme.accentFill.name(), theme.onAccent.name())
                                 .arg(side / 2));
    };
    restyle();
    connect(&ThemeController::instance(), &ThemeController::changed, m_badge, restyle);
    head->addWidget(m_badge);
    head->addWidget(m_title, 1);
    auto* previous = makeButton(ButtonKind::Mini, tr("Previous finding"), QStringLiteral("left"));
    auto* next = makeButton(ButtonKind::Mini, tr("Next finding"), QStringLiteral("right"));
    auto* copy = makeButton(ButtonKind::Mini, tr("Copy this finding"), QStringLiteral("copy"));
    connect(previous, &QToolButton::clicked, this, &FindingPage::previousRequested);
    connect(next, &QToolButton::clicked, this, &FindingPage::nextRequested);
    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_card.asText()); });
    for (QToolButton* button : { previous, next, copy }) {
        head->addWidget(button);
    }
    return box;
}

QWidget* FindingPage::makeLines()
{
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(Theme::px(12));
    grid->setVerticalSpacing(0);
    // API calls have no role; an empty column would still have its spacing.
    const bool hasRoles = std::any_of(
        m_card.lines.begin(), m_card.lines.end(), [](const FindingCard::Line& line) { return line.role.has_value(); });
    const int first = hasRoles ? 1 : 0;
    grid->setColumnStretch(first + 1, 1);
    int row = 0;
    for (const FindingCard::Line& line : m_card.lines) {
        if (line.role) {
            auto* swatch = new RoleSwatch;
            swatch->setRole(*line.role);
            grid->addWidget(swatch, row, 0);
        }
        auto* link = makeButton(ButtonKind::Link, line.name);
        link->setStyleSheet(
            QStringLiteral("padding-left: 0; padding-right: 0; min-height: 18px;")); // in a column of words
        link->setAccessibleName(tr("Show %1").arg(line.name));
        connect(link, &QToolButton::clicked, this, [this, span = line.span] { emit spanChosen(span); });
        grid->addWidget(link, row, first, Qt::AlignLeft);
        auto* chain = new ElidedLabel(TypeSize::kSmall, QFont::Normal, QStringLiteral("muted"));
        chain->setElideMode(Qt::ElideLeft); // the innermost op says most
        chain->setFullText(line.calledBy);
        grid->addWidget(chain, row, first + 1);
        auto* time = makeLabel(line.time, TypeSize::kBody);
        time->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        grid->addWidget(time, row, first + 2);
        ++row;
    }
    if (m_card.more > 0) {
        const QString count = formatCount(static_cast<std::int64_t>(m_card.more));
        grid->addWidget(makeLabel(m_card.more == 1 ? tr("and one more, lit in the timeline")
                                                   : tr("and %1 more, lit in the timeline").arg(count),
                            TypeSize::kSmall, QFont::Normal, QStringLiteral("muted")),
            row, first, 1, 3);
    }
    return box;
}

void FindingPage::setCard(const FindingCard& card)
{
    m_card = card;
    m_badge->setText(card.number);
    m_title->setFullText(card.title);
    m_sentence->setText(card.sentence);
    m_evidence->setText(card.evidence);
    m_evidence->setVisible(card.lines.empty()); // else they say it, one by one
    m_adviceBox->setVisible(!card.advice.isEmpty());
    m_advice->setText(card.advice);
    auto* fresh = makeLines();
    delete m_body->replaceWidget(m_lines, fresh);
    m_lines->deleteLater(); // maybe it is its link that was clicked
    m_lines = fresh;
}

} // namespace attnscope
