// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/reason_text.h"

#include <QStringList>

namespace attnscope {
namespace {

constexpr qsizetype kLineLetters = 96;

QString wrapped(const QString& sentence)
{
    QStringList lines { QString() };
    for (const QString& word : sentence.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        QString& line = lines.back();
        if (!line.isEmpty() && line.size() + word.size() >= kLineLetters) {
            lines << word;
        } else {
            line += line.isEmpty() ? word : QLatin1Char(' ') + word;
        }
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

QString reasonsText(const std::vector<std::string>& reasons)
{
    QStringList paragraphs;
    for (const std::string& reason : reasons) {
        paragraphs << wrapped(QString::fromStdString(reason));
    }
    return paragraphs.join(QLatin1Char('\n'));
}

} // namespace attnscope
