// SPDX-License-Identifier: GPL-3.0-or-later
// ClassSums: how much time each class of spans took, and which took most. A plain value for one thread; adding is O(1), asking
// O(classes that occurred).
#pragma once

#include "profiler/trace/level_of_detail.h"

#include <array>
#include <bit>

namespace attnscope {

class ClassSums {
public:
    /// `time` > 0, or 0 for an instant: it counts only against other instants.
    void add(SpanLook look, Ns time)
    {
        // Instants weigh next to nothing, but among themselves the most frequent kind speaks.
        const Ns weight = time > 0 ? time * kInstantsANs : 1;
        addTo(look.role(), weight);
        if (look.isGpuWork()) {
            addTo(kUnitAt + look.unit(), weight);
            addTo(kNameAt + look.name(), weight);
        }
        m_busy += time;
    }
    void add(const ClassSums& other)
    {
        for (std::uint32_t left = other.m_used; left != 0; left &= left - 1) {
            const auto at = static_cast<std::uint32_t>(std::countr_zero(left));
            addTo(at, other.m_sums[at]);
        }
        m_busy += other.m_busy;
    }
    void clear()
    {
        for (; m_used != 0; m_used &= m_used - 1) {
            m_sums[static_cast<std::uint32_t>(std::countr_zero(m_used))] = 0;
        }
        m_busy = 0;
    }
    [[nodiscard]] Ns busy() const { return m_busy; }
    /// Each class on its own: the role with the most time need not be that of the name with the most time.
    [[nodiscard]] SpanLook dominant() const
    {
        if (m_used == 0) {
            return {};
        }
        return { most(0, SpanLook::kRoles), most(kUnitAt, SpanLook::kUnits), most(kNameAt, SpanLook::kNames) };
    }

private:
    static constexpr std::uint32_t kUnitAt = SpanLook::kRoles, kNameAt = kUnitAt + SpanLook::kUnits,
                                   kCount = kNameAt + SpanLook::kNames;
    static_assert(kCount == 32, "one bit each in m_used");
    static constexpr Ns kInstantsANs = 256; ///< low enough for two weeks in 63 bits, high enough for a crowd

    void addTo(std::uint32_t at, Ns weight)
    {
        m_sums[at] += weight;
        m_used |= 1U << at;
    }
    /// Of equals the lowest number, so that the answer does not depend on the order of adding.
    [[nodiscard]] std::uint32_t most(std::uint32_t from, std::uint32_t count) const
    {
        std::uint32_t best = 0;
        Ns weight = 0;
        const std::uint32_t mask = ((1U << count) - 1U) << from;
        for (std::uint32_t left = m_used & mask; left != 0; left &= left - 1) {
            const auto at = static_cast<std::uint32_t>(std::countr_zero(left));
            if (m_sums[at] > weight) {
                best = at - from;
                weight = m_sums[at];
            }
        }
        return best;
    }

    std::array<Ns, kCount> m_sums {};
    std::uint32_t m_used = 0;
    Ns m_busy = 0;
};

} // namespace attnscope
