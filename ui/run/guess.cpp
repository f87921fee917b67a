// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/guess.h"

#include "ui/common/variant_title.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace attnscope {
namespace {

// Free functions translate in a context of their own.
class GuessWords {
    Q_DECLARE_TR_FUNCTIONS(Guess)
};

bool standsForAnother(const VariantSummary& summary, const std::vector<VariantSummary>& all)
{
    return summary.view.name == "auto" && std::any_of(all.begin(), all.end(), [&summary](const VariantSummary& other) {
        return &other != &summary && other.ran && other.view.name == summary.backend;
    });
}

// Without a guess, or with the right one: the second tells by how much.
QString leadText(const QString& first, const std::vector<RankedVariant>& ranking, TimeUnit unit)
{
    if (ranking.size() < 2) {
        return GuessWords::tr("%1.").arg(first);
    }
    const RankedVariant& next = ranking[1];
    return GuessWords::tr("%1; %2 is next: %3, %4 times as long.")
        .arg(first, next.title, guessTime(next.us, unit), formatNumber(next.us / ranking.front().us));
}

} // namespace

bool isCovered(const Guess& guess, const VariantSummary& summary)
{
    return guess.covers && summary.ran && !summary.isBaseline;
}

std::vector<VariantSummary> withoutCovered(const std::vector<VariantSummary>& summaries, const Guess& guess)
{
    std::vector<VariantSummary> rows = summaries;
    for (VariantSummary& row : rows) {
        if (isCovered(guess, row)) {
            VariantSummary bare;
            bare.view = row.view;
            bare.view.result = nullptr;
            bare.ran = true;
            bare.onGpu = row.onGpu;
            row = std::move(bare);
        }
    }
    return rows;
}

std::vector<RankedVariant> rankedVariants(const std::vector<VariantSummary>& summaries)
{
    std::vector<RankedVariant> ranking;
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        const VariantSummary& summary = summaries[i];
        const auto us = summary.ran ? summary.rankingUs() : std::nullopt;
        if (us && *us > 0 && !standsForAnother(summary, summaries)) {
            ranking.push_back(
                { i, summary.view.name, QString::fromStdString(summary.view.title), *us, summary.isBaseline });
        }
    }
    std::stable_sort(
        ranking.begin(), ranking.end(), [](const RankedVariant& a, const RankedVariant& b) { return a.us < b.us; });
    return ranking;
}

QString guessTime(double us, TimeUnit unit)
{
    return formatTime(std::llround(us * 1000), unit) + QLatin1Char(' ') + unitName(unit);
}

bool isRight(const Guess& guess, const std::vector<RankedVariant>& ranking)
{
    return std::any_of(ranking.begin(), ranking.end(),
        [&](const RankedVariant& ranked) { return ranked.name == guess.variant && ranked.us <= ranking.front().us; });
}

QString answerOf(const Guess& guess, const std::vector<RankedVariant>& ranking, TimeUnit unit)
{
    if (ranking.empty()) {
        return {};
    }
    const RankedVariant& best = ranking.front();
    const QString bestTime = guessTime(best.us, unit);
    if (guess.variant.empty()) {
        return leadText(GuessWords::tr("%1 needs the least: %2").arg(best.title, bestTime), ranking, unit);
    }
    const auto guessed = std::find_if(
        ranking.begin(), ranking.end(), [&guess](const RankedVariant& ranked) { return ranked.name == guess.variant; });
    if (guessed == ranking.end()) {
        return GuessWords::tr("You guessed %1, which has no time here; %2 needs the least: %3.")
            .arg(variantTitle(guess.variant), best.title, bestTime);
    }
    const QString time = guessTime(guessed->us, unit);
    if (isRight(guess, ranking)) {
        const QString first =
            GuessWords::tr("%1: %2. You guessed %1, and nothing needs less").arg(guessed->title, time);
        return guessed == ranking.begin() ? leadText(first, ranking, unit) : GuessWords::tr("%1.").arg(first);
    }
    return GuessWords::tr("%1: %2. You guessed %1; %3 needs the least: %4, %5 times as fast.")
        .arg(guessed->title, time, best.title, bestTime, formatNumber(guessed->us / best.us));
}

} // namespace attnscope
