// SPDX-License-Identifier: GPL-3.0-or-later
// Every colour, size and font of the window in one place (light and dark), and the controller that applies them. Nobody else writes
// a colour or a font size. GUI thread only; all look-ups are O(1).
#pragma once

#include "ui/common/span_hue.h"

#include <QColor>
#include <QFont>
#include <QObject>
#include <QString>

#include <array>

class QApplication;
class QPalette;

namespace attnscope {

/// What a theme is made of. Translucent looks are mixed colours (mix()), so nothing needs alpha at run time.
struct Theme {
    bool isDark = false;
    // surfaces
    QColor window; ///< toolbar, left column, variant row, status bar
    QColor panel; ///< bottom panel, selected segment
    QColor canvas; ///< timeline
    QColor laneHeader; ///< lane names
    QColor field; ///< line edits, combo boxes, outline buttons
    QColor hover; ///< hovered row or button, trough of a segmented control
    QColor tooltip; ///< with a 1 px lineStrong frame, no shadow
    // lines
    QColor line, lineStrong, grid;
    // text: faint still reads at 4.5:1 on every surface; disabled is only for what cannot be used
    QColor text, muted, faint, disabled;
    // accent: selection, focus, active tab, launch arrow; never a role
    QColor accent, accentFill, onAccent, accentSoft;
    // CPU side: neutral on purpose, so that colour always means "this kind of work ran here"
    QColor op, opText, opDim, opDimText, range;
    // states, always with an icon
    QColor good, warn, bad;
    std::array<QColor, kRoleGroupCount> roles;

    [[nodiscard]] const QColor& role(RoleGroup group) const { return roles[static_cast<std::size_t>(group)]; }
    /// Text on a span of this role: ink or paper, whichever reads better. Precomputed by contrast.
    [[nodiscard]] const QColor& textOnRole(RoleGroup group) const { return roleTexts[static_cast<std::size_t>(group)]; }
    /// A role too light for the canvas (under 1.6:1) gets a 1 px inner frame of this colour; invalid for the others.
    [[nodiscard]] const QColor& roleFrame(RoleGroup group) const { return roleFrames[static_cast<std::size_t>(group)]; }
    /// The role dimmed: another step, or not part of what is lit.
    [[nodiscard]] QColor dimmedRole(RoleGroup group) const;

    std::array<QColor, kRoleGroupCount> roleTexts, roleFrames;

    /// All that GPU work can be coloured by; the first ones are the roles. Text and frame follow the rules for roles.
    std::array<QColor, kHueCount> hues, hueTexts, hueFrames;
    [[nodiscard]] const QColor& hue(Hue index) const { return hues[index]; }
    [[nodiscard]] const QColor& textOnHue(Hue index) const { return hueTexts[index]; }
    [[nodiscard]] const QColor& hueFrame(Hue index) const { return hueFrames[index]; }
    [[nodiscard]] QColor dimmedHue(Hue index) const;

    [[nodiscard]] static const Theme& light();
    [[nodiscard]] static const Theme& dark();
    /// The theme that is applied now.
    [[nodiscard]] static const Theme& current();

    /// Ink or paper for text on `background`.
    [[nodiscard]] static QColor textOn(const QColor& background);
    /// `share` (0..1) of `a` over `b` in sRGB: what a translucent `a` looks like on an opaque `b`.
    [[nodiscard]] static QColor mix(const QColor& a, const QColor& b, double share);
    /// WCAG 2 contrast ratio, 1..21.
    [[nodiscard]] static double contrast(const QColor& a, const QColor& b);

    /// Sizes of the design are given for a 12 px body; they scale with QApplication::font(), so that a larger system font
    /// enlarges everything. Nothing is set below 11.
    [[nodiscard]] static QFont font(int designPixels, QFont::Weight weight = QFont::Normal);
    /// A length of the design (4 px grid), scaled as the font is.
    [[nodiscard]] static int px(int designPixels);
};

/// Type sizes of the design, for Theme::font().
namespace TypeSize {
inline constexpr int kNumber = 18; ///< the one big number
inline constexpr int kHeading = 16; ///< heading of an empty state
inline constexpr int kSubheading = 14;
inline constexpr int kBody = 12;
inline constexpr int kSmall = 11; ///< ruler, span details, hints, status bar, legend; nothing is smaller
} // namespace TypeSize

/// Measures of the design in px for a 12 px body; pass them through Theme::px().
namespace Measure {
inline constexpr int kToolbar = 44, kButton = 28, kLeftColumn = 216, kPadding = 16;
inline constexpr int kFormRow = 28, kFieldWidth = 92, kFieldHeight = 24;
inline constexpr int kVariantRow = 52, kSegmentWidth = 112, kSegmentHeight = 38;
inline constexpr int kMinimap = 38, kRuler = 48, kRulerRow = 16;
inline constexpr int kLaneHeader = 176, kLaneHeaderText = 26, kLanePadding = 12;
inline constexpr int kCpuRow = 20, kCpuRowDense = 18, kApiLane = 32, kApiBox = 18;
inline constexpr int kGutter = 20, kBracket = 18, kKernels = 58, kKernelsBelow = 10;
inline constexpr int kLaunchQueue = 50, kDramRate = 84, kFoldedLane = 28;
inline constexpr int kBottomPanel = 264, kBottomPanelMin = 160, kTabBar = 32, kTabGap = 24, kTableRow = 24;
inline constexpr int kInspector = 476, kInspectorMin = 380, kFactPitch = 18;
inline constexpr int kStatusBar = 24, kBanner = 36, kTooltipPadding = 12, kTooltipRow = 18, kTooltipWidth = 330;
inline constexpr int kChartBar = 14, kGap = 8, kGroupGap = 16, kSectionGap = 24;
inline constexpr int kSmallestWidth = 1100, kSmallestHeight = 640;
// radii
inline constexpr int kRadiusSegmented = 7, kRadiusButton = 6, kRadiusField = 5, kRadiusRow = 4, kRadiusCheck = 3,
                     kRadiusSpan = 2;
} // namespace Measure

/// Applies a theme to the application: Fusion, palette, style sheet, fonts. One for each application, made at the first use.
/// Widgets that paint themselves connect to changed() and repaint.
class ThemeController : public QObject {
    Q_OBJECT
public:
    enum class Mode { System, Light, Dark };
    Q_ENUM(Mode)

    [[nodiscard]] static ThemeController& instance();

    [[nodiscard]] Mode mode() const { return m_mode; }
    /// Applies at once; changed() follows when the colours are others than before.
    void setMode(Mode mode);
    /// From dark to light and back: leaves Mode::System.
    void toggle();
    /// "system", "light", "dark", for the settings; unknown text is System.
    [[nodiscard]] static Mode modeFromText(const QString& text);
    [[nodiscard]] static QString textOfMode(Mode mode);

signals:
    void changed();

private:
    explicit ThemeController(QApplication& app);
    bool eventFilter(QObject* watched, QEvent* event) override;
    void apply();

    QApplication& m_app;
    Mode m_mode = Mode::System;
    bool m_systemIsDark = false;
    bool m_applying = false;
    bool m_applied = false;
};

/// The palette of a theme (for offscreen painting and tests; the controller sets it on the application).
[[nodiscard]] QPalette paletteOf(const Theme& theme);
/// The application's style sheet in the colours of a theme.
[[nodiscard]] QString styleSheetOf(const Theme& theme);

} // namespace attnscope
