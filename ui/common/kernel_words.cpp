// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/kernel_words.h"

#include "profiler/kernels/kernel_sentences.h"
#include "profiler/kernels/role_words.h"

#include <QCoreApplication>
#include <QStringList>

namespace attnscope {
namespace {

QString translated(const char* phrase)
{
    return QCoreApplication::translate("KernelWords", phrase);
}

} // namespace

std::string translatedPhrase(const char* phrase)
{
    return translated(phrase).toStdString();
}

QString phraseText(const std::string& phrase)
{
    return phrase.empty() ? QString() : translated(phrase.c_str());
}

QString limiterText(const std::string& limiter)
{
    QStringList words;
    for (const QString& word : QString::fromUtf8(limiter).split(QLatin1Char('+'), Qt::SkipEmptyParts)) {
        words << translated(word.toUtf8().constData());
    }
    return words.join(QStringLiteral(", "));
}

QString kernelLabel(const std::string& label)
{
    return QString::fromUtf8(labelIn(label, translatedPhrase));
}

QString kernelSentence(const DecodedKernel& kernel)
{
    return QString::fromUtf8(sentenceIn(kernel, translatedPhrase));
}

QString roleName(RoleGroup group)
{
    return translated(toString(group).data()); // literals
}

QString roleText(const std::string& role)
{
    const kernels::RoleWords* const words = kernels::wordsOf(role);
    return words != nullptr ? translated(words->phrase) : QString::fromUtf8(role);
}

QString mathUnitName(MathUnit unit)
{
    switch (unit) {
    case MathUnit::TensorCore:
        return translated("Tensor Cores");
    case MathUnit::CudaCore:
        return translated("CUDA cores");
    case MathUnit::None:
        return translated("none: moves data");
    case MathUnit::Unknown:
        break;
    }
    return translated("unknown");
}

} // namespace attnscope
