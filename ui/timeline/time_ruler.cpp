// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/time_ruler.h"

#include <array>

namespace attnscope {

namespace {

constexpr std::array<const char*, 4> kUnitNames { "ns", "µs", "ms", "s" };

std::string grouped(Ns value)
{
    auto digits = std::to_string(value);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
        digits.insert(static_cast<std::size_t>(at), 1, ',');
    }
    return digits;
}

Ns floorTo(Ns value, Ns step)
{
    const Ns rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

} // namespace

Ns lengthOf(RulerUnit unit)
{
    constexpr std::array<Ns, 4> lengths { 1, 1'000, 1'000'000, 1'000'000'000 };
    return lengths[static_cast<std::size_t>(unit)];
}

Ns niceStep(Ns least)
{
    constexpr Ns largest = 1'000'000'000'000'000'000;
    for (Ns power = 1; power < largest; power *= 10) {
        for (const Ns factor : { 1, 2, 5 }) {
            if (factor * power >= least) {
                return factor * power;
            }
        }
    }
    return largest;
}

RulerUnit unitFor(Ns step, RulerUnit largest)
{
    auto unit = largest;
    while (unit != RulerUnit::Nanoseconds && step * 10 < lengthOf(unit)) {
        unit = static_cast<RulerUnit>(static_cast<int>(unit) - 1);
    }
    return unit;
}

std::string rulerLabel(Ns value, Ns step, RulerUnit unit, bool withSign)
{
    const Ns one = lengthOf(unit);
    const bool negative = value < 0;
    const Ns size = negative ? -value : value;
    std::string text = negative ? "−" : (withSign && value > 0 ? "+" : "");
    text += grouped(size / one);
    // Decimals of the value itself: 0.4 and 1 stand side by side, as people write them.
    Ns rest = size % one;
    if (rest != 0 && step < one) {
        std::string decimals;
        for (Ns digit = one / 10; digit > 0 && rest > 0; digit /= 10) {
            decimals += static_cast<char>('0' + rest / digit);
            rest %= digit;
        }
        text += "." + decimals;
    }
    return text + " " + kUnitNames[static_cast<std::size_t>(unit)];
}

std::vector<RulerTick> rulerTicks(const TimeScale& scale, const RulerStyle& style)
{
    std::vector<RulerTick> ticks;
    const auto range = scale.range();
    const Ns step = niceStep(scale.lengthOf(style.spacing));
    const auto unit = unitFor(step, style.largest);
    // One tick left of the view, too: its words may reach in.
    for (Ns value = floorTo(range.begin - style.origin, step);; value += step) {
        const Ns time = style.origin + value;
        if (time >= range.end) {
            break;
        }
        ticks.push_back({ time, value, scale.x(time), rulerLabel(value, step, unit, style.withSign) });
    }
    return ticks;
}

} // namespace attnscope
