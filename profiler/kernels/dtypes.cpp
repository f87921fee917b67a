// SPDX-License-Identifier: GPL-3.0-or-later
//
// Element types as kernel names spell them: as C++ types (ATen, cuBLAS, CUTLASS, HIP) and as short tokens (CUTLASS
// and xmma names, NCCL, MIOpen). One table each; the decoder speaks only the names on the right.
#include "profiler/kernels/kernel_text.h"

#include <array>
#include <utility>

namespace attnscope::kernels {
namespace {

using Spelling = std::pair<std::string_view, std::string_view>;

// Namespaces are taken off before the look-up.
constexpr std::array kCppTypes = std::to_array<Spelling>({
    { "float", "fp32" },
    { "double", "fp64" },
    { "__half", "fp16" },
    { "__half2", "fp16" },
    { "half", "fp16" },
    { "half_t", "fp16" },
    { "Half", "fp16" },
    { "_Float16", "fp16" },
    { "__nv_bfloat16", "bf16" },
    { "nv_bfloat16", "bf16" },
    { "__nv_bfloat162", "bf16" },
    { "__hip_bfloat16", "bf16" },
    { "hip_bfloat16", "bf16" },
    { "__bf16", "bf16" },
    { "bfloat16_t", "bf16" },
    { "BFloat16", "bf16" },
    { "tfloat32_t", "tf32" },
    { "long", "int64" },
    { "int64_t", "int64" },
    { "int", "int32" },
    { "int32_t", "int32" },
    { "short", "int16" },
    { "int8_t", "int8" },
    { "uint8_t", "uint8" },
    { "bool", "bool" },
    { "__nv_fp8_e4m3", "fp8 e4m3" },
    { "float_e4m3_t", "fp8 e4m3" },
    { "Float8_e4m3fn", "fp8 e4m3" },
    { "Float8_e4m3fnuz", "fp8 e4m3" },
    { "__nv_fp8_e5m2", "fp8 e5m2" },
    { "float_e5m2_t", "fp8 e5m2" },
    { "Float8_e5m2", "fp8 e5m2" },
    { "float_e2m1_t", "fp4 e2m1" },
    { "__nv_fp4_e2m1", "fp4 e2m1" },
});

constexpr std::array kTokens = std::to_array<Spelling>({
    { "bf16", "bf16" },
    { "Bfloat16", "bf16" },
    { "f16", "fp16" },
    { "fp16", "fp16" },
    { "Fp16", "fp16" },
    { "half", "fp16" },
    { "f32", "fp32" },
    { "fp32", "fp32" },
    { "Fp32", "fp32" },
    { "float", "fp32" },
    { "tf32", "tf32" },
    { "f64", "fp64" },
    { "fp64", "fp64" },
    { "double", "fp64" },
    { "i8", "int8" },
    { "s8", "int8" },
    { "int8", "int8" },
    { "u8", "uint8" },
    { "uint8", "uint8" },
    { "i4", "int4" },
    { "s4", "int4" },
    { "u4", "uint4" },
    { "b1", "int1" },
    { "i32", "int32" },
    { "s32", "int32" },
    { "int32", "int32" },
    { "u32", "uint32" },
    { "i64", "int64" },
    { "int64", "int64" },
    { "u64", "uint64" },
    { "e4m3", "fp8 e4m3" },
    { "E4m3", "fp8 e4m3" },
    { "f8e4m3", "fp8 e4m3" },
    { "e5m2", "fp8 e5m2" },
    { "E5m2", "fp8 e5m2" },
    { "f8e5m2", "fp8 e5m2" },
    { "fp8", "fp8" },
    { "e2m1", "fp4 e2m1" },
    { "E2m1", "fp4 e2m1" },
    { "MxInt4", "int4" },
    { "MxE4m3", "fp8 e4m3" },
    { "MxE2m1", "fp4 e2m1" },
    { "mxfp4", "mxfp4" },
    { "mxfp8", "mxfp8" },
    { "ci8", "int8 complex" },
    { "cf16", "fp16 complex" },
    { "cbf16", "bf16 complex" },
    { "cf32", "fp32 complex" },
    { "cf64", "fp64 complex" },
});

template<std::size_t N>
std::string_view lookUp(const std::array<Spelling, N>& table, std::string_view key)
{
    for (const auto& [spelling, dtype] : table) {
        if (spelling == key)
            return dtype;
    }
    return {};
}

// "OpaqueType<4u>", "OpaqueType<(unsigned int)4>": ATen copies bytes of that size, whatever they are.
std::string_view opaqueOf(std::string_view rest)
{
    const std::size_t digit = rest.find_first_of("0123456789");
    if (digit > 16) // npos, too
        return {};
    const std::string_view size = leadingDigits(rest.substr(digit));
    constexpr std::array kOpaque = std::to_array<Spelling>({ { "1", "opaque 1-byte" }, { "2", "opaque 2-byte" },
        { "4", "opaque 4-byte" }, { "8", "opaque 8-byte" }, { "16", "opaque 16-byte" } });
    return lookUp(kOpaque, size);
}

// "(int)128" is a value, "lambda(int)" a type.
bool isCast(std::string_view text, std::size_t start, std::size_t end)
{
    return start > 0 && text[start - 1] == '(' && (start < 2 || !isIdentifier(text[start - 2])) && end < text.size()
        && text[end] == ')' && end + 1 < text.size() && (isDigit(text[end + 1]) || text[end + 1] == '-');
}

struct Word {
    std::size_t start = 0;
    std::size_t end = 0;
};

// The next identifier at or after `at`; start == size when there is none.
Word nextWord(std::string_view text, std::size_t at)
{
    while (at < text.size() && !isIdentifier(text[at]))
        ++at;
    Word word { at, at };
    while (word.end < text.size() && isIdentifier(text[word.end]))
        ++word.end;
    return word;
}

bool isPointer(std::string_view text, std::size_t end)
{
    std::string_view rest = text.substr(end);
    if (startsWith(rest, " const"))
        rest.remove_prefix(6);
    while (!rest.empty() && rest.front() == ' ')
        rest.remove_prefix(1);
    return !rest.empty() && rest.front() == '*';
}

struct Found {
    std::string_view dtype;
    std::size_t next = 0;
};

// "unsigned int" and "unsigned long" are indices; "unsigned char" is data. "signed char" likewise.
Found readSigned(std::string_view text, Word word, bool isUnsigned)
{
    const Word second = nextWord(text, word.end);
    const std::string_view type = text.substr(second.start, second.end - second.start);
    if (type == "char")
        return { isUnsigned ? "uint8" : "int8", second.end };
    std::size_t next = word.end;
    if (type == "int" || type == "long" || type == "short")
        next = second.end;
    if (type == "long") {
        const Word third = nextWord(text, second.end);
        if (text.substr(third.start, third.end - third.start) == "long")
            next = third.end;
    }
    return { {}, next };
}

Found readComplex(std::string_view text, Word word)
{
    const Word part = nextWord(text, word.end);
    const std::string_view type = dtypeOfCppType(text.substr(part.start, part.end - part.start));
    if (type == "fp64")
        return { "fp64 complex", part.end };
    return { type == "fp32" ? std::string_view("fp32 complex") : std::string_view(), part.end };
}

Found readType(std::string_view text, Word word)
{
    const std::string_view type = text.substr(word.start, word.end - word.start);
    if (type == "unsigned")
        return readSigned(text, word, true);
    if (type == "signed")
        return readSigned(text, word, false);
    if (type == "OpaqueType")
        return { opaqueOf(text.substr(word.end)), word.end };
    if (type == "complex")
        return readComplex(text, word);
    // Member functions and lambdas: "operator", "lambda" and long names cannot be types of the table.
    if (type.size() > 16)
        return { {}, word.end };
    return { lookUp(kCppTypes, type), word.end };
}

} // namespace

std::string_view dtypeOfCppType(std::string_view type)
{
    if (const std::size_t scope = type.rfind("::"); scope != std::string_view::npos)
        type.remove_prefix(scope + 2);
    return lookUp(kCppTypes, type);
}

std::string_view dtypeOfToken(std::string_view token)
{
    return lookUp(kTokens, token);
}

std::string_view firstDtype(std::string_view text, bool skipPointers)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const Word word = nextWord(text, at);
        if (word.start == text.size())
            return {};
        const Found found = readType(text, word);
        const bool wanted = !found.dtype.empty() && !isCast(text, word.start, found.next)
            && !(skipPointers && isPointer(text, found.next));
        if (wanted)
            return found.dtype;
        at = found.next;
    }
    return {};
}

std::string_view firstNarrowDtype(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const Word word = nextWord(text, at);
        const std::string_view dtype = lookUp(kCppTypes, text.substr(word.start, word.end - word.start));
        if (dtype == "bf16" || dtype == "fp16" || startsWith(dtype, "fp8"))
            return dtype;
        at = word.end;
    }
    return {};
}

} // namespace attnscope::kernels
