// SPDX-License-Identifier: GPL-3.0-or-later
// LabelMaker: the longest form of a span's words that fits into its box. Pure (widths come from a TextRuler); O(words).
#pragma once

#include "ui/common/format.h"
#include "ui/timeline/geometry.h"

#include <string>
#include <string_view>

namespace attnscope {

/// What a GPU span can say about itself, taken from its decoded name, what is known of its math unit, its bytes and its time.
struct KernelWords {
    std::string title; ///< "GEMM 256×128"
    std::string shortTitle; ///< "GEMM", or the title again
    std::string dtype; ///< "bf16", for copies "256 MiB"
    std::string unit; ///< "TC wgmma", "CUDA cores"
    std::string time; ///< "85.2 µs"
    bool tensor = false;
    bool unknown = false; ///< nobody can tell whether it works on Tensor Cores
};
/// `proved`: the math unit by the strongest evidence; the name's words for the unit stand only where it agrees.
[[nodiscard]] KernelWords kernelWords(
    const DecodedKernel& decoded, MathUnit proved, SpanKind kind, std::int64_t bytes, Ns duration, TimeUnit unit);

/// "aten::bmm" → "bmm", "ProfilerStep#2" → "ProfilerStep 2".
[[nodiscard]] std::string opLabel(std::string_view name);
/// "ProfilerStep#2" → "step 2": a step as the ruler names it.
[[nodiscard]] std::string stepLabel(std::string_view name);
/// "cudaLaunchKernelExC" → "launchEx", "cudaMemcpyAsync" → "memcpy".
[[nodiscard]] std::string apiLabel(std::string_view name);
/// The words for a waiting API call that has room: "cudaDeviceSynchronize: the CPU waits for the GPU"; else the short ones.
[[nodiscard]] std::string apiSentence(std::string_view name);
/// The words below a thread's name: "450 attention · nested" where they fit into `room`, else "450 · nested", which may need cutting.
[[nodiscard]] std::string threadWords(
    const TextRuler& ruler, const std::string& whole, const std::string& threadId, float room);

class LabelMaker {
public:
    /// Design pixels are multiplied by `factor`; words never leave [left, right].
    LabelMaker(Geometry& out, const TextRuler& ruler, float factor, float left, float right)
        : m_out(out)
        , m_ruler(ruler)
        , m_factor(factor)
        , m_left(left)
        , m_right(right)
    {
    }

    void kernel(const Box& box, const KernelWords& words);
    /// `longer` is used where the whole of it fits.
    void op(const Box& box, const std::string& label, const std::string& longer);
    /// Inside the box where it is wide, else beside it up to `nextX`.
    void api(const Box& box, const std::string& label, const std::string& sentence, float nextX);

private:
    struct Line {
        float x = 0, baseline = 0, room = 0;
        Ink ink = Ink::OnRole;
        RoleGroup group = RoleGroup::Other;
        Hue hue = hueOf(RoleGroup::Other);
    };
    [[nodiscard]] float px(float design) const { return design * m_factor; }
    void put(const Line& line, std::string_view text, TextStyle style, std::uint32_t keep = 0);
    /// A word or its beginning: at least four letters and the ellipsis, else nothing.
    bool elided(const Line& line, std::string_view text, TextStyle style);
    void detail(const Line& line, const KernelWords& words, bool timeOnly);
    [[nodiscard]] float detailWidth(std::string_view before, std::string_view after, bool mark) const;

    Geometry& m_out;
    const TextRuler& m_ruler;
    float m_factor, m_left, m_right;
};

} // namespace attnscope
