// SPDX-License-Identifier: GPL-3.0-or-later
// TextSource: the text of a trace file, whatever it is packed in (plain, gzip of any number of members, zstd, a pipe; told by its
// first bytes, not by its name), read front to back, and random access to it afterwards for the args. One thread reads; the access
// object may be used from any thread.
#pragma once

#include "profiler/trace/args_store.h"
#include "profiler/trace/cancellation.h"
#include "profiler/trace/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace attnscope {

class TextSource {
public:
    virtual ~TextSource() = default;
    /// Fills `out` with up to `capacity` bytes; 0: the end. An Error is a sentence about the system's refusal.
    [[nodiscard]] virtual Result<std::size_t> read(char* out, std::size_t capacity) = 0;
    /// Bytes of the file read so far, and its size (0: unknown).
    [[nodiscard]] virtual std::uint64_t bytesRead() const = 0;
    [[nodiscard]] virtual std::uint64_t fileBytes() const = 0;
    /// What is wrong with the packing (cut, damaged, followed by something else); empty when nothing is.
    [[nodiscard]] virtual std::string damage() const { return {}; }
    /// After the end was read.
    [[nodiscard]] virtual std::shared_ptr<const TextAccess> access() = 0;
};

/// "-" is standard input. What can be read only once is read here; ErrorKind::Cancelled when that was cancelled.
[[nodiscard]] Result<std::unique_ptr<TextSource>> openTextSource(
    const std::string& path, const Cancellation& cancel = {});
/// Text in memory; a copy is kept for the args.
[[nodiscard]] std::unique_ptr<TextSource> textSourceFromMemory(std::string_view text);

} // namespace attnscope
