// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry: what the timeline shows, as plain rectangles, words and lines: no painter, no colour values, no widgets. Made by
// GeometryBuilder, painted by LanePainter onto the screen and into exported files. x in logical pixels on device pixels; y from the
// top of all lanes, before scrolling.
#pragma once

#include "profiler/kernels/decoder.h"
#include "profiler/trace/types.h"
#include "ui/common/span_hue.h"
#include "ui/timeline/step_series.h"
#include "ui/timeline/time_ruler.h"

#include <cstddef>
#include <string>
#include <vector>

namespace attnscope {

/// What a rectangle is filled with; the theme says which colour that is.
enum class Tone : std::uint8_t { Role, Op, Range };
/// What words are written in.
enum class Ink : std::uint8_t { OnRole, OnOp, OnDimOp, Muted, Faint, Accent, Text };
enum class TextStyle : std::uint8_t { Small, SmallMedium, Body, BodyMedium, BodyBold };
inline constexpr std::size_t kTextStyleCount = 5;

struct Box {
    float x = 0, y = 0, width = 0, height = 0;
    std::uint32_t lane = 0, first = 0, count = 1; ///< count > 1: a folded run
    Tone tone = Tone::Op;
    RoleGroup group = RoleGroup::Other; ///< for Tone::Role
    RoleGroup edge = RoleGroup::Other; ///< colour of the lower edge, with hasEdge
    Hue hue = hueOf(RoleGroup::Other), edgeHue = hueOf(RoleGroup::Other); ///< what group and edge are drawn in
    bool hasEdge = false;
    bool lit = true; ///< false: dimmed
    bool tensor = false; ///< carries the Tensor Core rail
    bool hatched = false; ///< launched before the recording
    [[nodiscard]] bool folded() const { return count > 1; }
    [[nodiscard]] float right() const { return x + width; }
    [[nodiscard]] SpanRef span() const { return { lane, first }; }
};

/// Neighbouring pixel columns of a folded run that look the same: as high as they are busy, in what took most of their time.
struct PixelColumn {
    float x = 0, width = 0, height = 0; ///< stands on the row's lower edge
    Tone tone = Tone::Op;
    Hue hue = hueOf(RoleGroup::Other); ///< for Tone::Role
    bool lit = true;
    [[nodiscard]] float right() const { return x + width; }
};

/// The boxes of one visible row, ascending in x: hit tests are a binary search. Folded ones are painted as the row's columns.
struct RowBoxes {
    std::uint32_t lane = 0, row = 0;
    float y = 0, height = 0;
    std::size_t begin = 0, end = 0; ///< into Geometry::boxes
    std::size_t columnBegin = 0, columnEnd = 0; ///< into Geometry::columns
};

struct TextRun {
    float x = 0, baseline = 0;
    std::string text; ///< UTF-8
    std::uint32_t keep = 0; ///< bytes to draw, then an ellipsis; 0: all
    TextStyle style = TextStyle::Small;
    Ink ink = Ink::Muted;
    RoleGroup group = RoleGroup::Other; ///< for Ink::OnRole
    Hue hue = hueOf(RoleGroup::Other); ///< that it stands on, for Ink::OnRole
};

/// The 2 × 2 squares of the Tensor Core mark; y is its top.
struct TensorGlyph {
    float x = 0, y = 0;
    Ink ink = Ink::OnRole;
    Hue hue = hueOf(RoleGroup::Other);
};

/// From the first to the last GPU event of the focus step, with its words in the middle.
struct Bracket {
    float left = 0, right = 0, y = 0;
    float textX = 0, textWidth = 0; ///< text is empty where there is no room
    std::string text;
};

/// A step function with its area.
struct Curve {
    std::size_t track = 0;
    float floor = 0, unit = 0; ///< y of value 0; pixels for 1
    double maximum = 0; ///< in the visible range
    std::vector<StepPoint> points;
    float right = 0;
};

/// What moved to and from DRAM during a stretch: two rectangles on a common floor, the written part on the read one.
struct RateBar {
    float x = 0, width = 0;
    float floor = 0, read = 0, written = 0; ///< y of 0; heights
    Hue hue = hueOf(RoleGroup::Other);
    bool lit = true;
};

/// A mark on the scale of a lane, told beside its header.
struct ScaleMark {
    float y = 0;
    std::string label;
};

/// The highest point of a curve over the whole variant.
struct PeakMark {
    float x = 0, y = 0;
};

struct StepMark {
    float left = 0, right = 0;
    int step = 0;
    bool focus = false;
    TextRun label; ///< empty text where it does not fit; baseline unset: the ruler's own
};

struct RulerGeometry {
    std::vector<RulerTick> absolute, relative; ///< relative is empty without steps
    std::vector<StepMark> steps;
    float zeroX = 0; ///< x of the focus step's start
    bool hasZero = false;
    std::string relativeName; ///< "since step 2 start"
};

struct Geometry {
    RulerGeometry ruler;
    std::vector<Box> boxes;
    std::vector<PixelColumn> columns;
    std::vector<RowBoxes> rows;
    std::vector<TextRun> texts;
    std::vector<TensorGlyph> glyphs;
    std::vector<Bracket> brackets;
    std::vector<Curve> curves;
    std::vector<RateBar> rates;
    std::vector<ScaleMark> scaleMarks;
    std::vector<PeakMark> peaks;

    /// Box under a point (content coordinates); boxes narrower than `reach` on both sides are met that much beside them, too.
    [[nodiscard]] const Box* boxAt(float x, float y, float reach = 2) const;
    /// The box that shows this span, alone or folded; null when it is not visible. O(log boxes of its rows).
    [[nodiscard]] const Box* boxOf(SpanRef span) const;
};

/// Widths of words; the only thing the builder must ask a font for.
class TextRuler {
public:
    virtual ~TextRuler() = default;
    [[nodiscard]] virtual float width(std::string_view text, TextStyle style) const = 0;
    /// Bytes of `text` that fit into `room` before an ellipsis; the whole length when no ellipsis is needed.
    [[nodiscard]] virtual std::size_t fit(std::string_view text, TextStyle style, float room) const = 0;
    /// TextRun::keep for words that stand in any case: what fits, and at least their first byte.
    [[nodiscard]] std::uint32_t keep(std::string_view text, TextStyle style, float room) const;
};

} // namespace attnscope
