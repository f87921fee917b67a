// SPDX-License-Identifier: GPL-3.0-or-later
// CubinStore: the machine code of the modules that were loaded in this process, and which matrix instructions each kernel in it
// holds. CUPTI shows a module once, while it is being loaded: it is copied then and read later, when somebody asks.
// add() from any thread, also from within CUPTI; the rest on the worker. Once read, a module's copy is freed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace attnscope {

struct GpuRecords;

class CubinStore {
public:
    static constexpr std::size_t kBudgetBytes = 512U << 20U; ///< of modules not read yet

    explicit CubinStore(std::size_t budgetBytes = kBudgetBytes);
    static CubinStore& instance();

    /// Copies the module unless it is known or the budget is spent. O(size).
    void add(std::span<const std::byte> cubin);
    /// See SassKernel::matrixInstructions; empty when the kernel is unknown, or several kernels have this name and differ.
    [[nodiscard]] std::string matrixInstructionsOf(const std::string& mangledName);
    /// Modules that did not fit or could not be read: kernels of theirs are unknown.
    [[nodiscard]] std::size_t unreadModules();

private:
    void readPending();

    const std::size_t m_budget;
    std::mutex m_mutex; ///< guards everything down to m_unread
    std::vector<std::vector<std::byte>> m_pending;
    std::size_t m_pendingBytes = 0;
    std::unordered_set<std::uint64_t> m_known; ///< hashes of the modules
    std::size_t m_unread = 0;
    std::unordered_map<std::string, std::string> m_kernels; ///< worker only
};

/// Fills GpuRecords::matrixInstructions. O(names).
void addMachineCode(GpuRecords& records, CubinStore& store);

} // namespace attnscope
