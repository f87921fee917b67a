// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/demangle.h"

#include "profiler/kernels/itanium_demangler.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>

namespace attnscope {
namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// The runtime's demangler knows all of the language but sets no limit to what substitutions grow to. With few of them
// there is nothing to fear: each can at most double the text.
std::string demangleByRuntime(const std::string& mangled)
{
    constexpr std::ptrdiff_t kHarmlessSubstitutions = 12;
    if (mangled.size() > 1024 || std::count(mangled.begin(), mangled.end(), 'S') > kHarmlessSubstitutions)
        return {};
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && text ? std::string(text.get()) : std::string();
}

} // namespace

std::string demangle(std::string_view name)
{
    if (name.size() < 3 || name.substr(0, 2) != "_Z")
        return std::string(name);
    std::string_view mangled = name;
    constexpr std::string_view kDescriptor = ".kd"; // AMD
    if (mangled.size() > kDescriptor.size() && mangled.substr(mangled.size() - kDescriptor.size()) == kDescriptor)
        mangled.remove_suffix(kDescriptor.size());
    std::string text;
    if (kernels::ItaniumDemangler(mangled).run(text))
        return text;
    text = demangleByRuntime(std::string(mangled));
    return text.empty() ? std::string(name) : text;
}

std::string demangleCut(std::string_view name)
{
    std::string text;
    return kernels::ItaniumDemangler(name).runCut(text) ? text : std::string();
}

std::string outlineOfMangledName(std::string_view name)
{
    std::string result;
    bool inArguments = false;
    std::size_t at = std::min<std::size_t>(2, name.size());
    while (at < name.size()) {
        if (!isDigit(name[at])) {
            // The first "I" after a name opens its template arguments.
            if (name[at] == 'I' && !inArguments && !result.empty()) {
                result += '<';
                inArguments = true;
            }
            ++at;
            continue;
        }
        std::size_t length = 0;
        while (at < name.size() && isDigit(name[at])) {
            length = std::min<std::size_t>(length * 10 + static_cast<std::size_t>(name[at] - '0'), name.size());
            ++at;
        }
        const std::string_view identifier = name.substr(at, length);
        // A literal ("Li128E") reads as a number too, but no identifier of a kernel starts with "E".
        if (identifier.empty() || identifier.front() == 'E' || isDigit(identifier.front()))
            continue;
        if (!result.empty() && result.back() != '<')
            result += inArguments ? ", " : "::";
        result += identifier;
        at += identifier.size();
    }
    return result;
}

} // namespace attnscope
