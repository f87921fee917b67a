// SPDX-License-Identifier: GPL-3.0-or-later
// InputFile: an open file descriptor that reads a file at any place, and a cache of stretches of text on top of whatever makes them.
#pragma once

#include "profiler/trace/args_store.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>

namespace attnscope {

/// Closes what it holds. Any thread; reads are positioned.
class InputFile {
public:
    explicit InputFile(int descriptor)
        : m_descriptor(descriptor)
    {
    }
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    [[nodiscard]] int descriptor() const { return m_descriptor; }
    /// Bytes read at `offset`, short at the end of the file; −1: the system refused.
    [[nodiscard]] std::ptrdiff_t readAt(std::uint64_t offset, char* out, std::size_t length) const;

private:
    int m_descriptor;
};

/// A file without a name, for text that can only be read once. Null when the system refuses.
[[nodiscard]] std::shared_ptr<InputFile> makeSpoolFile();
[[nodiscard]] bool appendToFile(const InputFile& file, const char* data, std::size_t length);

/// Text access in stretches of one size, the latest few kept. Thread-safe.
class CachedText : public TextAccess {
public:
    explicit CachedText(std::size_t stretchBytes)
        : m_stretchBytes(stretchBytes)
    {
    }
    [[nodiscard]] std::string read(std::uint64_t offset, std::size_t length) const override;

protected:
    /// Bytes [index · stretch, …) of the text; short at its end. Called under the lock.
    [[nodiscard]] virtual std::string makeStretch(std::uint64_t index, std::size_t bytes) const = 0;

private:
    struct Stretch {
        std::uint64_t index;
        std::string text;
    };
    static constexpr std::size_t kKept = 6;

    std::size_t m_stretchBytes;
    mutable std::mutex m_mutex;
    mutable std::list<Stretch> m_kept; ///< latest first
};

/// The text is the file as it is.
[[nodiscard]] std::shared_ptr<const TextAccess> accessPlainFile(std::shared_ptr<InputFile> file);

} // namespace attnscope
