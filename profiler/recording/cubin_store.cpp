// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/cubin_store.h"

#include "profiler/kernels/sass_scan.h"
#include "profiler/recording/gpu_records.h"

#include <functional>
#include <string_view>
#include <utility>

namespace attnscope {

CubinStore::CubinStore(std::size_t budgetBytes)
    : m_budget(budgetBytes)
{
}

CubinStore& CubinStore::instance()
{
    static auto* store = new CubinStore; // never destroyed: modules are loaded until the process ends
    return *store;
}

void CubinStore::add(std::span<const std::byte> cubin)
{
    const std::string_view text(reinterpret_cast<const char*>(cubin.data()), cubin.size());
    const std::uint64_t hash = std::hash<std::string_view> {}(text);
    const std::lock_guard lock(m_mutex);
    if (!m_known.insert(hash).second) {
        return;
    }
    if (cubin.size() > m_budget - m_pendingBytes) {
        ++m_unread;
        return;
    }
    m_pending.emplace_back(cubin.begin(), cubin.end());
    m_pendingBytes += cubin.size();
}

void CubinStore::readPending()
{
    std::vector<std::vector<std::byte>> modules;
    {
        const std::lock_guard lock(m_mutex);
        modules.swap(m_pending);
        m_pendingBytes = 0;
    }
    std::size_t unread = 0;
    for (const auto& module : modules) {
        Result<SassScan> scan = scanCubin(module);
        if (!scan.ok()) {
            ++unread;
            continue;
        }
        for (SassKernel& kernel : scan.value().kernels) {
            const auto [known, isNew] = m_kernels.try_emplace(std::move(kernel.name), kernel.matrixInstructions);
            if (!isNew && known->second != kernel.matrixInstructions) {
                known->second.clear(); // which of them ran is not known
            }
        }
    }
    const std::lock_guard lock(m_mutex);
    m_unread += unread;
}

std::string CubinStore::matrixInstructionsOf(const std::string& mangledName)
{
    readPending();
    const auto found = m_kernels.find(mangledName);
    return found != m_kernels.end() ? found->second : std::string();
}

std::size_t CubinStore::unreadModules()
{
    readPending();
    const std::lock_guard lock(m_mutex);
    return m_unread;
}

void addMachineCode(GpuRecords& records, CubinStore& store)
{
    records.matrixInstructions.assign(records.names.size(), {});
    for (const GpuRecord& record : records.gpu) {
        if (record.kind == SpanKind::Kernel && records.matrixInstructions[record.name].empty()) {
            records.matrixInstructions[record.name] = store.matrixInstructionsOf(records.names[record.name]);
        }
    }
}

} // namespace attnscope
