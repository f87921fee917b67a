// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/importing/decimal_time.h"

#include <charconv>

namespace attnscope {
namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Any form of number, exponents included: collects the digits, then moves the point.
std::optional<Ns> anyForm(std::string_view text)
{
    std::size_t at = 0;
    bool negative = !text.empty() && text[0] == '-';
    at += negative || (!text.empty() && text[0] == '+') ? 1 : 0;
    constexpr Ns kMost = (std::int64_t { 1 } << 62) / 10;
    Ns digits = 0;
    int exponent = 3; // microseconds → nanoseconds
    bool any = false;
    bool point = false;
    for (; at < text.size() && (isDigit(text[at]) || (text[at] == '.' && !point)); ++at) {
        if (text[at] == '.') {
            point = true;
            continue;
        }
        any = true;
        if (digits < kMost) {
            digits = digits * 10 + (text[at] - '0');
            exponent -= point ? 1 : 0;
        } else {
            exponent += point ? 0 : 1; // beyond what an int64 holds: only the magnitude counts
        }
    }
    if (!any) {
        return std::nullopt;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        int written = 0;
        at += at + 1 < text.size() && text[at + 1] == '+' ? 2 : 1;
        auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), written);
        if (error != std::errc {} || written > 100 || written < -100) {
            return std::nullopt;
        }
        at = static_cast<std::size_t>(end - text.data());
        exponent += written;
    }
    if (at != text.size()) {
        return std::nullopt;
    }
    for (; exponent < 0 && digits != 0; ++exponent) {
        digits /= 10;
    }
    for (; exponent > 0 && digits != 0; --exponent) {
        if (digits > kMost) {
            return std::nullopt;
        }
        digits *= 10;
    }
    return negative ? -digits : digits;
}

} // namespace

std::optional<Ns> nanosecondsFromMicroseconds(std::string_view text)
{
    // The usual form: at most 15 digits, a point, at most 3 digits.
    Ns whole = 0;
    std::size_t at = 0;
    while (at < text.size() && at < 15 && isDigit(text[at])) {
        whole = whole * 10 + (text[at++] - '0');
    }
    while (at < text.size() && at < 16 && isDigit(text[at])) {
        whole = whole * 10 + (text[at++] - '0');
    }
    if (at == 0) {
        return anyForm(text);
    }
    if (at == text.size()) {
        return whole > (std::int64_t { 1 } << 62) / 1000 ? std::nullopt : std::optional(whole * 1000);
    }
    if (text[at] != '.' || text.size() - at > 4 || text.size() - at < 2
        || whole > (std::int64_t { 1 } << 62) / 1000 - 1) {
        return anyForm(text);
    }
    Ns fraction = 0;
    Ns unit = 1000;
    for (std::size_t i = at + 1; i < text.size(); ++i) {
        if (!isDigit(text[i])) {
            return anyForm(text);
        }
        fraction = fraction * 10 + (text[i] - '0');
        unit /= 10;
    }
    return whole * 1000 + fraction * unit;
}

std::optional<std::int64_t> integerFromText(std::string_view text)
{
    std::int64_t value = 0;
    int base = 10;
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        text.remove_prefix(2);
        base = 16;
    }
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc {} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

} // namespace attnscope
