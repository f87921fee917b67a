// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow and Start here: guess first, then look. The answers are covered only in the bundled recording that a start without files
// begins with, and only until somebody guesses, wants to see, or turns to something else.
#include "ui/main_window.h"

#include "ui/common/action_registry.h"
#include "ui/common/key_hints.h"
#include "ui/common/variant_title.h"
#include "ui/compare/comparison_panel.h"
#include "ui/details/inspector.h"
#include "ui/run/gpu_count.h"
#include "ui/run/guess_column.h"
#include "ui/run/guess_row.h"
#include "ui/run/left_column.h"
#include "ui/run/recording_form.h"
#include "ui/run/start_page.h"
#include "ui/run/variant_checks.h"
#include "ui/run/variant_row.h"
#include "ui/run/workload_form.h"
#include "ui/timeline/timeline_view.h"

#include <algorithm>
#include <utility>

namespace attnscope {
namespace {

constexpr std::size_t kChoicesMin = 2; // one alone is no question

std::size_t choiceCount(const std::vector<RankedVariant>& ranking)
{
    return static_cast<std::size_t>(std::count_if(
        ranking.begin(), ranking.end(), [](const RankedVariant& variant) { return !variant.isBaseline; }));
}

bool ranks(const std::vector<RankedVariant>& ranking, const QString& name)
{
    return std::any_of(ranking.begin(), ranking.end(),
        [name = name.toStdString()](const RankedVariant& variant) { return variant.name == name; });
}

// The library's own choice is one of the others: no guess of its own.
QList<QPair<QString, QString>> choicesOf(const VariantChecks& checks)
{
    QList<QPair<QString, QString>> choices;
    for (const std::string& name : checks.chosen()) {
        if (name != "auto") {
            choices << qMakePair(QString::fromStdString(name), variantTitle(name));
        }
    }
    for (const CustomVariant& custom : checks.chosenCustom()) {
        choices << qMakePair(QString::fromStdString(custom.name), QString::fromStdString(custom.title));
    }
    return choices;
}

QString titleOf(const std::vector<VariantSummary>& summaries, const std::string& name)
{
    const auto found = std::find_if(summaries.begin(), summaries.end(),
        [&name](const VariantSummary& summary) { return summary.view.name == name; });
    return found == summaries.end() ? variantTitle(name) : QString::fromStdString(found->view.title);
}

} // namespace

void MainWindow::connectStart()
{
    connect(m_left, &LeftColumn::guessRequested, this, &MainWindow::showStartPage);
    connect(m_bottom, &BottomPanel::tabShown, this, &MainWindow::arrangeInspector);
    connect(m_bottom, &BottomPanel::tabShown, this, &MainWindow::fillStartPage);
    m_inspector->setKeyHints(viewerKeyHints(*m_actions));
}

// What is covered is covered before anything of it is shown; Start here comes after, filled for this document alone.
void MainWindow::beginWith(const DocumentPtr& document)
{
    Guess& guess = document->guess;
    const bool isStart = std::exchange(m_startPending, false) && document->bundled;
    if (isStart) {
        const std::vector<RankedVariant> ranking = rankedVariants(document->summaries);
        if (ranks(ranking, m_settings.bundledGuess)) {
            guess.variant = m_settings.bundledGuess.toStdString();
        } else {
            guess.covers = choiceCount(ranking) >= kChoicesMin;
        }
    }
    const bool wantsStart = isStart || !guess.variant.empty();
    setDocument(document);
    if (wantsStart) {
        showStartPage();
    } else {
        hideStartPage();
    }
}

void MainWindow::makeStartPage()
{
    m_start = new StartPage(viewerKeyHints(*m_actions));
    m_start->setWantedAtStart(m_settings.startPage);
    m_bottom->setStartWidgets(m_start, m_start->tools());
    connect(m_start, &StartPage::wantedAtStartChanged, this, &MainWindow::setStartPageWanted);
    connect(&m_start->guess(), &GuessColumn::guessed, this, &MainWindow::guess);
    connect(&m_start->guess(), &GuessColumn::uncoverRequested, this, &MainWindow::uncoverAnswers);
    connect(&m_start->guess(), &GuessColumn::variantChosen, this, [this](int row) { showVariant(row, true); });
    connect(&m_start->ownRun(), &OwnRunColumn::guessChosen, this, [this](const QString& variant) {
        m_nextGuess = variant;
        updateStart();
    });
}

void MainWindow::showStartPage()
{
    if (m_start == nullptr) {
        makeStartPage();
    }
    m_bottom->setOptionalTabVisible(BottomPanel::Start, true);
    m_bottom->setCurrentTab(BottomPanel::Start);
    updateStart(); // where it was shown before
}

void MainWindow::hideStartPage()
{
    uncoverAnswers();
    m_bottom->setOptionalTabVisible(BottomPanel::Start, false);
}

void MainWindow::setStartPageWanted(bool wanted)
{
    m_settings.startPage = wanted;
    m_start->setWantedAtStart(wanted);
    if (!wanted) {
        hideStartPage();
        m_bottom->setFocus();
    }
}

void MainWindow::guess(const QString& variant)
{
    if (!m_page->document) {
        return;
    }
    m_page->document->guess.variant = variant.toStdString();
    if (m_page->document->bundled) {
        m_settings.bundledGuess = variant;
    }
    m_page->document->guess.covers = false;
    showGuess();
}

void MainWindow::uncoverAnswers()
{
    bool changed = false;
    for (const auto& page : m_pages) {
        changed = changed || (page->document && page->document->guess.covers);
        if (page->document) {
            page->document->guess.covers = false;
        }
    }
    if (changed) {
        showGuess();
    }
}

void MainWindow::showGuess()
{
    if (!m_page->document) {
        return;
    }
    m_variants->showTimes();
    m_bottom->setSummaries(m_page->document->summaries, m_page->document->guess);
    m_bottom->comparison().setCurrent(m_page->variant);
    updateStart();
}

void MainWindow::updateStart()
{
    const TraceDocument* document = m_page->document.get();
    const QList<QPair<QString, QString>> choices = choicesOf(m_left->variants());
    const auto next = std::find_if(
        choices.begin(), choices.end(), [this](const auto& choice) { return choice.first == m_nextGuess; });
    if (next == choices.end() && !m_run.isBusy()) {
        m_nextGuess.clear(); // the run could not answer it
    }
    if (document != nullptr && !document->guess.variant.empty()) {
        m_left->guess().setGuess(titleOf(document->summaries, document->guess.variant),
            answerOf(document->guess, rankedVariants(document->summaries), m_unit));
    } else if (!m_nextGuess.isEmpty()) {
        m_left->guess().setGuess(tr("%1, next run").arg(next == choices.end() ? m_nextGuess : next->second),
            tr("What you expect to need the least time in the next run"));
    } else {
        m_left->guess().setGuess({}, tr("Guess which variant needs the least time, before you look"));
    }
    fillStartPage();
}

// Only while it is in sight: the tab fills it when it is turned to.
void MainWindow::fillStartPage()
{
    if (m_start == nullptr || m_bottom->currentTab() != BottomPanel::Start) {
        return;
    }
    m_start->guess().setDocument(m_page->document.get(), m_unit);
    OwnRun run;
    run.steps = m_left->recording().steps();
    run.gpus = visibleGpuCount();
    run.onGpu = run.gpus > 0 && m_left->workload().device() != QStringLiteral("cpu");
    run.recorderLoaded = m_run.isLoaded();
    run.variants = choicesOf(m_left->variants());
    run.guess = m_nextGuess;
    m_start->ownRun().setRun(run);
}

void MainWindow::takeNextGuess(TraceDocument& document)
{
    const bool isThere = std::any_of(document.summaries.begin(), document.summaries.end(),
        [name = m_nextGuess.toStdString()](const VariantSummary& summary) { return summary.view.name == name; });
    if (isThere) {
        document.guess.variant = std::exchange(m_nextGuess, {}).toStdString();
    }
}

void MainWindow::arrangeInspector()
{
    // With nothing to say it would only take the room from what is to be read first.
    const bool isInTheWay = m_bottom->currentTab() == BottomPanel::Start && !m_page->timeline->selection()
        && m_finding < 0 && !m_role && !m_rangeCard;
    const bool shown = m_inspectorIsTab || !isInTheWay;
    if (shown == !m_inspector->isHidden()) {
        return;
    }
    m_inspector->setVisible(shown);
    if (!m_inspectorIsTab && shown) {
        arrangeSplitters(width() - (m_left->isHidden() ? 0 : m_left->width()));
    }
}

} // namespace attnscope
