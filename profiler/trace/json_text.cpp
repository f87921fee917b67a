// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/json_text.h"

namespace attnscope {
namespace {

constexpr char32_t kReplacement = 0xfffd;
constexpr char32_t kControlPictures = 0x2400;

void appendUtf8(std::string& out, char32_t c)
{
    auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xc0 | (c >> 6));
        put(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        put(0xe0 | (c >> 12));
        put(0x80 | ((c >> 6) & 0x3f));
        put(0x80 | (c & 0x3f));
    } else {
        put(0xf0 | (c >> 18));
        put(0x80 | ((c >> 12) & 0x3f));
        put(0x80 | ((c >> 6) & 0x3f));
        put(0x80 | (c & 0x3f));
    }
}

/// Length of the well-formed UTF-8 sequence at `at`, 0 when it is none (overlong forms and surrogates are none).
std::size_t utf8Length(std::string_view text, std::size_t at)
{
    auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U; };
    auto follows = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xbf) {
        return byte(i) >= low && byte(i) <= high;
    };
    unsigned first = byte(0);
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xc2 && first <= 0xdf) {
        return follows(1) ? 2 : 0;
    }
    if (first >= 0xe0 && first <= 0xef) {
        unsigned low = first == 0xe0 ? 0xa0 : 0x80;
        unsigned high = first == 0xed ? 0x9f : 0xbf;
        return follows(1, low, high) && follows(2) ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        unsigned low = first == 0xf0 ? 0x90 : 0x80;
        unsigned high = first == 0xf4 ? 0x8f : 0xbf;
        return follows(1, low, high) && follows(2) && follows(3) ? 4 : 0;
    }
    return 0;
}

bool fourHexDigits(std::string_view text, std::size_t at, char32_t& value)
{
    if (at + 4 > text.size()) {
        return false;
    }
    value = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
        char c = text[i];
        int digit = c >= '0' && c <= '9' ? c - '0'
            : c >= 'a' && c <= 'f'       ? c - 'a' + 10
            : c >= 'A' && c <= 'F'       ? c - 'A' + 10
                                         : -1;
        if (digit < 0) {
            return false;
        }
        value = value * 16 + static_cast<char32_t>(digit);
    }
    return true;
}

class Decoder {
public:
    explicit Decoder(std::string_view inside)
        : m_in(inside)
    {
        m_out.text.reserve(inside.size());
    }

    DecodedText run()
    {
        while (m_at < m_in.size()) {
            auto c = static_cast<unsigned char>(m_in[m_at]);
            if (c == '\\') {
                escape();
            } else if (c < 0x20) {
                ++m_out.controls;
                appendUtf8(m_out.text, kControlPictures + c);
                ++m_at;
            } else if (std::size_t length = utf8Length(m_in, m_at); length > 0) {
                m_out.text.append(m_in, m_at, length);
                m_at += length;
            } else {
                ++m_out.badBytes;
                appendUtf8(m_out.text, kReplacement);
                ++m_at;
            }
        }
        return std::move(m_out);
    }

private:
    void escape()
    {
        static constexpr std::string_view kLetters = "\"\\/bfnrt";
        static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
        char next = m_at + 1 < m_in.size() ? m_in[m_at + 1] : '\0';
        if (std::size_t letter = kLetters.find(next); next != '\0' && letter != std::string_view::npos) {
            m_out.text.push_back(kMeanings[letter]);
            m_at += 2;
        } else if (char32_t unit = 0; next == 'u' && fourHexDigits(m_in, m_at + 2, unit)) {
            m_at += 6;
            unicode(unit);
        } else {
            ++m_out.badEscapes;
            m_out.text.push_back('\\');
            ++m_at;
        }
    }

    void unicode(char32_t unit)
    {
        char32_t low = 0;
        if (unit >= 0xd800 && unit < 0xdc00 && m_in.substr(m_at).starts_with("\\u")
            && fourHexDigits(m_in, m_at + 2, low) && low >= 0xdc00 && low < 0xe000) {
            m_at += 6;
            appendUtf8(m_out.text, 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
        } else if (unit >= 0xd800 && unit < 0xe000) {
            ++m_out.badBytes;
            appendUtf8(m_out.text, kReplacement);
        } else {
            appendUtf8(m_out.text, unit);
        }
    }

    std::string_view m_in;
    std::size_t m_at = 0;
    DecodedText m_out;
};

} // namespace

DecodedText decodeJsonString(std::string_view inside)
{
    return Decoder(inside).run();
}

void appendJsonString(std::string& out, std::string_view text)
{
    static constexpr std::string_view kHex = "0123456789abcdef";
    for (std::size_t at = 0; at < text.size();) {
        auto c = static_cast<unsigned char>(text[at]);
        if (c == '"' || c == '\\') {
            out.push_back('\\');
            out.push_back(static_cast<char>(c));
            ++at;
        } else if (c == '\n') {
            out.append("\\n");
            ++at;
        } else if (c == '\t') {
            out.append("\\t");
            ++at;
        } else if (c < 0x20 || c == 0x7f) {
            out.append("\\u00");
            out.push_back(kHex[c >> 4]);
            out.push_back(kHex[c & 15]);
            ++at;
        } else if (std::size_t length = utf8Length(text, at); length > 0) {
            out.append(text, at, length);
            at += length;
        } else {
            appendUtf8(out, kReplacement);
            ++at;
        }
    }
}

std::string encodeJsonString(std::string_view text)
{
    std::string out;
    out.reserve(text.size() + 2);
    appendJsonString(out, text);
    return out;
}

} // namespace attnscope
