// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/kernel_text.h"

#include "profiler/kernels/demangle.h"

#include <algorithm>
#include <utility>

namespace attnscope::kernels {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6"; // "…", Nsight's mark of a cut

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r' || text.back() == '\n'))
        text.remove_suffix(1);
    return text;
}

std::string_view withoutNoise(std::string_view text)
{
    text = trimmed(text);
    for (const std::string_view suffix : { std::string_view(" [clone .kd]"), std::string_view(".kd") }) {
        if (endsWith(text, suffix))
            text.remove_suffix(suffix.size());
    }
    if (startsWith(text, "void "))
        text.remove_prefix(5);
    // A return type written as std::enable_if<...>::type stands in front of gemvx and some vLLM kernels.
    if (startsWith(text, "std::enable_if")) {
        constexpr std::string_view kEnd = "::type ";
        if (const std::size_t end = text.find(kEnd); end != std::string_view::npos)
            text.remove_prefix(end + kEnd.size());
    }
    return trimmed(text);
}

// Unnamed namespaces look like brackets but belong to the head.
std::size_t skipUnnamed(std::string_view text, std::size_t at)
{
    for (const std::string_view unnamed :
        { std::string_view("(anonymous namespace)"), std::string_view("<unnamed>") }) {
        if (text.compare(at, unnamed.size(), unnamed) == 0)
            return at + unnamed.size();
    }
    return at;
}

std::size_t findHeadEnd(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '<' || c == '(') {
            const std::size_t next = skipUnnamed(text, at);
            if (next == at)
                return at;
            at = next;
        } else {
            ++at;
        }
    }
    return at;
}

int depthChange(char c)
{
    switch (c) {
    case '<':
    case '(':
    case '[':
    case '{':
        return 1;
    case '>':
    case ')':
    case ']':
    case '}':
        return -1;
    default:
        return 0;
    }
}

// Index of the bracket that closes the one at `open`, or npos.
std::size_t closingBracket(std::string_view text, std::size_t open)
{
    int depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
        depth += depthChange(text[at]);
        if (depth == 0)
            return at;
    }
    return std::string_view::npos;
}

// nvprof's "int=128", "bool=1", "cudnnPoolingMode_t=2" → 128, 1, 2.
std::string_view withoutNvprofType(std::string_view argument)
{
    const std::size_t equals = argument.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 >= argument.size())
        return argument;
    const std::string_view type = argument.substr(0, equals);
    const bool isType = std::all_of(type.begin(), type.end(), [](char c) { return isIdentifier(c) || c == ' '; });
    const char next = argument[equals + 1];
    return isType && (isDigit(next) || next == '-') ? argument.substr(equals + 1) : argument;
}

std::string_view withoutCast(std::string_view argument)
{
    argument = withoutNvprofType(trimmed(argument));
    if (!argument.empty() && argument.front() == '(') {
        const std::size_t close = argument.find(')');
        if (close != std::string_view::npos && close + 1 < argument.size()
            && (isDigit(argument[close + 1]) || argument[close + 1] == '-'))
            argument.remove_prefix(close + 1);
    }
    if (!argument.empty() && isDigit(argument.front())) {
        const std::string_view digits = leadingDigits(argument);
        const std::string_view rest = argument.substr(digits.size());
        if (rest == "u" || rest == "ul" || rest == "l" || rest == "ull" || rest == "ll")
            return digits;
    }
    return argument;
}

std::string_view withoutCutMark(std::string_view text)
{
    while (endsWith(text, "...") || endsWith(text, kEllipsis))
        text.remove_suffix(3);
    return text;
}

std::string demangleAsFarAsPossible(std::string_view mangled, bool& isCut)
{
    std::string text = demangle(mangled);
    if (!startsWith(text, "_Z"))
        return text;
    isCut = true;
    mangled = withoutCutMark(mangled);
    text = demangleCut(mangled);
    return text.empty() ? outlineOfMangledName(mangled) : text;
}

} // namespace

KernelText parseKernelText(std::string_view name, std::string& storage)
{
    constexpr std::size_t kLongestName = std::size_t { 64 } * 1024;
    KernelText result;
    std::string_view text = trimmed(name.substr(0, kLongestName));
    result.truncated = name.size() > kLongestName;
    if (startsWith(text, "_Z")) {
        storage = demangleAsFarAsPossible(text, result.truncated);
        text = storage;
    }
    text = withoutNoise(text);
    result.text = text;
    if (endsWith(text, "...") || endsWith(text, kEllipsis))
        result.truncated = true;

    const std::size_t headEnd = findHeadEnd(text);
    result.head = trimmed(text.substr(0, headEnd));
    if (headEnd == text.size()) // a cut in the name itself: its mark belongs to no token of it
        result.head = withoutCutMark(result.head);
    const std::size_t scopeEnd = result.head.rfind("::");
    result.base = scopeEnd == std::string_view::npos ? result.head : result.head.substr(scopeEnd + 2);
    result.scope = result.head.substr(0, result.head.size() - result.base.size());

    std::size_t at = headEnd;
    if (at < text.size() && text[at] == '<') {
        const std::size_t close = closingBracket(text, at);
        if (close == std::string_view::npos) {
            result.arguments = text.substr(at + 1);
            result.truncated = true;
            return result;
        }
        result.arguments = text.substr(at + 1, close - at - 1);
        at = close + 1;
    }
    if (const std::size_t open = text.find('(', at); open != std::string_view::npos)
        result.parameters = text.substr(open);
    return result;
}

bool allDigits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

std::string_view leadingDigits(std::string_view text)
{
    std::size_t length = 0;
    while (length < text.size() && isDigit(text[length]))
        ++length;
    return text.substr(0, length);
}

std::string_view leadingDimensions(std::string_view text)
{
    std::size_t length = 0;
    while (length < text.size()) {
        const std::size_t digits = leadingDigits(text.substr(length)).size();
        if (digits == 0)
            break;
        length += digits;
        if (length + 1 < text.size() && text[length] == 'x' && isDigit(text[length + 1]))
            ++length;
        else
            break;
    }
    return text.substr(0, length);
}

int dimensionsOf(std::string_view text)
{
    if (text.empty() || leadingDimensions(text).size() != text.size())
        return 0;
    return 1 + static_cast<int>(std::count(text.begin(), text.end(), 'x'));
}

std::string lowerCase(std::string_view text)
{
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

bool Pieces::has(std::string_view piece) const
{
    return std::find(begin(), end(), piece) != end();
}

Pieces splitUnderscores(std::string_view text)
{
    Pieces pieces;
    while (!text.empty() && !pieces.full()) {
        const std::size_t end = std::min(text.find('_'), text.size());
        if (end > 0)
            pieces.add(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return pieces;
}

Pieces splitArguments(std::string_view arguments)
{
    Pieces pieces;
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t at = 0; at < arguments.size() && !pieces.full(); ++at) {
        depth += depthChange(arguments[at]);
        if (depth < 0)
            break;
        if (depth == 0 && arguments[at] == ',') {
            pieces.add(withoutCast(arguments.substr(start, at - start)));
            start = at + 1;
        }
    }
    if (start < arguments.size())
        pieces.add(withoutCast(arguments.substr(start)));
    return pieces;
}

std::string_view argumentsOf(std::string_view text, std::string_view opening)
{
    const std::size_t found = text.find(opening);
    if (found == std::string_view::npos)
        return {};
    const std::size_t open = found + opening.size() - 1;
    const std::size_t close = closingBracket(text, open);
    return text.substr(open + 1, close == std::string_view::npos ? close : close - open - 1);
}

std::string architectureIn(std::string_view text)
{
    for (std::size_t at = 0; at + 3 < text.size(); ++at) {
        if ((text[at] != 's' && text[at] != 'S') || text[at + 1] != 'm' || (at > 0 && isLetter(text[at - 1])))
            continue;
        std::string_view rest = text.substr(at + 2);
        if (!rest.empty() && rest.front() == '_')
            rest.remove_prefix(1);
        const std::string_view digits = leadingDigits(rest);
        if (digits.size() == 2 || digits.size() == 3)
            return "sm" + std::string(digits);
    }
    return {};
}

} // namespace attnscope::kernels
