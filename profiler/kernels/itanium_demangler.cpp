// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names: <encoding>, <name> and what they are made of. Types: itanium_types.cpp.
#include "profiler/kernels/itanium_demangler.h"

#include "profiler/kernels/demangle.h"
#include "profiler/kernels/itanium_tables.h"

#include <algorithm>
#include <utility>

namespace attnscope::kernels {
namespace {

constexpr std::size_t kBudget =
    std::size_t { 1024 } * 1024; // characters put together on the way, intermediate ones included

} // namespace

ItaniumDemangler::ItaniumDemangler(std::string_view mangled)
    : m_text(mangled)
    , m_budget(kBudget)
{
}

bool ItaniumDemangler::run(std::string& result)
{
    return accept("_Z") && readEncoding(result, Wanted::Everything) && atEnd();
}

bool ItaniumDemangler::runCut(std::string& result)
{
    m_isCut = true;
    Name name;
    if (!accept("_Z") || !readName(name, true) || name.text.empty())
        return false;
    result = std::move(name.text);
    return atEnd(); // else something in the middle was not understood
}

bool ItaniumDemangler::accept(char c)
{
    if (m_isCut && atEnd() && c == 'E')
        return true;
    if (atEnd() || m_text[m_at] != c)
        return false;
    ++m_at;
    return true;
}

bool ItaniumDemangler::accept(std::string_view token)
{
    if (m_text.compare(m_at, token.size(), token) != 0)
        return false;
    m_at += token.size();
    return true;
}

bool ItaniumDemangler::spend(std::size_t characters)
{
    if (characters > m_budget)
        return false;
    m_budget -= characters;
    return true;
}

bool ItaniumDemangler::remember(std::string text, int parameter)
{
    if (!spend(text.size() + 1))
        return false;
    m_substitutions.push_back({ std::move(text), parameter });
    return true;
}

bool ItaniumDemangler::readEncoding(std::string& out, Wanted wanted)
{
    const NestingGuard guard(*this);
    if (guard.tooDeep())
        return false;
    Name name;
    if (!readName(name, true))
        return false;
    const bool isData = atEnd() || peek() == 'E' || peek() == '.';
    if (isData) {
        out = std::move(name.text);
        return spend(out.size());
    }
    std::string returnType;
    if (name.isTemplate && name.hasReturnType) {
        if (!readType(returnType))
            return false;
        returnType = wanted == Wanted::NoReturnType ? std::string() : returnType + ' ';
    }
    std::string parameters;
    if (!readParameters(parameters))
        return false;
    if (wanted == Wanted::NameOnly && returnType.empty())
        out = std::move(name.text);
    else if (wanted == Wanted::NameOnly) // one of several instances: the signature tells which
        out = '(' + returnType + name.text + '(' + parameters + ')' + name.qualifiers + ')';
    else
        out = returnType + name.text + '(' + parameters + ')' + name.qualifiers;
    return spend(out.size());
}

bool ItaniumDemangler::readParameters(std::string& out)
{
    if (peek() == 'v' && (m_at + 1 == m_text.size() || peek(1) == 'E')) {
        ++m_at;
        return true;
    }
    bool first = true;
    while (!atEnd() && peek() != 'E') {
        std::string type;
        if (!readType(type))
            return false;
        if (type.empty())
            continue; // an empty pack
        if (!first)
            out += ", ";
        out += type;
        first = false;
    }
    return spend(out.size());
}

bool ItaniumDemangler::readName(Name& out, bool ofEncoding)
{
    const NestingGuard guard(*this);
    if (guard.tooDeep())
        return false;
    if (peek() == 'N')
        return readNestedName(out, ofEncoding);
    if (peek() == 'Z')
        return readLocalName(out);
    bool known = false; // already a substitution candidate
    if (peek() == 'S' && peek(1) != 't') {
        if (!readSubstitution(out.text))
            return false;
        known = true;
    } else {
        const bool isStandard = accept("St");
        if (!readUnqualified(out))
            return false;
        if (isStandard)
            out.text.insert(0, "std::");
    }
    if (peek() != 'I')
        return true;
    if (!known && !remember(out.text))
        return false;
    out.isTemplate = true;
    return readTemplateArguments(out.text, ofEncoding);
}

bool ItaniumDemangler::readNestedName(Name& out, bool ofEncoding)
{
    if (!accept('N'))
        return false;
    while (peek() == 'r' || peek() == 'V' || peek() == 'K')
        out.qualifiers += qualifierText(m_text[m_at++]);
    if (accept('R'))
        out.qualifiers += " &";
    else if (accept('O'))
        out.qualifiers += " &&";

    while (!accept('E')) {
        bool isCandidate = true;
        if (peek() == 'I') {
            if (out.text.empty() || !readTemplateArguments(out.text, ofEncoding))
                return false;
            out.isTemplate = true;
        } else {
            Name part;
            out.isTemplate = false;
            if (peek() == 'S' && peek(1) != 't') {
                isCandidate = false;
                if (!readSubstitution(part.text))
                    return false;
            } else if (accept("St")) {
                isCandidate = false;
                part.text = "std";
            } else if (peek() == 'T') {
                std::vector<std::string> texts;
                int parameter = -1;
                if (!readTemplateParameter(texts, parameter) || texts.size() != 1)
                    return false;
                part.text = std::move(texts.front());
            } else if (peek() == 'C' || (peek() == 'D' && peek(1) >= '0' && peek(1) <= '5')) {
                const std::string_view scope = lastComponent(out.text);
                part.text = (peek() == 'D' ? "~" : "") + std::string(scope);
                part.hasReturnType = false;
                m_at += 2;
            } else if (!readUnqualified(part)) {
                return false;
            }
            out.hasReturnType = part.hasReturnType;
            if (!out.text.empty())
                out.text += "::";
            out.text += part.text;
        }
        if (!spend(out.text.size()))
            return false;
        if (isCandidate && peek() != 'E' && !remember(out.text))
            return false;
        if (atEnd() && !m_isCut)
            return false;
    }
    return !out.text.empty();
}

bool ItaniumDemangler::readLocalName(Name& out)
{
    if (!accept('Z'))
        return false;
    // The function around has template arguments of its own.
    std::vector<Argument> outer = std::exchange(m_templateArguments, {});
    std::string function;
    const bool ok = readEncoding(function, Wanted::NoReturnType) && accept('E');
    if (!ok)
        return false;
    if (accept('s')) {
        out.text = function + "::string literal";
    } else {
        if (accept('d')) {
            while (peek() >= '0' && peek() <= '9')
                ++m_at;
            if (!accept('_'))
                return false;
        }
        // The entity may refer to the template parameters of its function ("UlT_E_" apart).
        Name entity;
        if (!readName(entity, true))
            return false;
        out = std::move(entity);
        out.text = function + "::" + out.text;
    }
    m_templateArguments = std::move(outer);
    if (accept('_')) { // discriminator: several entities of one name
        const bool isLong = accept('_');
        while (peek() >= '0' && peek() <= '9')
            ++m_at;
        if (isLong && !accept('_'))
            return false;
    }
    return spend(out.text.size());
}

bool ItaniumDemangler::readUnqualified(Name& out)
{
    accept('L'); // internal linkage
    if (peek() >= '0' && peek() <= '9') {
        if (!readSourceName(out.text))
            return false;
    } else if (accept("Ul")) {
        if (!readLambda(out.text))
            return false;
    } else if (accept("Ut")) {
        std::size_t index = 0;
        if (!readSequence(index, 10))
            return false;
        out.text = "{unnamed type#" + std::to_string(index + 1) + '}';
    } else if (!readOperator(out)) {
        return false;
    }
    while (accept('B')) { // ABI tag
        std::string tag;
        if (!readSourceName(tag))
            return false;
        out.text += "[abi:" + tag + ']';
    }
    return true;
}

bool ItaniumDemangler::readSourceName(std::string& out)
{
    std::size_t length = 0;
    if (!readNumber(length) || length == 0)
        return false;
    const bool isCutHere = length > m_text.size() - m_at;
    if (isCutHere && !m_isCut)
        return false;
    const std::string_view name = m_text.substr(m_at, length);
    m_at += name.size();
    out = name.substr(0, 10) == "_GLOBAL__N" ? std::string_view("(anonymous namespace)") : name;
    if (isCutHere)
        out += kCutMark;
    return spend(out.size());
}

bool ItaniumDemangler::readLambda(std::string& out)
{
    ++m_lambdaParameters;
    std::string parameters;
    const bool ok = readParameters(parameters) && accept('E');
    --m_lambdaParameters;
    std::size_t index = 0;
    if (!ok || !readSequence(index, 10))
        return false;
    out = "{lambda(" + parameters + ")#" + std::to_string(index + 1) + '}';
    return spend(out.size());
}

bool ItaniumDemangler::readOperator(Name& out)
{
    if (accept("cv")) {
        std::string type;
        if (!readType(type))
            return false;
        out.text = "operator " + type;
        out.hasReturnType = false;
        return true;
    }
    const std::string_view symbol = operatorSymbol(m_text.substr(m_at, 2));
    if (symbol.empty())
        return false;
    m_at += 2;
    out.text = "operator" + std::string(symbol);
    return true;
}

bool ItaniumDemangler::readNumber(std::size_t& out)
{
    const std::size_t start = m_at;
    out = 0;
    while (peek() >= '0' && peek() <= '9') {
        constexpr std::size_t kBeyondAnyName = 1'000'000;
        out = std::min(out * 10 + static_cast<std::size_t>(peek() - '0'), kBeyondAnyName);
        ++m_at;
    }
    return m_at > start;
}

// "_" is 0, "0_" is 1, and so on.
bool ItaniumDemangler::readSequence(std::size_t& out, int base)
{
    out = 0;
    if (accept('_'))
        return true;
    std::size_t value = 0;
    while (!atEnd() && peek() != '_') {
        const int digit = digitValue(peek());
        if (digit < 0 || digit >= base || value > m_text.size())
            return false;
        value = value * static_cast<std::size_t>(base) + static_cast<std::size_t>(digit);
        ++m_at;
    }
    out = value + 1;
    return accept('_');
}

} // namespace attnscope::kernels
