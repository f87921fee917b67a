// SPDX-License-Identifier: GPL-3.0-or-later
//
// A demangler for the part of the Itanium C++ ABI that GPU kernels use (https://itanium-cxx-abi.github.io/cxx-abi/
// abi.html#mangling), written because the C++ runtime's own gives up beyond 1024 characters, which CUTLASS, Composable
// Kernel and FlashAttention 3 names exceed, does not know DF16b, and lets a short hostile name grow without limit.
// Its text is that of the runtime's ("> >", "{lambda()#1}", "float const*").
//
// Threads: one object for one name, on one thread. Cost: linear in input plus output; output, work and nesting are
// limited, and a name that passes a limit does not parse.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope::kernels {

class ItaniumDemangler {
public:
    explicit ItaniumDemangler(std::string_view mangled);

    // Whether the whole name was understood; then `result` holds the text.
    [[nodiscard]] bool run(std::string& result);
    // For a name whose end is missing: reads it as if every open list were closed where the text ends. What the cut
    // went through is marked with "…", so that nobody takes the first digits of a number for the number.
    [[nodiscard]] bool runCut(std::string& result);

private:
    // A type is what stands before and after the declared name: "void (*" and ")(int)".
    struct Type {
        std::string left;
        std::string right;
    };
    // One template argument; a pack holds several.
    struct Argument {
        std::vector<std::string> texts;
        bool isPack = false;
    };
    struct Name {
        std::string text;
        bool isTemplate = false; // ends with template arguments, so the return type is mangled
        bool hasReturnType = true; // false for constructors, destructors, conversions
        std::string qualifiers; // " const" of a member function
    };
    // A candidate that is a bare template parameter means the parameter of whatever template refers to it.
    struct Substitution {
        std::string text;
        int parameter = -1; // index, -1 = none
    };
    struct NestingGuard;

    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] char peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }
    bool accept(char c);
    bool accept(std::string_view token);
    [[nodiscard]] bool spend(std::size_t characters); // false when the budget is gone
    bool remember(std::string text, int parameter = -1); // a new substitution candidate

    // A function as a scope ("f(int)::{lambda()#1}") goes without its return type, as an address ("&f") by its name.
    enum class Wanted { Everything, NoReturnType, NameOnly };
    bool readEncoding(std::string& out, Wanted wanted);
    bool readParameters(std::string& out);
    bool readName(Name& out, bool ofEncoding);
    bool readNestedName(Name& out, bool ofEncoding);
    bool readLocalName(Name& out);
    bool readUnqualified(Name& out);
    bool readSourceName(std::string& out);
    bool readLambda(std::string& out);
    bool readOperator(Name& out);
    bool readSubstitution(std::string& out);
    bool readStandardName(std::string& out);
    bool readTemplateParameter(std::vector<std::string>& out, int& parameter);
    bool resolveParameter(std::size_t index, std::vector<std::string>& out);
    bool readTemplateArguments(std::string& out, bool ofEncoding);
    bool readTemplateArgument(Argument& out);
    bool takeCut(Argument& argument);
    bool readLiteral(std::string& out);
    bool readExpression(std::string& out);
    bool readUnaryOrBinary(std::string& out);
    bool readType(std::string& out);
    bool readType(Type& out);
    bool readQualifiedType(Type& out);
    bool readPointerLike(Type& out, std::string_view sign);
    bool readFunctionType(Type& out);
    bool readArrayType(Type& out);
    bool readExtendedType(Type& out);
    bool readPackExpansion(std::string& out);
    bool readNamedType(Type& out);
    bool readNumber(std::size_t& out);
    bool readSequence(std::size_t& out, int base);

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_budget;
    int m_nesting = 0;
    bool m_isCut = false; // the end of the text closes whatever is open
    int m_lambdaParameters = 0; // inside a generic lambda's signature template parameters are "auto"
    bool m_expandsPack = false; // inside a pack's pattern ("Dp"): a pack stands for its element m_packIndex
    std::size_t m_packIndex = 0;
    std::size_t m_packSize = 1;
    std::vector<Substitution> m_substitutions;
    std::vector<Argument> m_templateArguments;
};

} // namespace attnscope::kernels
