// SPDX-License-Identifier: GPL-3.0-or-later
// More text than 32 bits count.
#include "profiler/importing/import_trace.h"

#include <fmt/format.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>
#include <zlib.h>

namespace attnscope {
namespace {

namespace fs = std::filesystem;

std::string gzipMember(const std::string& text)
{
    z_stream stream {};
    EXPECT_EQ(deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    std::string packed(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
    std::string copy = text;
    stream.next_in = reinterpret_cast<Bytef*>(copy.data());
    stream.avail_in = static_cast<uInt>(copy.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

TEST(LargeFile, R021_MoreThanFourGigabytesOfText)
{
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "4 GiB of text take minutes under a sanitizer";
#endif
    const fs::path path = fs::temp_directory_path() / fmt::format("attnscope-large-{}.json.gz", ::getpid());
    {
        std::ofstream file(path, std::ios::binary);
        file << gzipMember(R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"first","pid":1,"tid":1,"ts":1,"dur":2,)"
                           R"("args":{"n":1}},)");
        const std::string space = gzipMember(std::string(std::size_t { 64 } << 20, ' '));
        for (int i = 0; i < 65; ++i) {
            file << space;
        }
        file << gzipMember(
            R"({"ph":"X","cat":"cpu_op","name":"last","pid":1,"tid":1,"ts":5,"dur":2,"args":{"n":2}}]})");
    }
    const auto trace = importTrace(path.string());
    fs::remove(path);
    ASSERT_TRUE(trace.ok()) << trace.error().message;
    ASSERT_EQ(trace.value()->spanCount(), 2U);
    EXPECT_TRUE(trace.value()->log().find("file-not-closed") == nullptr);
    EXPECT_EQ(trace.value()->name(SpanRef { 0, 1 }), "last");
    EXPECT_EQ(trace.value()->argsJson({ 0, 0 }), R"({"n":1})");
    EXPECT_EQ(trace.value()->argsJson({ 0, 1 }), R"({"n":2})"); // beyond 4 GiB
}

} // namespace
} // namespace attnscope
