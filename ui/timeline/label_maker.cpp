// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/label_maker.h"

#include "profiler/kernels/kernel_sentences.h"
#include "ui/common/kernel_words.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace attnscope {

namespace {

constexpr std::string_view kDot = " · ";
constexpr float kGlyphAdvance = 11; ///< 7 px of squares and the air after them

bool startsWith(std::string_view text, std::string_view start)
{
    return text.substr(0, start.size()) == start;
}

// "GEMM 256×128" → {"GEMM", "256×128"}; a single word has no tail.
std::pair<std::string_view, std::string_view> splitTitle(std::string_view title)
{
    const auto space = title.rfind(' ');
    if (space == std::string_view::npos || space == 0) {
        return { title, {} };
    }
    return { title.substr(0, space), title.substr(space + 1) };
}

std::string shortened(std::string_view title)
{
    auto head = splitTitle(title).first;
    if (head.size() > 3 && head.substr(head.size() - 3) == " of") {
        head.remove_suffix(3);
    }
    return std::string(head);
}

std::string joined(std::string_view a, std::string_view b)
{
    std::string text(a);
    if (!a.empty() && !b.empty()) {
        text += kDot;
    }
    return text.append(b);
}

std::size_t letters(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

} // namespace

KernelWords kernelWords(
    const DecodedKernel& decoded, MathUnit proved, SpanKind kind, std::int64_t bytes, Ns duration, TimeUnit unit)
{
    KernelWords words;
    words.title = labelIn(decoded.label, translatedPhrase);
    words.shortTitle = shortened(words.title);
    words.dtype = shortInputType(decoded);
    words.unit = unitLabelIn(decoded, translatedPhrase);
    if (kind != SpanKind::Kernel && bytes > 0) {
        words.dtype = formatBytes(bytes).toStdString();
    }
    words.time = (formatTime(duration, unit) + QLatin1Char(' ') + unitName(unit)).toStdString();
    words.tensor = proved == MathUnit::TensorCore;
    words.unknown = kind == SpanKind::Kernel && proved == MathUnit::Unknown;
    if (proved != decoded.mathUnit && !(decoded.mathUnit == MathUnit::Unknown && proved == MathUnit::None)) {
        words.unit = proved == MathUnit::TensorCore ? translatedPhrase("TC")
            : words.unit.empty() || proved != MathUnit::CudaCore
            ? std::string() // what never works on Tensor Cores need not say so
            : translatedPhrase("CUDA cores");
    }
    return words;
}

std::string opLabel(std::string_view name)
{
    if (startsWith(name, "aten::")) {
        return std::string(name.substr(6));
    }
    if (startsWith(name, "ProfilerStep#")) {
        return "ProfilerStep " + std::string(name.substr(13));
    }
    return std::string(name);
}

std::string stepLabel(std::string_view name)
{
    return startsWith(name, "ProfilerStep#") ? "step " + std::string(name.substr(13)) : std::string(name);
}

std::string threadWords(const TextRuler& ruler, const std::string& whole, const std::string& threadId, float room)
{
    if (threadId.empty() || ruler.width(whole, TextStyle::Small) <= room) {
        return whole;
    }
    // The id tells threads apart; an elided name would hide that the lane is nested.
    static constexpr std::string_view kNested = " · nested";
    const bool nested = std::string_view(whole).ends_with(kNested);
    return threadId + (nested ? std::string(kNested) : std::string());
}

std::string apiLabel(std::string_view name)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kKnown { {
        { "cudaLaunchKernel", "launch" },
        { "cuLaunchKernel", "launch" },
        { "cudaLaunchKernelExC", "launchEx" },
        { "cuLaunchKernelEx", "launchEx" },
        { "cudaMemcpyAsync", "memcpy" },
        { "cudaMemsetAsync", "memset" },
        { "cudaGraphLaunch", "graph" },
        { "hipLaunchKernel", "launch" },
    } };
    for (const auto& [full, label] : kKnown) {
        if (name == full) {
            return std::string(label);
        }
    }
    for (const std::string_view prefix : { "cuda", "hip", "cu" }) {
        if (startsWith(name, prefix) && name.size() > prefix.size() && name[prefix.size()] >= 'A'
            && name[prefix.size()] <= 'Z') {
            auto label = std::string(name.substr(prefix.size()));
            label[0] = static_cast<char>(label[0] - 'A' + 'a');
            return label;
        }
    }
    return std::string(name);
}

std::string apiSentence(std::string_view name)
{
    const bool waits = name.find("Synchronize") != std::string_view::npos;
    return waits ? std::string(name) + ": the CPU waits for the GPU" : apiLabel(name);
}

void LabelMaker::put(const Line& line, std::string_view text, TextStyle style, std::uint32_t keep)
{
    m_out.texts.push_back({ line.x, line.baseline, std::string(text), keep, style, line.ink, line.group, line.hue });
}

bool LabelMaker::elided(const Line& line, std::string_view text, TextStyle style)
{
    const auto keep = m_ruler.fit(text, style, line.room);
    if (keep < text.size() && letters(text.substr(0, keep)) < 4) {
        return false;
    }
    put(line, text, style, keep < text.size() ? static_cast<std::uint32_t>(keep) : 0);
    return true;
}

float LabelMaker::detailWidth(std::string_view before, std::string_view after, bool mark) const
{
    return m_ruler.width(before, TextStyle::Small) + m_ruler.width(after, TextStyle::Small)
        + (mark ? px(kGlyphAdvance) : 0);
}

// "bf16 · ▦ TC wgmma · 85.2 µs" and its shorter forms. The mark stands before the words "TC …", else before everything.
void LabelMaker::detail(const Line& line, const KernelWords& words, bool timeOnly)
{
    const std::string head = words.dtype.empty() ? std::string() : words.dtype + std::string(kDot);
    const auto unitAndTime = joined(words.unit, words.time);
    std::vector<std::pair<std::string, std::string>> forms;
    if (timeOnly) {
        forms = { { "", words.time } };
    } else if (words.unit.empty()) {
        forms = { { "", joined(words.dtype, words.time) }, { "", words.time }, { "", words.dtype } };
    } else {
        forms = { { head, unitAndTime }, { "", unitAndTime }, { "", joined(words.dtype, words.time) },
            { "", words.time }, { "", words.unit }, { "", words.dtype } };
    }
    for (auto& [before, after] : forms) {
        if (words.unknown && !after.empty()) {
            after = "? " + after;
        }
        if (after.empty() || detailWidth(before, after, words.tensor) > line.room) {
            continue;
        }
        auto at = line;
        if (!before.empty()) {
            put(at, before, TextStyle::Small);
            at.x += m_ruler.width(before, TextStyle::Small);
        }
        if (words.tensor) {
            m_out.glyphs.push_back({ at.x, at.baseline - px(8), at.ink, at.hue });
            at.x += px(kGlyphAdvance);
        }
        put(at, after, TextStyle::Small);
        return;
    }
}

void LabelMaker::kernel(const Box& box, const KernelWords& words)
{
    const float left = std::max(box.x, m_left), right = std::min(box.right(), m_right);
    Line line { left + px(6), 0, right - left - px(12), box.lit ? Ink::OnRole : Ink::Muted, box.group, box.hue };
    if (line.room < px(18) || words.title.empty()) {
        return;
    }
    const float usable = box.height - px(2);
    const bool titleFits = m_ruler.width(words.title, TextStyle::BodyMedium) <= line.room;
    if (usable < px(40)) {
        const auto& title = titleFits ? words.title : words.shortTitle;
        const float middle = box.tensor ? (box.height - px(7)) / 2 : box.height / 2;
        line.baseline = box.y + middle + px(4.3F);
        elided(line, title, TextStyle::BodyMedium);
        return;
    }
    if (titleFits) {
        line.baseline = box.y + px(19);
        put(line, words.title, TextStyle::BodyMedium);
        line.baseline += px(17);
        detail(line, words, false);
        return;
    }
    const auto [head, tail] = splitTitle(words.title);
    const bool threeLines = usable >= px(52) && !tail.empty() && (words.tensor || startsWith(words.title, "GEMM"))
        && m_ruler.width(head, TextStyle::BodyMedium) <= line.room
        && m_ruler.width(tail, TextStyle::Small) <= line.room;
    if (threeLines) {
        line.baseline = box.y + px(15);
        put(line, head, TextStyle::BodyMedium);
        line.baseline += px(14);
        put(line, tail, TextStyle::Small);
        line.baseline += px(14);
        detail(line, words, true);
        return;
    }
    line.baseline = box.y + px(19);
    if (elided(line, words.shortTitle, TextStyle::BodyMedium)) {
        line.baseline += px(17);
        detail(line, words, false);
    }
}

void LabelMaker::op(const Box& box, const std::string& label, const std::string& longer)
{
    const float left = std::max(box.x, m_left), right = std::min(box.right(), m_right);
    if (right - left < px(24)) {
        return;
    }
    const bool wide = !longer.empty();
    const float pad = wide ? px(6) : px(4);
    const Line line { left + pad, box.y + box.height / 2 + px(4), right - left - 2 * pad,
        box.lit ? Ink::OnOp : Ink::OnDimOp, box.group, box.hue };
    const bool longFits = wide && m_ruler.width(longer, TextStyle::Small) <= line.room;
    elided(line, longFits ? longer : label, TextStyle::Small);
}

void LabelMaker::api(const Box& box, const std::string& label, const std::string& sentence, float nextX)
{
    const float left = std::max(box.x, m_left), right = std::min(box.right(), m_right);
    Line line { left + px(6), box.y + box.height / 2 + px(4), right - left - px(12), box.lit ? Ink::Muted : Ink::Faint,
        box.group, box.hue };
    if (right - left > px(60)) {
        const bool all = m_ruler.width(sentence, TextStyle::Small) <= line.room;
        elided(line, all ? sentence : label, TextStyle::Small);
        return;
    }
    if (box.x >= m_left && m_ruler.width(label, TextStyle::Small) + px(8) < std::min(nextX, m_right) - box.right()) {
        line.x = box.right() + px(5);
        put(line, label, TextStyle::Small);
    }
}

} // namespace attnscope
