// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/importing/input_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

namespace attnscope {
namespace {

constexpr std::size_t kPlainStretch = std::size_t { 256 } << 10;

class PlainAccess : public CachedText {
public:
    explicit PlainAccess(std::shared_ptr<InputFile> file)
        : CachedText(kPlainStretch)
        , m_file(std::move(file))
    {
    }

protected:
    std::string makeStretch(std::uint64_t index, std::size_t bytes) const override
    {
        std::string text(bytes, '\0');
        std::ptrdiff_t got = m_file->readAt(index * bytes, text.data(), bytes);
        text.resize(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, got)));
        return text;
    }

private:
    std::shared_ptr<InputFile> m_file;
};

} // namespace

InputFile::~InputFile()
{
    if (m_descriptor > 2) {
        ::close(m_descriptor);
    }
}

std::ptrdiff_t InputFile::readAt(std::uint64_t offset, char* out, std::size_t length) const
{
    std::size_t done = 0;
    while (done < length) {
        ssize_t got = ::pread(m_descriptor, out + done, length - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return -1;
        }
        if (got == 0) {
            break;
        }
        done += static_cast<std::size_t>(got);
    }
    return static_cast<std::ptrdiff_t>(done);
}

std::shared_ptr<InputFile> makeSpoolFile()
{
    const char* wish = std::getenv("TMPDIR");
    std::string folder = wish != nullptr && *wish != '\0' ? wish : "/tmp";
    std::string name = folder + "/attnscope-XXXXXX";
    int descriptor = ::mkstemp(name.data());
    if (descriptor < 0) {
        return nullptr;
    }
    ::unlink(name.c_str()); // it lives as long as it is open
    return std::make_shared<InputFile>(descriptor);
}

bool appendToFile(const InputFile& file, const char* data, std::size_t length)
{
    while (length > 0) {
        ssize_t written = ::write(file.descriptor(), data, length);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        data += written;
        length -= static_cast<std::size_t>(written);
    }
    return true;
}

std::string CachedText::read(std::uint64_t offset, std::size_t length) const
{
    std::string text;
    std::lock_guard lock(m_mutex);
    while (text.size() < length) {
        std::uint64_t index = (offset + text.size()) / m_stretchBytes;
        auto known =
            std::find_if(m_kept.begin(), m_kept.end(), [&](const Stretch& stretch) { return stretch.index == index; });
        if (known == m_kept.end()) {
            m_kept.push_front({ index, makeStretch(index, m_stretchBytes) });
            if (m_kept.size() > kKept) {
                m_kept.pop_back();
            }
        } else {
            m_kept.splice(m_kept.begin(), m_kept, known);
        }
        const std::string& stretch = m_kept.front().text;
        std::size_t inside = (offset + text.size()) % m_stretchBytes;
        if (inside >= stretch.size()) {
            break;
        }
        text.append(stretch, inside, length - text.size());
    }
    return text;
}

std::shared_ptr<const TextAccess> accessPlainFile(std::shared_ptr<InputFile> file)
{
    return std::make_shared<PlainAccess>(std::move(file));
}

} // namespace attnscope
