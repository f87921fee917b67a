// SPDX-License-Identifier: GPL-3.0-or-later
//
// Template parameters and arguments, literals, and the few expressions that occur in kernel names.
#include "profiler/kernels/itanium_demangler.h"

#include "profiler/kernels/demangle.h"
#include "profiler/kernels/itanium_tables.h"

#include <utility>

namespace attnscope::kernels {

bool ItaniumDemangler::readTemplateParameter(std::vector<std::string>& out, int& parameter)
{
    std::size_t index = 0;
    if (!accept('T') || !readSequence(index, 10) || index > m_text.size())
        return false;
    parameter = static_cast<int>(index);
    return resolveParameter(index, out);
}

bool ItaniumDemangler::resolveParameter(std::size_t index, std::vector<std::string>& out)
{
    if (m_lambdaParameters > 0) {
        out.push_back("auto:" + std::to_string(index + 1));
        return true;
    }
    if (index >= m_templateArguments.size())
        return false;
    const Argument& argument = m_templateArguments[index];
    if (argument.isPack && m_expandsPack) {
        m_packSize = argument.texts.size();
        out.push_back(m_packIndex < m_packSize ? argument.texts[m_packIndex] : std::string());
        return spend(out.back().size() + 1);
    }
    for (const std::string& text : argument.texts) {
        if (!spend(text.size() + 1))
            return false;
        out.push_back(text);
    }
    return true;
}

bool ItaniumDemangler::readTemplateArguments(std::string& out, bool ofEncoding)
{
    const NestingGuard guard(*this);
    if (guard.tooDeep() || !accept('I'))
        return false;
    if (ofEncoding)
        m_templateArguments.clear();
    std::string text = "<";
    bool endsWithEmptyPack = false;
    while (!accept('E')) {
        Argument argument;
        if (atEnd())
            return false;
        if (!readTemplateArgument(argument) && !takeCut(argument))
            return false;
        endsWithEmptyPack = argument.texts.empty();
        for (const std::string& part : argument.texts) {
            if (!spend(part.size()))
                return false;
            if (text.size() > 1)
                text += ", ";
            text += part;
        }
        if (ofEncoding)
            m_templateArguments.push_back(std::move(argument));
    }
    if (text.back() == '>' && !endsWithEmptyPack) // as the runtime does
        text += ' ';
    text += '>';
    out += text;
    return spend(text.size());
}

// An argument that the end of a cut name goes through, as "Li12" of "Li128E" or "NS5_3C" of a longer name.
bool ItaniumDemangler::takeCut(Argument& argument)
{
    if (!m_isCut || !atEnd())
        return false;
    argument.texts.assign(1, std::string(kCutMark));
    return true;
}

bool ItaniumDemangler::readTemplateArgument(Argument& out)
{
    const NestingGuard guard(*this);
    if (guard.tooDeep())
        return false;
    std::string text;
    switch (peek()) {
    case 'L':
        if (!readLiteral(text))
            return false;
        break;
    case 'X':
        ++m_at;
        if (!readExpression(text) || !accept('E'))
            return false;
        break;
    case 'J':
        ++m_at;
        out.isPack = true;
        while (!accept('E')) {
            Argument part;
            if (atEnd() || (!readTemplateArgument(part) && !takeCut(part)))
                return false;
            for (std::string& partText : part.texts)
                out.texts.push_back(std::move(partText));
        }
        return true;
    case 'T': {
        // A bare parameter may be a pack; with something behind it ("T_*") it is a type like any other.
        const std::size_t start = m_at;
        std::vector<std::string> texts;
        int parameter = -1;
        if (readTemplateParameter(texts, parameter) && (peek() == 'E' || texts.size() != 1)) {
            for (std::string& partText : texts) {
                if (!remember(partText, parameter))
                    return false;
                out.texts.push_back(std::move(partText));
            }
            return true;
        }
        m_at = start;
        if (!readType(text))
            return false;
        break;
    }
    default:
        if (!readType(text))
            return false;
        break;
    }
    out.texts.push_back(std::move(text));
    return true;
}

bool ItaniumDemangler::readLiteral(std::string& out)
{
    if (!accept('L'))
        return false;
    if (accept("_Z")) {
        // The function's own template arguments are not those of the one around.
        std::vector<Argument> outer = std::exchange(m_templateArguments, {});
        const bool ok = readEncoding(out, Wanted::NameOnly) && accept('E');
        m_templateArguments = std::move(outer);
        return ok;
    }
    const char code = peek();
    std::string type;
    if (!readType(type))
        return false;
    std::string value;
    if (accept('n'))
        value = "-";
    while (!atEnd() && peek() != 'E')
        value += m_text[m_at++];
    if (m_isCut && atEnd()) {
        out = kCutMark; // the last digits may be missing
        return true;
    }
    if (!accept('E') || !spend(value.size()))
        return false;
    switch (code) {
    case 'b':
        out = value == "0" ? "false" : value == "1" ? "true" : "(bool)" + value;
        return true;
    case 'i':
        out = value;
        return true;
    case 'j':
        out = value + "u";
        return true;
    case 'l':
        out = value + "l";
        return true;
    case 'm':
        out = value + "ul";
        return true;
    case 'x':
        out = value + "ll";
        return true;
    case 'y':
        out = value + "ull";
        return true;
    default:
        out = "(" + type + ")" + value;
        return true;
    }
}

bool ItaniumDemangler::readExpression(std::string& out)
{
    const NestingGuard guard(*this);
    if (guard.tooDeep())
        return false;
    if (peek() == 'L')
        return readLiteral(out);
    if (peek() == 'T') {
        std::vector<std::string> texts;
        int parameter = -1;
        if (!readTemplateParameter(texts, parameter) || texts.size() != 1)
            return false;
        out = std::move(texts.front());
        return true;
    }
    if (accept("sr")) { // scope resolution: "vllm::_typeConvert<c10::BFloat16>::exists"
        std::string scope;
        Name member;
        if (!readType(scope) || !readUnqualified(member))
            return false;
        out = scope + "::" + member.text;
        return peek() != 'I' || readTemplateArguments(out, false);
    }
    if (accept("st")) {
        std::string type;
        if (!readType(type))
            return false;
        out = "sizeof (" + type + ")";
        return true;
    }
    return readUnaryOrBinary(out);
}

bool ItaniumDemangler::readUnaryOrBinary(std::string& out)
{
    const std::string_view code = m_text.substr(m_at, 2);
    const std::string_view symbol = operatorSymbol(code);
    if (symbol.empty() || code == "cl" || code == "ix" || code == "pp" || code == "mm")
        return false;
    m_at += 2;
    const bool isAddress = code == "ad" && peek() == 'L';
    std::string first;
    if (!readExpression(first))
        return false;
    const bool isUnary = code == "nt" || code == "ng" || code == "co" || code == "ad" || code == "de" || code == "ps";
    if (isAddress) {
        out = "&" + first;
        return spend(out.size());
    }
    if (isUnary) {
        out = std::string(symbol) + "(" + first + ")";
        return spend(out.size());
    }
    std::string second;
    if (!readExpression(second))
        return false;
    out = "(" + first + ")" + std::string(symbol) + "(" + second + ")";
    return spend(out.size());
}

} // namespace attnscope::kernels
