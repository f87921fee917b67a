// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/importing/inflate_text.h"

#include <zlib.h>

#include <limits>

namespace attnscope {
namespace {

constexpr std::size_t kPiece = 1 << 18;
constexpr int kGzipOnly = 15 + 16; // zlib: largest window, gzip header

} // namespace

bool looksLikeGzip(std::string_view bytes)
{
    return bytes.size() > 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

std::optional<std::string> inflateText(std::string_view bytes)
{
    if (bytes.size() > std::numeric_limits<uInt>::max()) {
        return std::nullopt;
    }
    z_stream stream {};
    if (inflateInit2(&stream, kGzipOnly) != Z_OK) {
        return std::nullopt;
    }
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data())); // zlib's interface; it only reads
    stream.avail_in = static_cast<uInt>(bytes.size());
    std::string text;
    int state = Z_OK;
    while (state == Z_OK || (state == Z_STREAM_END && stream.avail_in > 0)) {
        if (state == Z_STREAM_END) {
            inflateReset(&stream); // the next member
        }
        const std::size_t used = text.size();
        text.resize(used + kPiece);
        stream.next_out = reinterpret_cast<Bytef*>(text.data() + used);
        stream.avail_out = static_cast<uInt>(kPiece);
        state = inflate(&stream, Z_NO_FLUSH);
        text.resize(text.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    return state == Z_STREAM_END ? std::optional(std::move(text)) : std::nullopt;
}

} // namespace attnscope
