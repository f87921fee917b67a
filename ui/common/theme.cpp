// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/theme.h"

#include <QApplication>
#include <QEvent>
#include <QFile>
#include <QFontDatabase>
#include <QFontInfo>
#include <QPalette>
#include <QPointer>
#include <QStyle>
#include <QStyleFactory>

#include <algorithm>
#include <cmath>

namespace attnscope {
namespace {

constexpr int kDesignBody = 12; // the body size that all measures of the design are given for
const QColor kInk(0x11, 0x15, 0x1A);
const QColor kPaper(0xFF, 0xFF, 0xFF);

// Roles under this contrast against the canvas get a frame.
constexpr double kFrameBelow = 1.6;

// The first colours of names are those of the roles without "other"; these four follow.
using MoreNameColours = std::array<QColor, kNameHueCount - (kRoleGroupCount - 1)>;

void finish(Theme& theme, const MoreNameColours& moreNames)
{
    const auto role = [&theme](RoleGroup group) { return theme.roles[static_cast<std::size_t>(group)]; };
    std::copy(theme.roles.begin(), theme.roles.end(), theme.hues.begin());
    theme.hues[hueOf(MathUnit::TensorCore)] = role(RoleGroup::Matmul);
    theme.hues[hueOf(MathUnit::CudaCore)] = role(RoleGroup::Mask);
    theme.hues[hueOf(MathUnit::None)] = role(RoleGroup::Other);
    theme.hues[hueOf(MathUnit::Unknown)] = role(RoleGroup::Elementwise);
    std::copy_n(theme.roles.begin(), kRoleGroupCount - 1, theme.hues.begin() + kFirstNameHue);
    std::copy(moreNames.begin(), moreNames.end(), theme.hues.begin() + kFirstNameHue + kRoleGroupCount - 1);
    for (std::size_t i = 0; i < kHueCount; ++i) {
        theme.hueTexts[i] = Theme::textOn(theme.hues[i]);
        if (Theme::contrast(theme.hues[i], theme.canvas) < kFrameBelow) {
            theme.hueFrames[i] = Theme::mix(kInk, theme.hues[i], 0.22);
        }
    }
    std::copy_n(theme.hueTexts.begin(), kRoleGroupCount, theme.roleTexts.begin());
    std::copy_n(theme.hueFrames.begin(), kRoleGroupCount, theme.roleFrames.begin());
}

Theme makeLight()
{
    Theme t;
    t.window = "#F4F5F7", t.panel = "#FFFFFF", t.canvas = "#FFFFFF", t.laneHeader = "#FAFBFC", t.field = "#FFFFFF";
    t.hover = "#E9ECF0", t.tooltip = "#FFFFFF";
    t.line = "#DFE3E8", t.lineStrong = "#C3C9D2", t.grid = "#EDEFF2";
    t.text = "#15191E", t.muted = "#4B545F", t.faint = "#616A76", t.disabled = "#9AA2AD";
    t.accent = "#4652CC", t.accentFill = "#4652CC", t.onAccent = "#FFFFFF", t.accentSoft = "#ECEEFB";
    t.op = "#E4E8ED", t.opText = "#22272E", t.opDim = "#F2F4F6", t.opDimText = "#646D78", t.range = "#D3D9E1";
    t.good = "#1B7A43", t.warn = "#8A5A00", t.bad = "#B3261E";
    t.roles = { "#4091D7", "#8A3CA2", "#7DC193", "#F7DD7D", "#E8934A", "#C6473A", "#787169", "#9DEFF4", "#AFB3B9" };
    finish(t, { "#2E7F86", "#E59BC4", "#A8B545", "#8B5A2B" });
    return t;
}

Theme makeDark()
{
    Theme t;
    t.isDark = true;
    t.window = "#1B1E22", t.panel = "#17191D", t.canvas = "#121417", t.laneHeader = "#17191D", t.field = "#121417";
    t.hover = "#282C32", t.tooltip = "#24282D";
    t.line = "#2C3036", t.lineStrong = "#444B54", t.grid = "#1E2125";
    t.text = "#E7E9EC", t.muted = "#AEB5BF", t.faint = "#8B939E", t.disabled = "#5F6771";
    t.accent = "#98A2FF", t.accentFill = "#5762DB", t.onAccent = "#FFFFFF", t.accentSoft = "#25294A";
    t.op = "#2B3037", t.opText = "#DDE1E6", t.opDim = "#1C1F23", t.opDimText = "#868E98", t.range = "#3A4049";
    t.good = "#6CC592", t.warn = "#E2B65A", t.bad = "#F0857C";
    t.roles = { "#4689C7", "#85459B", "#6FB586", "#E2C76F", "#D48547", "#C34436", "#746D64", "#97DEE2", "#95999F" };
    finish(t, { "#2B7980", "#D58DB5", "#98A43F", "#8F6236" });
    return t;
}

const Theme* g_current = nullptr;

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double scale()
{
    const QFont font = QApplication::font();
    const double pixels = font.pixelSize() > 0 ? font.pixelSize() : QFontInfo(font).pixelSize();
    return std::max(pixels, 1.0) / kDesignBody;
}

} // namespace

const Theme& Theme::light()
{
    static const Theme theme = makeLight();
    return theme;
}

const Theme& Theme::dark()
{
    static const Theme theme = makeDark();
    return theme;
}

const Theme& Theme::current()
{
    return g_current != nullptr ? *g_current : light();
}

double Theme::contrast(const QColor& a, const QColor& b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QColor Theme::textOn(const QColor& background)
{
    return contrast(kInk, background) >= contrast(kPaper, background) ? kInk : kPaper;
}

QColor Theme::mix(const QColor& a, const QColor& b, double share)
{
    const auto channel = [share](int x, int y) { return static_cast<int>(std::lround(share * x + (1 - share) * y)); };
    return { channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue()) };
}

QColor Theme::dimmedRole(RoleGroup group) const
{
    return dimmedHue(hueOf(group));
}

QColor Theme::dimmedHue(Hue index) const
{
    return mix(hue(index), canvas, 0.24);
}

QFont Theme::font(int designPixels, QFont::Weight weight)
{
    QFont font = QApplication::font();
    font.setPixelSize(std::max(1, px(designPixels)));
    font.setWeight(weight);
    return font;
}

int Theme::px(int designPixels)
{
    return static_cast<int>(std::lround(designPixels * scale()));
}

QPalette paletteOf(const Theme& t)
{
    QPalette palette;
    const auto set = [&palette](QPalette::ColorRole role, const QColor& colour) { palette.setColor(role, colour); };
    set(QPalette::Window, t.window);
    set(QPalette::WindowText, t.text);
    set(QPalette::Base, t.panel);
    set(QPalette::AlternateBase, t.laneHeader);
    set(QPalette::Text, t.text);
    set(QPalette::Button, t.field);
    set(QPalette::ButtonText, t.text);
    set(QPalette::BrightText, t.bad);
    set(QPalette::ToolTipBase, t.tooltip);
    set(QPalette::ToolTipText, t.text);
    set(QPalette::PlaceholderText, t.faint);
    set(QPalette::Light, t.panel);
    set(QPalette::Midlight, t.grid);
    set(QPalette::Mid, t.line);
    set(QPalette::Dark, t.lineStrong);
    set(QPalette::Shadow, t.lineStrong);
    set(QPalette::Highlight, t.accentFill);
    set(QPalette::HighlightedText, t.onAccent);
    set(QPalette::Link, t.accent);
    set(QPalette::LinkVisited, t.accent);
    for (const auto role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText }) {
        palette.setColor(QPalette::Disabled, role, t.disabled);
    }
    return palette;
}

ThemeController& ThemeController::instance()
{
    static QPointer<ThemeController> controller;
    if (controller.isNull()) {
        Q_ASSERT(qApp != nullptr);
        controller = new ThemeController(*qApp);
    }
    return *controller;
}

ThemeController::ThemeController(QApplication& app)
    : QObject(&app)
    , m_app(app)
{
    // Qt 6.4 has no colour scheme hint: a window darker than its text is a dark system.
    const QPalette system = QApplication::palette();
    m_systemIsDark = system.color(QPalette::Window).lightness() < system.color(QPalette::WindowText).lightness();

    // The bundled Inter has tabular figures frozen in; every weight is its own file.
    for (const char* weight : { "Regular", "Medium", "SemiBold" }) {
        const QString path = QStringLiteral(":/fonts/AttnScopeInter-%1.ttf").arg(QLatin1String(weight));
        if (QFile::exists(path)) {
            QFontDatabase::addApplicationFont(path);
        }
    }
    QFont font = QApplication::font();
    font.setFamilies({ QStringLiteral("AttnScope Inter"), QStringLiteral("Inter"), QStringLiteral("Noto Sans"),
        QStringLiteral("DejaVu Sans"), font.family() });
    font.setHintingPreference(QFont::PreferNoHinting);
    QApplication::setFont(font);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    apply();
    m_app.installEventFilter(this);
}

void ThemeController::setMode(Mode mode)
{
    m_mode = mode;
    apply();
}

void ThemeController::toggle()
{
    setMode(Theme::current().isDark ? Mode::Light : Mode::Dark);
}

bool ThemeController::eventFilter(QObject* watched, QEvent* event)
{
    // The desktop switched its own colours while we follow it. Our own setPalette arrives here, too, hence the guard.
    if (watched == &m_app && event->type() == QEvent::ThemeChange && !m_applying && m_mode == Mode::System) {
        const QPalette system = QApplication::style()->standardPalette();
        const bool dark = system.color(QPalette::Window).lightness() < system.color(QPalette::WindowText).lightness();
        if (dark != m_systemIsDark) {
            m_systemIsDark = dark;
            apply();
        }
    }
    return QObject::eventFilter(watched, event);
}

void ThemeController::apply()
{
    const bool dark = m_mode == Mode::Dark || (m_mode == Mode::System && m_systemIsDark);
    const Theme* wanted = dark ? &Theme::dark() : &Theme::light();
    if (m_applied && wanted == g_current) {
        return;
    }
    m_applying = true;
    g_current = wanted;
    QApplication::setPalette(paletteOf(*wanted));
    m_app.setStyleSheet(styleSheetOf(*wanted));
    m_applying = false;
    m_applied = true;
    emit changed();
}

ThemeController::Mode ThemeController::modeFromText(const QString& text)
{
    if (text == QLatin1String("light")) {
        return Mode::Light;
    }
    return text == QLatin1String("dark") ? Mode::Dark : Mode::System;
}

QString ThemeController::textOfMode(Mode mode)
{
    switch (mode) {
    case Mode::Light:
        return QStringLiteral("light");
    case Mode::Dark:
        return QStringLiteral("dark");
    case Mode::System:
        break;
    }
    return QStringLiteral("system");
}

} // namespace attnscope
