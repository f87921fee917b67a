// SPDX-License-Identifier: GPL-3.0-or-later
// What users of other tools reported, by the number of the report: files of Nsight that are opened by mistake.
#include "profiler/importing/import_trace.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>
#include <zlib.h>

namespace attnscope {
namespace {

constexpr const char* kInstead =
    "; record the program with torch.profiler and open the JSON file that export_chrome_trace() writes.";

Error refusalOf(std::string_view bytes)
{
    const auto trace = importTraceText(bytes, "report");
    EXPECT_FALSE(trace.ok());
    return trace.ok() ? Error {} : trace.error();
}

std::string sqlite(std::string_view schema)
{
    return std::string("SQLite format 3\0\x10\0\x01\x01", 20) + std::string(200, '\0') + std::string(schema);
}

TEST(UserReport, R131_ReportsOfNsightAreNamedAndSayWhatToDo)
{
    const Error systems =
        refusalOf(std::string("NVIDIA Tegra Profiler Report 2025@3@1@90-253135822126v0.\n\x0b\0", 60));
    EXPECT_EQ(systems.kind, ErrorKind::Input); // exit code 3
    EXPECT_EQ(static_cast<int>(systems.kind), 3);
    EXPECT_EQ(systems.message,
        std::string("report: this is a report of Nsight Systems (.nsys-rep), which only Nsight Systems opens")
            + kInstead);
    const Error compute = refusalOf(std::string("NVR\0\x0a\0\0\0\x08\x01", 10));
    EXPECT_EQ(compute.kind, ErrorKind::Input);
    EXPECT_EQ(compute.message,
        std::string("report: this is a report of Nsight Compute (.ncu-rep), which only Nsight Compute opens")
            + kInstead);
    // Whatever the NVTX table of an export is called, or without one: it is the same file to us.
    for (const char* table : { "NVTX_EVENTS", "NVTX_EVENTS_V3", "" }) {
        EXPECT_EQ(refusalOf(sqlite(table)).message,
            std::string("report: this is an SQLite database, such as Nsight Systems exports, and not a JSON trace")
                + kInstead);
    }
    // Words that only resemble them are told as before.
    EXPECT_NE(refusalOf("NVRAM").message.find("it begins neither with '{' nor with '['"), std::string::npos);
}

TEST(UserReport, R132_AnExportWithoutKernelsIsRefusedLikeEveryOtherAndNotShownAsEmpty)
{
    const std::string path =
        (std::filesystem::temp_directory_path() / ("attnscope-r132-" + std::to_string(::getpid()) + ".sqlite"))
            .string();
    std::ofstream(path, std::ios::binary) << sqlite("CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER)");
    const auto plain = importTrace(path);
    ASSERT_FALSE(plain.ok());
    EXPECT_EQ(plain.error().kind, ErrorKind::Input);
    EXPECT_EQ(plain.error().message,
        path + ": this is an SQLite database, such as Nsight Systems exports, and not a JSON trace" + kInstead);
    // The same behind gzip: the packing is taken off first.
    gzFile packed = gzopen(path.c_str(), "wb");
    const std::string bytes = sqlite("");
    gzwrite(packed, bytes.data(), static_cast<unsigned>(bytes.size()));
    gzclose(packed);
    const auto zipped = importTrace(path);
    std::filesystem::remove(path);
    ASSERT_FALSE(zipped.ok());
    EXPECT_NE(zipped.error().message.find("SQLite database"), std::string::npos) << zipped.error().message;
    // nsys' own JSON is one object a line and no trace, either.
    const Error lines = refusalOf("{\"Type\":80,\"CudaEvent\":{}}\n{\"Type\":48}\n");
    EXPECT_EQ(lines.kind, ErrorKind::Input);
    EXPECT_NE(lines.message.find(R"(its first key is "Type")"), std::string::npos) << lines.message;
}

} // namespace
} // namespace attnscope
