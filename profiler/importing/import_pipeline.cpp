// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/importing/import_pipeline.h"

#include "profiler/importing/byte_scan.h"
#include "profiler/importing/document_scanner.h"
#include "profiler/importing/foreign_format.h"
#include "profiler/importing/trace_merger.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

namespace attnscope {
namespace {

constexpr std::size_t kStretchBytes = std::size_t { 4 } << 20;
constexpr std::size_t kFirstBytes = std::size_t { 256 } << 10; ///< a small file is one stretch and needs no thread
constexpr std::size_t kBackSearch = std::size_t { 64 } << 10;
constexpr auto kProgressEvery = std::chrono::milliseconds(50);
constexpr auto kGentlePoll = std::chrono::milliseconds(2);

/// A stretch of text, followed by kScanPadding zero bytes. Keeps its memory from stretch to stretch.
struct Stretch {
    std::vector<char> bytes;
    std::size_t size = 0;
    std::uint64_t offset = 0;
    std::uint64_t ticket = 0;
    bool isLast = false;

    std::string_view text() const { return { bytes.data(), size }; }
    void reserve(std::size_t wanted)
    {
        if (bytes.size() < wanted + kScanPadding) {
            bytes.resize(wanted + kScanPadding);
        }
    }
    void pad() { std::memset(bytes.data() + size, 0, kScanPadding); }
};

/// Cuts the source into stretches that end where an event seems to begin. One caller at a time.
class Cutter {
public:
    Cutter(TextSource& source, const ImportOptions& options)
        : m_source(source)
        , m_options(options)
    {
    }

    /// False at the end, after an error and after a cancel.
    bool next(Stretch& stretch)
    {
        if (m_done || isCancelled()) {
            return false;
        }
        std::size_t target = m_ticket == 0 ? kFirstBytes : kStretchBytes;
        stretch.reserve(std::max(target, m_carry.size() + target));
        std::copy(m_carry.begin(), m_carry.end(), stretch.bytes.begin());
        stretch.size = m_carry.size();
        stretch.offset = m_offset;
        stretch.ticket = m_ticket++;
        std::size_t cut = 0;
        while (cut == 0 && !m_done) {
            stretch.reserve(stretch.size + target);
            auto got = m_source.read(stretch.bytes.data() + stretch.size, target);
            if (!got.ok()) {
                m_error = got.error();
                m_done = true;
                return false;
            }
            stretch.size += got.value();
            m_done = got.value() < target;
            cut = m_done ? stretch.size : lastEventStart(stretch.text());
            if (isCancelled()) {
                return false;
            }
        }
        m_carry.assign(stretch.bytes.data() + cut, stretch.bytes.data() + stretch.size);
        stretch.size = cut;
        stretch.isLast = m_done;
        stretch.pad();
        m_offset += cut;
        tellProgress();
        return true;
    }

    bool isCancelled() const { return Cancellation(m_options.cancel).requested(); }
    const std::optional<Error>& error() const { return m_error; }
    bool isDone() const { return m_done; }

private:
    /// 0: none, read on.
    static std::size_t lastEventStart(std::string_view text)
    {
        std::size_t from = text.size() > kBackSearch ? text.size() - kBackSearch : 0;
        std::size_t found = findLastEventStart(text.substr(from));
        if (found == std::string_view::npos) {
            return text
                .size(); // no event begins here (a long header, damage): cut anywhere, the next stretch is scanned again
        }
        return from + found;
    }

    void tellProgress()
    {
        auto now = std::chrono::steady_clock::now();
        if (m_options.progress && now - m_lastProgress >= kProgressEvery) {
            m_lastProgress = now;
            m_options.progress(m_source.bytesRead(), m_source.fileBytes());
        }
    }

    TextSource& m_source;
    const ImportOptions& m_options;
    std::vector<char> m_carry;
    std::uint64_t m_offset = 0;
    std::uint64_t m_ticket = 0;
    bool m_done = false;
    std::optional<Error> m_error;
    std::chrono::steady_clock::time_point m_lastProgress {};
};

/// The true state of the document at the end of what was merged.
class Joiner {
public:
    /// `speculative` began inside traceEvents at the stretch's first byte and used `used` bytes.
    void join(const Stretch& stretch, DocumentScanner&& speculative, Chunk&& chunk, std::size_t used, bool began)
    {
        bool guessed = began && m_truth.isBetweenEvents() && m_pending.empty();
        if (stretch.ticket == 0 || guessed) {
            auto values = std::move(m_truth.values());
            std::string firstKey = m_truth.firstKey();
            m_truth = std::move(speculative);
            m_truth.values().merge(values);
            if (!firstKey.empty()) {
                m_firstKey = firstKey;
            }
            keepRest(stretch, used);
            m_merger.add(std::move(chunk));
            return;
        }
        rescan(stretch);
    }

    const DocumentScanner& truth() const { return m_truth; }
    TraceMerger& merger() { return m_merger; }
    std::string firstKey() const { return m_firstKey.empty() ? m_truth.firstKey() : m_firstKey; }

private:
    void keepRest(const Stretch& stretch, std::size_t used)
    {
        m_pending.assign(stretch.text().substr(used));
        m_pendingOffset = stretch.offset + used;
        if (std::all_of(m_pending.begin(), m_pending.end(), isJsonSpace)) {
            m_pending.clear();
        }
    }

    void rescan(const Stretch& stretch)
    {
        std::uint64_t offset = m_pending.empty() ? stretch.offset : m_pendingOffset;
        m_pending.append(stretch.text());
        std::size_t size = m_pending.size();
        m_pending.append(kScanPadding, '\0');
        Chunk chunk;
        std::size_t used = m_truth.scan(std::string_view(m_pending.data(), size), offset, stretch.isLast, chunk);
        m_merger.add(std::move(chunk));
        m_pending.resize(size);
        m_pending.erase(0, used);
        m_pendingOffset = offset + used;
    }

    DocumentScanner m_truth;
    std::string m_pending; ///< begun but not complete in what was merged
    std::uint64_t m_pendingOffset = 0;
    std::string m_firstKey;
    TraceMerger m_merger;
};

class Import {
public:
    Import(TextSource& source, const ImportOptions& options)
        : m_options(options)
        , m_cutter(source, options)
    {
    }

    void run()
    {
        Stretch stretch;
        if (!m_cutter.next(stretch)) {
            return;
        }
        process(stretch);
        if (stretch.isLast) {
            return;
        }
        m_array = m_joiner.truth().isArray();
        // One more than cores: one of them waits for its turn to merge now and then.
        unsigned workers = std::clamp(std::thread::hardware_concurrency(), 1U, 8U) + 1;
        std::vector<std::jthread> threads;
        for (unsigned i = 0; i < workers; ++i) {
            threads.emplace_back([this, isFirst = i == 0] {
                if (isFirst || mayJoin()) {
                    work();
                }
            });
        }
    }

    Cutter& cutter() { return m_cutter; }
    Joiner& joiner() { return m_joiner; }

private:
    void work()
    {
        Stretch stretch;
        for (;;) {
            {
                std::lock_guard lock(m_readMutex);
                if (!m_cutter.next(stretch)) {
                    m_isRead = true;
                    return;
                }
            }
            process(stretch);
        }
    }

    /// Waits while the import shall be gentle; false: all was read meanwhile, or cancelled.
    bool mayJoin() const
    {
        while (m_options.gently != nullptr && m_options.gently->load(std::memory_order_relaxed)) {
            if (m_isRead || m_cutter.isCancelled()) {
                return false;
            }
            std::this_thread::sleep_for(kGentlePoll);
        }
        return true;
    }

    void process(const Stretch& stretch)
    {
        Chunk chunk;
        bool first = stretch.ticket == 0;
        DocumentScanner scanner = first ? DocumentScanner() : DocumentScanner::insideEvents(m_array);
        bool begins = first || (stretch.size > 0 && stretch.bytes[0] == '{');
        std::size_t used = begins ? scanner.scan(stretch.text(), stretch.offset, stretch.isLast, chunk) : 0;
        std::unique_lock lock(m_mergeMutex);
        m_turn.wait(lock, [&] { return m_nextTicket == stretch.ticket; });
        m_joiner.join(stretch, std::move(scanner), std::move(chunk), used, begins);
        ++m_nextTicket;
        m_turn.notify_all();
    }

    const ImportOptions& m_options;
    Cutter m_cutter;
    Joiner m_joiner;
    std::atomic<bool> m_isRead { false };
    std::mutex m_readMutex, m_mergeMutex;
    std::condition_variable m_turn;
    std::uint64_t m_nextTicket = 0;
    bool m_array = false; ///< known after the first stretch, before the workers start
};

/// "line 3, byte 120"
std::string placeOf(const TextAccess* text, std::uint64_t offset)
{
    std::uint64_t line = 1;
    constexpr std::size_t kStep = std::size_t { 1 } << 20;
    for (std::uint64_t at = 0; text != nullptr && at < offset;) {
        std::string part = text->read(at, static_cast<std::size_t>(std::min<std::uint64_t>(kStep, offset - at)));
        if (part.empty()) {
            break;
        }
        line += static_cast<std::uint64_t>(std::count(part.begin(), part.end(), '\n'));
        at += part.size();
    }
    return fmt::format("line {}, byte {}", line, offset);
}

Error unreadable(const std::string& label, Joiner& joiner, const TextSource& source, const TextAccess* text)
{
    const DocumentScanner& truth = joiner.truth();
    if (text != nullptr && truth.where() == DocumentScanner::Where::NotATrace) {
        if (const std::string foreign = foreignFormat(text->read(0, kForeignMagicBytes)); !foreign.empty()) {
            return { ErrorKind::Input, fmt::format("{}: {}.", label, foreign) };
        }
    }
    std::uint64_t offset = truth.damageAt().value_or(0);
    if (const LogEntry* damage = joiner.merger().log().find("damaged-event"); damage != nullptr) {
        offset = damage->firstOffset.value_or(offset);
    } else if (const LogEntry* cut = joiner.merger().log().find("file-cut"); cut != nullptr) {
        offset = cut->firstOffset.value_or(offset);
    }
    std::string what;
    if (truth.where() == DocumentScanner::Where::Start) {
        what = "the file is empty";
    } else if (truth.where() == DocumentScanner::Where::NotATrace) {
        what = "this is not a JSON trace (it begins neither with '{' nor with '[')";
    } else if (!truth.sawEvents()) {
        what = joiner.firstKey() == "traceEvents" ? R"("traceEvents" is not a list: this is not a Chrome trace)"
            : joiner.firstKey().empty()
            ? R"(there is no "traceEvents": this is not a Chrome trace)"
            : fmt::format(R"(there is no "traceEvents": this is not a Chrome trace (its first key is "{}"))",
                joiner.firstKey().substr(0, 80));
    } else {
        what = "the file is damaged before its first complete event";
    }
    if (std::string damage = source.damage(); !damage.empty()) {
        damage.pop_back();
        damage[0] = static_cast<char>(damage[0] | 0x20);
        what += "; " + damage;
    }
    return { ErrorKind::Input, fmt::format("{}: {}, {}.", label, placeOf(text, offset), what) };
}

Error cancelled()
{
    return { ErrorKind::Cancelled, "Opening was cancelled." };
}

} // namespace

Result<TraceBuilder> collectImport(TextSource& source, const std::string& label, const ImportOptions& options)
{
    Import import(source, options);
    import.run();
    Cutter& cutter = import.cutter();
    if (cutter.isCancelled()) {
        return cancelled();
    }
    if (cutter.error()) {
        return Error { cutter.error()->kind, label + ": " + cutter.error()->message + "." };
    }
    Joiner& joiner = import.joiner();
    const DocumentScanner& truth = joiner.truth();
    auto text = source.access();
    bool closed = truth.where() == DocumentScanner::Where::End;
    if (!truth.sawEvents() || (joiner.merger().events() == 0 && !(closed && truth.sawEvents()))) {
        return unreadable(label, joiner, source, text.get());
    }
    if (std::string damage = source.damage(); !damage.empty()) {
        joiner.merger().log().add("damaged-compression", Severity::Error, damage);
    }
    auto values = truth.values();
    TraceBuilder builder =
        joiner.merger().take(values, std::move(text), label, source.fileBytes(), Cancellation(options.cancel));
    if (cutter.isCancelled()) {
        return cancelled();
    }
    if (options.progress) {
        options.progress(source.bytesRead(), source.fileBytes());
    }
    return builder;
}

Result<TracePtr> freezeImport(TraceBuilder builder, const ImportOptions& options)
{
    TracePtr trace = builder.finish(options.cancel);
    if (!trace) {
        return cancelled();
    }
    return trace;
}

Result<TracePtr> runImport(TextSource& source, const std::string& label, const ImportOptions& options)
{
    auto builder = collectImport(source, label, options);
    if (!builder.ok()) {
        return builder.error();
    }
    return freezeImport(std::move(builder.value()), options);
}

} // namespace attnscope
