// SPDX-License-Identifier: GPL-3.0-or-later
//
// A kernel name taken apart, before any rule looks at it, and the small readers all rules share.
//
// One kernel is spelled five ways: demangled by CUPTI ("<float, 9, false>", "(anonymous namespace)::"), demangled by
// Nsight ("<float, (int)9, (bool)0>", "<unnamed>::"), mangled ("_ZN7cutlass..."), cut off ("..." or nothing), and
// stripped to the function's name. KernelText makes them look alike as far as that is possible.
//
// Threads: pure, any thread. Cost: linear in the length of the text; nothing here recurses.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace attnscope::kernels {

struct KernelText {
    std::string_view text; // the name without "void " and other noise in front
    std::string_view head; // "at::native::reduce_kernel": up to the template's or the parameters' bracket
    std::string_view scope; // "at::native::"
    std::string_view base; // "reduce_kernel"
    std::string_view arguments; // between the template's brackets, without them; up to the cut when the name is cut
    std::string_view parameters; // from the parameters' "(" on
    bool truncated = false; // something is missing for sure; false says nothing
};

// `storage` holds the demangled text when there is one and must outlive the result.
[[nodiscard]] KernelText parseKernelText(std::string_view name, std::string& storage);

[[nodiscard]] inline bool startsWith(std::string_view text, std::string_view prefix)
{
    return text.substr(0, prefix.size()) == prefix;
}

[[nodiscard]] inline bool endsWith(std::string_view text, std::string_view suffix)
{
    return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

[[nodiscard]] inline bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

template<std::size_t N>
[[nodiscard]] bool containsAny(std::string_view text, const std::array<std::string_view, N>& parts)
{
    for (const std::string_view part : parts) {
        if (contains(text, part))
            return true;
    }
    return false;
}

[[nodiscard]] inline bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
[[nodiscard]] inline bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] inline bool isIdentifier(char c)
{
    return isDigit(c) || isLetter(c) || c == '_';
}

// Whether all of a non-empty text is digits.
[[nodiscard]] bool allDigits(std::string_view text);

// The digits at the start of `text`, or "".
[[nodiscard]] std::string_view leadingDigits(std::string_view text);

// The number of parts of "128x64x32" (3), or 0 when the text is anything else.
[[nodiscard]] int dimensionsOf(std::string_view text);

// The longest "128x64..." at the start of `text`, or "".
[[nodiscard]] std::string_view leadingDimensions(std::string_view text);

[[nodiscard]] std::string lowerCase(std::string_view text);

// The first pieces of a text that a separator parts; what lies beyond the last slot is left out.
class Pieces {
public:
    static constexpr std::size_t kCapacity = 48;

    [[nodiscard]] std::size_t size() const { return m_count; }
    [[nodiscard]] std::string_view operator[](std::size_t index) const
    {
        return index < m_count ? m_items[index] : std::string_view();
    }
    [[nodiscard]] const std::string_view* begin() const { return m_items.data(); }
    [[nodiscard]] const std::string_view* end() const { return m_items.data() + m_count; }
    void add(std::string_view piece)
    {
        if (m_count < kCapacity)
            m_items[m_count++] = piece;
    }
    [[nodiscard]] bool full() const { return m_count == kCapacity; }
    [[nodiscard]] bool has(std::string_view piece) const;

private:
    std::array<std::string_view, kCapacity> m_items;
    std::size_t m_count = 0;
};

// "a_b__c" → a, b, c.
[[nodiscard]] Pieces splitUnderscores(std::string_view text);

// Template arguments at the outermost level, trimmed, with casts and number suffixes taken off: "(int)64" and "64u" →
// 64.
[[nodiscard]] Pieces splitArguments(std::string_view arguments);

// What stands between the brackets that open right after `opening` ("kernel_traits<") in `text`; "" when absent.
[[nodiscard]] std::string_view argumentsOf(std::string_view text, std::string_view opening);

// The element type a C++ type name stands for ("c10::BFloat16" → "bf16"), or "".
[[nodiscard]] std::string_view dtypeOfCppType(std::string_view type);

// The element type a short token stands for ("bf16", "f16", "s8", "e4m3" → "fp8 e4m3"), or "".
[[nodiscard]] std::string_view dtypeOfToken(std::string_view token);

// The first element type named in demangled text; index types (unsigned) and casts are passed over, and with
// `skipPointers` also "long*". "" when there is none.
[[nodiscard]] std::string_view firstDtype(std::string_view text, bool skipPointers = false);

// The first 16- or 8-bit floating type named in `text`, or "".
[[nodiscard]] std::string_view firstNarrowDtype(std::string_view text);

// "sm90" of "..._sm90_...", "...Sm90,..." or "sm_90"; "" when absent.
[[nodiscard]] std::string architectureIn(std::string_view text);

} // namespace attnscope::kernels
