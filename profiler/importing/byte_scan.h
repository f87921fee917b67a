// SPDX-License-Identifier: GPL-3.0-or-later
// The innermost loops of the scanner: the next byte of interest, 16 bytes a step with SSE2 (every x86-64 has it), 8 a step
// elsewhere. Readable bytes must follow the text: kScanPadding of them, all zero. Pure; any thread.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Two forms of the same functions may be in one program (a test forces the portable ones): their own namespaces keep them apart.
#if defined(__SSE2__) && !defined(ATTNSCOPE_PORTABLE_SCAN)
#include <emmintrin.h>
#define ATTNSCOPE_SCAN_SSE2 1
#define ATTNSCOPE_SCAN_NAMESPACE scan_sse2
#else
#define ATTNSCOPE_SCAN_NAMESPACE scan_portable
#endif

namespace attnscope {

inline constexpr std::size_t kScanPadding = 64;

/// What a string holds besides plain ASCII.
namespace StringOddity {
inline constexpr unsigned kBackslash = 1;
inline constexpr unsigned kControl = 2; ///< raw byte below 0x20: not JSON
inline constexpr unsigned kHighBit = 4; ///< not ASCII
} // namespace StringOddity

inline bool isJsonSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

inline const char* skipSpace(const char* p)
{
    while (isJsonSpace(*p)) {
        ++p;
    }
    return p;
}

inline namespace ATTNSCOPE_SCAN_NAMESPACE {

#if defined(ATTNSCOPE_SCAN_SSE2)

inline unsigned matches(__m128i bytes, char wanted)
{
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(wanted))));
}

/// Next '"', '{' or '}' at or after p, or `end`.
inline const char* findQuoteOrBrace(const char* p, const char* end)
{
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i brace = _mm_set1_epi8('}');
    const __m128i bits =
        _mm_set1_epi8(0x06); // '{' (0x7b) and '}' (0x7d) become one value, 0x7f, when these bits are set
    const __m128i both = _mm_or_si128(brace, bits);
    for (; p < end; p += 16) {
        __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        __m128i found = _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(_mm_or_si128(bytes, bits), both));
        auto mask = static_cast<unsigned>(_mm_movemask_epi8(found));
        while (mask != 0) {
            const char* hit = p + std::countr_zero(mask);
            if (*hit == '"' || *hit == '{' || *hit == '}') {
                return hit < end ? hit : end;
            }
            mask &= mask - 1; // 'y' or 0x7f
        }
    }
    return end;
}

/// The unescaped '"' that ends a string whose inside begins at p, or `end`. Adds what it saw on the way to `oddities`.
inline const char* findStringEnd(const char* p, const char* end, unsigned& oddities)
{
    const __m128i control = _mm_set1_epi8(0x1f);
    while (p < end) {
        __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        unsigned stop = matches(bytes, '"') | matches(bytes, '\\');
        auto low = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes)));
        auto high = static_cast<unsigned>(_mm_movemask_epi8(bytes));
        unsigned before = stop == 0 ? 0xffffU : (stop & (0U - stop)) - 1U;
        oddities |=
            ((low & before) != 0 ? StringOddity::kControl : 0U) | ((high & before) != 0 ? StringOddity::kHighBit : 0U);
        if (stop == 0) {
            p += 16;
            continue;
        }
        p += std::countr_zero(stop);
        if (p >= end) {
            return end;
        }
        if (*p == '"') {
            return p;
        }
        oddities |= StringOddity::kBackslash;
        p += 2;
    }
    return end;
}

#else

/// High bit of each byte that equals `wanted`; exact for the lowest one.
inline std::uint64_t matches(std::uint64_t word, char wanted)
{
    constexpr std::uint64_t kOnes = 0x0101010101010101U;
    std::uint64_t x = word ^ (kOnes * static_cast<unsigned char>(wanted));
    return (x - kOnes) & ~x & (kOnes << 7);
}

inline std::uint64_t loadWord(const char* p)
{
    std::uint64_t word;
    std::memcpy(&word, p, sizeof word);
    if constexpr (std::endian::native == std::endian::big) {
        word = __builtin_bswap64(word);
    }
    return word;
}

inline const char* findQuoteOrBrace(const char* p, const char* end)
{
    for (; p < end; p += 8) {
        std::uint64_t word = loadWord(p);
        std::uint64_t found = matches(word, '"') | matches(word, '{') | matches(word, '}');
        if (found != 0) {
            const char* hit = p + std::countr_zero(found) / 8;
            return hit < end ? hit : end;
        }
    }
    return end;
}

inline const char* findStringEnd(const char* p, const char* end, unsigned& oddities)
{
    while (p < end) {
        if (p + 8 <= end) {
            std::uint64_t word = loadWord(p);
            constexpr std::uint64_t kOnes = 0x0101010101010101U;
            std::uint64_t low = (word - kOnes * 0x20) & ~word & (kOnes << 7);
            if ((matches(word, '"') | matches(word, '\\') | low | (word & (kOnes << 7))) == 0) {
                p += 8;
                continue;
            }
        }
        auto c = static_cast<unsigned char>(*p);
        if (c == '"') {
            return p;
        }
        if (c == '\\') {
            oddities |= StringOddity::kBackslash;
            p += 2;
            continue;
        }
        oddities |= (c < 0x20 ? StringOddity::kControl : 0U) | (c >= 0x80 ? StringOddity::kHighBit : 0U);
        ++p;
    }
    return end;
}

#endif

} // namespace ATTNSCOPE_SCAN_NAMESPACE

} // namespace attnscope
