// SPDX-License-Identifier: GPL-3.0-or-later
//
// The fixed vocabulary of the Itanium mangling. Threads: constants. Cost: O(size of a table), all are short.
#pragma once

#include "profiler/kernels/itanium_demangler.h"

#include <array>
#include <string_view>
#include <utility>

namespace attnscope::kernels {

inline constexpr int kDeepestNesting = 192;

// Counts nesting while it lives.
struct ItaniumDemangler::NestingGuard {
    explicit NestingGuard(ItaniumDemangler& demangler)
        : m_demangler(demangler)
    {
        ++m_demangler.m_nesting;
    }
    NestingGuard(const NestingGuard&) = delete;
    NestingGuard& operator=(const NestingGuard&) = delete;
    ~NestingGuard() { --m_demangler.m_nesting; }
    [[nodiscard]] bool tooDeep() const { return m_demangler.m_nesting > kDeepestNesting; }

private:
    ItaniumDemangler& m_demangler;
};

inline std::string_view qualifierText(char c)
{
    return c == 'K' ? " const" : c == 'V' ? " volatile" : " restrict";
}

// The class name a constructor repeats: "Foo" of "ns::Foo<int>".
inline std::string_view lastComponent(std::string_view scope)
{
    std::size_t end = scope.size();
    int depth = 0;
    for (std::size_t at = scope.size(); at-- > 0;) {
        const char c = scope[at];
        depth += c == '>' ? 1 : c == '<' ? -1 : 0;
        if (depth == 0 && c == '<')
            end = at;
        if (depth == 0 && c == ':')
            return scope.substr(at + 1, end - at - 1);
    }
    return scope.substr(0, end);
}

// Digits of sequence numbers: 0-9, A-Z.
inline int digitValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : -1;
}

inline std::string_view operatorSymbol(std::string_view code)
{
    using Entry = std::pair<std::string_view, std::string_view>;
    static constexpr std::array kOperators = std::to_array<Entry>({
        { "cl", "()" },
        { "ix", "[]" },
        { "pl", "+" },
        { "mi", "-" },
        { "ml", "*" },
        { "dv", "/" },
        { "rm", "%" },
        { "an", "&" },
        { "or", "|" },
        { "eo", "^" },
        { "aS", "=" },
        { "pL", "+=" },
        { "mI", "-=" },
        { "mL", "*=" },
        { "dV", "/=" },
        { "ls", "<<" },
        { "rs", ">>" },
        { "eq", "==" },
        { "ne", "!=" },
        { "lt", "<" },
        { "gt", ">" },
        { "le", "<=" },
        { "ge", ">=" },
        { "nt", "!" },
        { "aa", "&&" },
        { "oo", "||" },
        { "pp", "++" },
        { "mm", "--" },
        { "co", "~" },
        { "ng", "-" },
        { "ad", "&" },
        { "de", "*" },
        { "ps", "+" },
        { "cm", "," },
        { "pt", "->" },
    });
    for (const auto& [key, symbol] : kOperators) {
        if (key == code)
            return symbol;
    }
    return {};
}

inline std::string_view builtinType(char code)
{
    switch (code) {
    case 'v':
        return "void";
    case 'w':
        return "wchar_t";
    case 'b':
        return "bool";
    case 'c':
        return "char";
    case 'a':
        return "signed char";
    case 'h':
        return "unsigned char";
    case 's':
        return "short";
    case 't':
        return "unsigned short";
    case 'i':
        return "int";
    case 'j':
        return "unsigned int";
    case 'l':
        return "long";
    case 'm':
        return "unsigned long";
    case 'x':
        return "long long";
    case 'y':
        return "unsigned long long";
    case 'n':
        return "__int128";
    case 'o':
        return "unsigned __int128";
    case 'f':
        return "float";
    case 'd':
        return "double";
    case 'e':
        return "long double";
    case 'g':
        return "__float128";
    case 'z':
        return "...";
    default:
        return {};
    }
}

} // namespace attnscope::kernels
