// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside the rows of the stacked view.
#include "ui/timeline/stacked_geometry.h"

#include <QCoreApplication>

#include <cstdlib>

namespace attnscope {
namespace {

class StackedWords {
    Q_DECLARE_TR_FUNCTIONS(StackedView)
};

} // namespace

QString stackedTime(Ns time, TimeUnit unit)
{
    return formatTime(time, unit) + QLatin1Char(' ') + unitName(unit);
}

EndWords endWords(const StackedRow& row, TimeUnit unit, StackedAlign align, bool compared)
{
    EndWords words;
    if (!row.end) {
        return words;
    }
    const bool atEnd = align == StackedAlign::End;
    const QString end = stackedTime(*row.end - (atEnd ? 0 : row.zero), unit);
    if (!compared || !row.sooner || *row.sooner == 0) {
        words.end = (atEnd ? StackedWords::tr("takes %1") : StackedWords::tr("ends at %1")).arg(end);
        return words;
    }
    words.end = (atEnd ? StackedWords::tr("takes %1,") : StackedWords::tr("ends at %1,")).arg(end);
    words.difference = (*row.sooner > 0 ? (atEnd ? StackedWords::tr("%1 less") : StackedWords::tr("%1 sooner"))
                                        : (atEnd ? StackedWords::tr("%1 more") : StackedWords::tr("%1 later")))
                           .arg(stackedTime(std::abs(*row.sooner), unit));
    return words;
}

QString refusalWords(const StackedRow& row)
{
    const QString note = QString::fromStdString(row.summary.note);
    return note.isEmpty() ? StackedWords::tr("This variant did not run.") : note;
}

} // namespace attnscope
