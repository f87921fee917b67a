// SPDX-License-Identifier: GPL-3.0-or-later
//
// Types and substitutions. Template arguments: itanium_arguments.cpp.
#include "profiler/kernels/itanium_demangler.h"

#include "profiler/kernels/itanium_tables.h"

#include <array>
#include <utility>

namespace attnscope::kernels {

bool ItaniumDemangler::readStandardName(std::string& out)
{
    switch (peek(1)) {
    case 'a':
        out = "std::allocator";
        break;
    case 'b':
        out = "std::basic_string";
        break;
    case 's':
        out = "std::string";
        break;
    case 'i':
        out = "std::istream";
        break;
    case 'o':
        out = "std::ostream";
        break;
    case 'd':
        out = "std::iostream";
        break;
    default:
        return false;
    }
    m_at += 2;
    return true;
}

bool ItaniumDemangler::readSubstitution(std::string& out)
{
    if (peek() != 'S')
        return false;
    if (readStandardName(out))
        return true;
    ++m_at;
    std::size_t index = 0;
    if (!readSequence(index, 36) || index >= m_substitutions.size())
        return false;
    const Substitution& substitution = m_substitutions[index];
    out = substitution.text;
    std::vector<std::string> texts;
    const auto parameter = static_cast<std::size_t>(substitution.parameter);
    const bool isParameter = substitution.parameter >= 0 && parameter < m_templateArguments.size();
    if (isParameter && resolveParameter(parameter, texts) && texts.size() == 1)
        out = std::move(texts.front());
    return spend(out.size());
}

bool ItaniumDemangler::readType(std::string& out)
{
    if (peek() == 'D' && peek(1) == 'p')
        return readPackExpansion(out);
    Type type;
    if (!readType(type))
        return false;
    // A function type that nothing points to: "bool ()(int)" is written "bool (int)".
    if (!type.left.empty() && type.left.back() == '(' && type.right.compare(0, 2, ")(") == 0) {
        type.left.pop_back();
        type.right.erase(0, 1);
    }
    out = type.left + type.right;
    return spend(out.size());
}

bool ItaniumDemangler::readType(Type& out)
{
    const NestingGuard guard(*this);
    if (guard.tooDeep() || atEnd())
        return false;
    if (const std::string_view builtin = builtinType(peek()); !builtin.empty()) {
        ++m_at;
        out.left = builtin;
        return true;
    }
    switch (peek()) {
    case 'r':
    case 'V':
    case 'K':
        return readQualifiedType(out);
    case 'P':
        return readPointerLike(out, "*");
    case 'R':
        return readPointerLike(out, "&");
    case 'O':
        return readPointerLike(out, "&&");
    case 'F':
        return readFunctionType(out) && remember(out.left.substr(0, out.left.size() - 1) + out.right.substr(1));
    case 'A':
        return readArrayType(out) && remember(out.left + out.right);
    case 'D':
        return readExtendedType(out);
    case 'u':
        ++m_at;
        return readSourceName(out.left) && remember(out.left);
    default:
        return readNamedType(out);
    }
}

bool ItaniumDemangler::readQualifiedType(Type& out)
{
    std::string qualifiers;
    while (peek() == 'r' || peek() == 'V' || peek() == 'K') {
        // Written innermost last: "VK" is const volatile.
        qualifiers.insert(0, qualifierText(m_text[m_at++]));
    }
    if (!readType(out))
        return false;
    out.left += qualifiers;
    return remember(out.left + out.right);
}

bool ItaniumDemangler::readPointerLike(Type& out, std::string_view sign)
{
    ++m_at;
    if (!readType(out))
        return false;
    const bool isReference = sign.front() == '&';
    if (isReference && !out.left.empty() && out.left.back() == '&') {
        // References to references collapse: only && of && stays &&.
        if (sign == "&" && out.left.size() > 1 && out.left[out.left.size() - 2] == '&')
            out.left.pop_back();
    } else {
        out.left += sign;
    }
    return spend(out.left.size()) && remember(out.left + out.right);
}

bool ItaniumDemangler::readFunctionType(Type& out)
{
    if (!accept('F'))
        return false;
    accept('Y');
    std::string result;
    std::string parameters;
    if (!readType(result) || !readParameters(parameters) || !accept('E'))
        return false;
    out.left = result + " (";
    out.right = ")(" + parameters + ")";
    return spend(out.left.size() + out.right.size());
}

bool ItaniumDemangler::readArrayType(Type& out)
{
    if (!accept('A'))
        return false;
    std::string size;
    while (peek() >= '0' && peek() <= '9')
        size += m_text[m_at++];
    Type element;
    if (!accept('_') || !readType(element))
        return false;
    out.left = element.left + " (";
    out.right = ") [" + size + "]" + element.right;
    return spend(out.left.size() + out.right.size());
}

// "D?": half types, vectors, auto, nullptr.
bool ItaniumDemangler::readExtendedType(Type& out)
{
    if (accept("Dp")) {
        m_at -= 2;
        return readPackExpansion(out.left);
    }
    if (accept("DF16b")) {
        out.left = "__bf16";
        return true;
    }
    if (accept("DF")) {
        std::size_t bits = 0;
        if (!readNumber(bits) || !accept('_'))
            return false;
        out.left = "_Float" + std::to_string(bits);
        return true;
    }
    if (accept("Dv")) {
        std::size_t lanes = 0;
        Type element;
        if (!readNumber(lanes) || !accept('_') || !readType(element))
            return false;
        out.left = element.left + " __vector(" + std::to_string(lanes) + ")";
        return remember(out.left);
    }
    using Entry = std::pair<std::string_view, std::string_view>;
    static constexpr std::array kTypes = std::to_array<Entry>({ { "Dh", "half" }, { "Di", "char32_t" },
        { "Ds", "char16_t" }, { "Du", "char8_t" }, { "Da", "auto" }, { "Dc", "decltype(auto)" },
        { "Dn", "decltype(nullptr)" }, { "Df", "decimal32" }, { "Dd", "decimal64" }, { "De", "decimal128" } });
    for (const auto& [code, text] : kTypes) {
        if (accept(code)) {
            out.left = text;
            return true;
        }
    }
    return false;
}

// "Dp" and a pattern: the pattern once for every element of the pack in it.
bool ItaniumDemangler::readPackExpansion(std::string& out)
{
    if (!accept("Dp") || m_expandsPack)
        return false;
    const std::size_t start = m_at;
    m_expandsPack = true;
    m_packSize = 1;
    bool ok = true;
    std::size_t candidates = 0;
    for (m_packIndex = 0; ok && (m_packIndex == 0 || m_packIndex < m_packSize); ++m_packIndex) {
        m_at = start;
        std::string element;
        ok = readType(element);
        if (m_packIndex == 0)
            candidates = m_substitutions.size();
        m_substitutions.resize(candidates); // later elements make no new candidates
        if (m_packIndex < m_packSize)
            out += (out.empty() ? "" : ", ") + element;
    }
    m_expandsPack = false;
    return ok && spend(out.size()) && remember(out);
}

bool ItaniumDemangler::readNamedType(Type& out)
{
    if (peek() == 'T') {
        std::vector<std::string> texts;
        int parameter = -1;
        if (!readTemplateParameter(texts, parameter))
            return false;
        for (const std::string& text : texts) {
            if (!out.left.empty())
                out.left += ", ";
            out.left += text;
        }
        if (!remember(out.left, parameter))
            return false;
        return peek() != 'I' || (readTemplateArguments(out.left, false) && remember(out.left));
    }
    if (peek() == 'S' && peek(1) != 't') {
        if (!readSubstitution(out.left))
            return false;
        return peek() != 'I' || (readTemplateArguments(out.left, false) && remember(out.left));
    }
    if (peek() != 'N' && peek() != 'Z' && peek() != 'S' && !(peek() >= '0' && peek() <= '9') && peek() != 'U')
        return false;
    Name name;
    if (!readName(name, false))
        return false;
    out.left = std::move(name.text);
    return remember(out.left);
}

} // namespace attnscope::kernels
