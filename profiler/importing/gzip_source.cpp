// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/importing/gzip_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include <isa-l/igzip_lib.h>

namespace attnscope {
namespace {

constexpr std::size_t kInputBytes = std::size_t { 256 } << 10;
/// The inflater may hand back bytes that it took from the buffer before: they must still stand in front of the new ones.
constexpr std::size_t kHeadroom = 16;
constexpr std::size_t kMarkDistance = std::size_t { 4 } << 20;

/// One position from which inflating can go on.
struct Mark {
    std::uint64_t fileOffset = 0;
    std::unique_ptr<inflate_state> state;
};

enum class InflateEnd : std::uint8_t { No, End, Cut, Damaged, Trailing };

/// Members of a gzip file, one after the other.
class Inflater {
public:
    explicit Inflater(std::shared_ptr<InputFile> file)
        : m_file(std::move(file))
        , m_state(std::make_unique<inflate_state>())
        , m_input(kHeadroom + kInputBytes)
    {
        begin();
    }

    Inflater(std::shared_ptr<InputFile> file, const Mark& mark)
        : m_file(std::move(file))
        , m_state(std::make_unique<inflate_state>(*mark.state))
        , m_input(kHeadroom + kInputBytes)
        , m_fileOffset(mark.fileOffset)
    {
        m_state->avail_in = 0;
        m_state->next_in = input();
    }

    /// Inflates up to `capacity` bytes; fewer only at the end.
    std::size_t inflate(char* out, std::size_t capacity)
    {
        std::size_t done = 0;
        while (done < capacity && m_end == InflateEnd::No) {
            if (m_state->avail_in == 0) {
                refill();
            }
            if (m_state->block_state == ISAL_BLOCK_FINISH) {
                nextMember();
                continue;
            }
            m_state->next_out = reinterpret_cast<std::uint8_t*>(out + done);
            auto room = static_cast<std::uint32_t>(std::min<std::size_t>(capacity - done, std::size_t { 1 } << 30));
            m_state->avail_out = room;
            std::uint32_t before = m_state->avail_in;
            int status = isal_inflate(m_state.get());
            std::size_t made = room - m_state->avail_out;
            done += made;
            if (status < 0 || status == ISAL_NEED_DICT) {
                m_end = InflateEnd::Damaged;
            } else if (m_atEnd && made == 0 && before == m_state->avail_in
                && m_state->block_state != ISAL_BLOCK_FINISH) {
                m_end = InflateEnd::Cut;
            }
        }
        return done;
    }

    Mark mark() const { return { m_fileOffset - m_state->avail_in, std::make_unique<inflate_state>(*m_state) }; }

    InflateEnd end() const { return m_end; }
    std::uint64_t bytesTaken() const { return m_fileOffset - m_state->avail_in; }

private:
    std::uint8_t* input() { return m_input.data() + kHeadroom; }

    void begin()
    {
        isal_inflate_init(m_state.get());
        m_state->crc_flag = ISAL_GZIP;
        m_state->avail_in = 0;
        m_state->next_in = input();
    }

    void refill()
    {
        if (m_filled >= kHeadroom) {
            std::memmove(m_input.data(), input() + m_filled - kHeadroom, kHeadroom);
        }
        std::ptrdiff_t got = m_file->readAt(m_fileOffset, reinterpret_cast<char*>(input()), kInputBytes);
        m_filled = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, got));
        m_atEnd = m_filled == 0;
        m_fileOffset += m_filled;
        m_state->next_in = input();
        m_state->avail_in = static_cast<std::uint32_t>(m_filled);
    }

    /// Another member, the end, or something that does not belong to a gzip file.
    void nextMember()
    {
        std::array<char, 2> magic {};
        std::uint64_t at = bytesTaken();
        std::ptrdiff_t got = m_file->readAt(at, magic.data(), magic.size());
        if (got == 2 && magic[0] == '\x1f' && magic[1] == '\x8b') {
            isal_inflate_reset(m_state.get());
            m_state->crc_flag = ISAL_GZIP;
            m_fileOffset = at;
            m_state->avail_in = 0;
            m_filled = 0;
            return;
        }
        m_end = got <= 0 || (magic[0] == '\0' && magic[1] == '\0') ? InflateEnd::End
                                                                   : InflateEnd::Trailing; // zeros are padding
    }

    std::shared_ptr<InputFile> m_file;
    std::unique_ptr<inflate_state> m_state;
    std::vector<std::uint8_t> m_input;
    std::uint64_t m_fileOffset = 0; ///< behind what the buffer holds
    std::size_t m_filled = 0;
    bool m_atEnd = false;
    InflateEnd m_end = InflateEnd::No;
};

class GzipAccess : public CachedText {
public:
    GzipAccess(std::shared_ptr<InputFile> file, std::vector<Mark> marks)
        : CachedText(kMarkDistance)
        , m_file(std::move(file))
        , m_marks(std::move(marks))
    {
    }

protected:
    std::string makeStretch(std::uint64_t index, std::size_t bytes) const override
    {
        if (index >= m_marks.size()) {
            return {};
        }
        std::string text(bytes, '\0');
        text.resize(Inflater(m_file, m_marks[index]).inflate(text.data(), bytes));
        return text;
    }

private:
    std::shared_ptr<InputFile> m_file;
    std::vector<Mark> m_marks;
};

class GzipSource : public TextSource {
public:
    GzipSource(std::shared_ptr<InputFile> file, std::uint64_t fileBytes)
        : m_file(std::move(file))
        , m_fileBytes(fileBytes)
        , m_inflater(m_file)
    {
    }

    Result<std::size_t> read(char* out, std::size_t capacity) override
    {
        std::size_t done = 0;
        while (done < capacity) {
            std::size_t sinceMark = m_textOffset % kMarkDistance;
            if (sinceMark == 0) {
                m_marks.push_back(m_inflater.mark());
            }
            std::size_t got = m_inflater.inflate(out + done, std::min(capacity - done, kMarkDistance - sinceMark));
            done += got;
            m_textOffset += got;
            if (got == 0) {
                break;
            }
        }
        return done;
    }

    std::uint64_t bytesRead() const override { return m_inflater.bytesTaken(); }
    std::uint64_t fileBytes() const override { return m_fileBytes; }

    std::string damage() const override
    {
        switch (m_inflater.end()) {
        case InflateEnd::Cut:
            return fmt::format("The compressed data end too early, after {} bytes of text.", m_textOffset);
        case InflateEnd::Damaged:
            return fmt::format("The compressed data are damaged near byte {}.", m_inflater.bytesTaken());
        case InflateEnd::Trailing:
            return fmt::format("What follows the compressed data at byte {} was ignored.", m_inflater.bytesTaken());
        case InflateEnd::No:
        case InflateEnd::End:
            break;
        }
        return {};
    }

    std::shared_ptr<const TextAccess> access() override
    {
        return std::make_shared<GzipAccess>(m_file, std::move(m_marks));
    }

private:
    std::shared_ptr<InputFile> m_file;
    std::uint64_t m_fileBytes;
    Inflater m_inflater;
    std::uint64_t m_textOffset = 0;
    std::vector<Mark> m_marks; ///< one a kMarkDistance of text
};

} // namespace

std::unique_ptr<TextSource> openGzipSource(std::shared_ptr<InputFile> file, std::uint64_t fileBytes)
{
    return std::make_unique<GzipSource>(std::move(file), fileBytes);
}

} // namespace attnscope
