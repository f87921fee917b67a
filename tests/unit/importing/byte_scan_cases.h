// SPDX-License-Identifier: GPL-3.0-or-later
// The byte scanner against a plain loop, on random text. Included by one test for each form of the scanner; each sees its own.
#pragma once

#include "profiler/importing/byte_scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace attnscope {
namespace {

inline void expectScannerFindsWhatALoopFinds()
{
    std::mt19937 random(3);
    constexpr std::string_view kBytes = "\"{}\\y\x7f ab\x01\xc3";
    for (int round = 0; round < 20'000; ++round) {
        std::string text;
        for (std::size_t i = 0; i < random() % 60; ++i) {
            text += random() % 4 == 0 ? kBytes[random() % kBytes.size()] : 'x';
        }
        std::size_t size = text.size();
        text.append(kScanPadding, '\0');
        const char* end = text.data() + size;
        std::size_t brace = text.substr(0, size).find_first_of("\"{}");
        EXPECT_EQ(findQuoteOrBrace(text.data(), end), brace == std::string::npos ? end : text.data() + brace);
        const char* p = text.data();
        unsigned expected = 0;
        while (p < end && *p != '"') {
            auto c = static_cast<unsigned char>(*p);
            expected |= c == '\\' ? StringOddity::kBackslash
                : c < 0x20        ? StringOddity::kControl
                : c >= 0x80       ? StringOddity::kHighBit
                                  : 0U;
            p += c == '\\' ? 2 : 1;
        }
        unsigned oddities = 0;
        const char* found = findStringEnd(text.data(), end, oddities);
        EXPECT_EQ(std::min(found, end), std::min(p, end));
        if (p < end) {
            EXPECT_EQ(oddities, expected) << text;
        }
    }
}

} // namespace
} // namespace attnscope
