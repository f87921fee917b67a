// SPDX-License-Identifier: GPL-3.0-or-later
// The scan of machine code: against a file in tests/data, damaged files, and against what the assembler of the CUDA toolkit makes
// of one instruction each (skipped where there is no ptxas).
#include "profiler/kernels/sass_scan.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <unistd.h>

namespace attnscope {
namespace {

std::vector<std::byte> readFile(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    const std::string text { std::istreambuf_iterator<char>(in), {} };
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return { begin, begin + text.size() };
}

std::vector<std::byte> sample()
{
    return readFile(std::filesystem::path(ATTNSCOPE_TEST_DATA) / "matrix_kernels_sm90.elf");
}

TEST(SassScan, NamesTheMatrixInstructionsOfEachKernel)
{
    const auto scan = scanCubin(sample());
    ASSERT_TRUE(scan.ok()) << scan.error().message;
    EXPECT_EQ(scan.value().architecture, 90);
    EXPECT_TRUE(scan.value().knownArchitecture);
    std::map<std::string, std::string> found;
    for (const SassKernel& kernel : scan.value().kernels) {
        found[kernel.name] = kernel.matrixInstructions;
    }
    const std::map<std::string, std::string> expected {
        { "_Z4gemmPf", "HGMMA" }, { "_Z4bothPf", "IMMA+HMMA" }, { "_Z6maskedPf", "none" }, // two forms of HFMA2.MMA
    };
    EXPECT_EQ(found, expected);
}

TEST(SassScan, JudgesNoKernelOfAnUnknownArchitecture)
{
    auto file = sample();
    file[48] = std::byte { 110 }; // flags of ABI version 7
    const auto scan = scanCubin(file);
    ASSERT_TRUE(scan.ok());
    EXPECT_EQ(scan.value().architecture, 110);
    EXPECT_FALSE(scan.value().knownArchitecture);
    ASSERT_EQ(scan.value().kernels.size(), 3U);
    for (const SassKernel& kernel : scan.value().kernels) {
        EXPECT_EQ(kernel.matrixInstructions, "") << kernel.name;
    }
}

TEST(SassScan, OpcodesMeanSomethingOnTheirArchitectureOnly)
{
    struct Case {
        int architecture;
        std::uint64_t word;
        std::string_view name;
    };
    const Case cases[] = { { 90, 0x9f0, "HGMMA" }, { 90, 0xdf0, "HGMMA" }, { 90, 0x9f3, "QGMMA" },
        { 90, 0xdf1, "IGMMA" }, { 90, 0x9f2, "BGMMA" }, { 80, 0x9f0, "" }, { 100, 0x9f0, "" },
        { 100, 0x5ea, "TCGEN05" }, { 103, 0x9ea, "TCGEN05" }, { 90, 0x5ea, "" }, { 80, 0x23c, "HMMA" },
        { 121, 0x23c, "HMMA" }, { 75, 0x23c, "" }, { 89, 0x27a, "QMMA" }, { 120, 0x47a, "QMMA" }, { 86, 0x27a, "" },
        { 120, 0x47f, "OMMA" }, { 89, 0x47f, "" }, { 80, 0x23d, "BMMA" }, { 100, 0x23d, "" }, { 90, 0x235, "" },
        { 90, 0x435, "" }, { 80, 0x435, "" }, { 86, 0x231, "" }, { 90, 0xffff'ffff'ffff'f23cU, "HMMA" } };
    for (const Case& one : cases) {
        EXPECT_EQ(matrixInstruction(one.architecture, one.word), one.name)
            << one.architecture << " " << std::hex << one.word;
    }
}

TEST(SassScan, DamagedFilesAreErrorsOrHarmless)
{
    const auto whole = sample();
    EXPECT_FALSE(scanCubin({}).ok());
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const std::vector<std::byte> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
        EXPECT_FALSE(scanCubin(part).ok()) << length; // its section table is at the end
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const unsigned value : { 0U, 0x7fU, 0xffU }) {
            auto file = whole;
            file[at] = static_cast<std::byte>(value);
            const auto scan = scanCubin(file);
            EXPECT_TRUE(!scan.ok() || scan.value().kernels.size() <= 3) << at;
        }
    }
    auto notCuda = whole;
    notCuda[18] = std::byte { 62 };
    const auto scan = scanCubin(notCuda);
    ASSERT_FALSE(scan.ok());
    EXPECT_EQ(scan.error().message, "The module's code cannot be read: it is not for an NVIDIA GPU.");
}

// --- Against the assembler. --------------------------------------------------------------------------------------------------

std::string findPtxas()
{
    std::vector<std::filesystem::path> folders { "/usr/local/cuda/bin" };
    if (const char* path = std::getenv("PATH")) {
        std::string_view rest = path;
        while (!rest.empty()) {
            const auto colon = rest.find(':');
            folders.emplace_back(rest.substr(0, colon));
            rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
        }
    }
    for (const auto& folder : folders) {
        if (std::error_code ignored; std::filesystem::exists(folder / "ptxas", ignored)) {
            return (folder / "ptxas").string();
        }
    }
    return {};
}

const std::map<std::string, std::string> kBodies {
    { "fma", "fma.rn.f32 %f0, %f1, %f2, 0f477FE000;" },
    { "half2", "fma.rn.f16x2 %r0, %r1, %r2, %r3;" },
    { "fp16",
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, {%r0,%r1,%r2,%r3}, {%r4,%r5}, "
        "{%f0,%f1,%f2,%f3};" },
    { "int8",
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r0,%r1,%r2,%r3}, {%r0,%r1,%r2,%r3}, {%r4,%r5}, "
        "{%r0,%r1,%r2,%r3};" },
    { "bit",
        "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%r0,%r1,%r2,%r3}, {%r0,%r1,%r2,%r3}, {%r4,%r5}, "
        "{%r0,%r1,%r2,%r3};" },
    { "fp64", "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%d0,%d1}, {%d2}, {%d3}, {%d0,%d1};" },
    { "fp8",
        "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%f0,%f1,%f2,%f3}, {%r0,%r1,%r2,%r3}, {%r4,%r5}, "
        "{%f0,%f1,%f2,%f3};" },
    { "wgmma",
        "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0,%f1,%f2,%f3}, %a, %b, 1, 1, "
        "1, 0, 0;"
        "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" },
    { "wgmma fp8",
        "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3 {%f0,%f1,%f2,%f3}, %a, %b, 1, "
        "1, 1;"
        "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" },
    { "tcgen05", "setp.ne.b32 %q, %r0, 0; tcgen05.mma.cta_group::1.kind::f16 [%r1], %a, %b, %r2, %q;" },
};

struct Assembled {
    const char* architecture;
    const char* body;
    const char* found;
};
// FP8 without its own instruction, and single bits on Blackwell, run on another one.
const Assembled kAssembled[] = {
    { "80", "fma", "none" },
    { "80", "half2", "none" },
    { "80", "fp16", "HMMA" },
    { "80", "int8", "IMMA" },
    { "80", "bit", "BMMA" },
    { "80", "fp64", "DMMA" },
    { "86", "half2", "none" },
    { "86", "fp16", "HMMA" },
    { "86", "int8", "IMMA" },
    { "86", "bit", "BMMA" },
    { "86", "fp64", "DMMA" },
    { "89", "fma", "none" },
    { "89", "fp16", "HMMA" },
    { "89", "fp8", "QMMA" },
    { "90a", "fma", "none" },
    { "90a", "half2", "none" },
    { "90a", "fp16", "HMMA" },
    { "90a", "fp8", "HMMA" },
    { "90a", "wgmma", "HGMMA" },
    { "90a", "wgmma fp8", "QGMMA" },
    { "90a", "fp64", "DMMA" },
    { "100a", "half2", "none" },
    { "100a", "fp16", "HMMA" },
    { "100a", "bit", "IMMA" },
    { "100a", "tcgen05", "TCGEN05" },
    { "103a", "tcgen05", "TCGEN05" },
    { "103a", "int8", "IMMA" },
    { "120a", "half2", "none" },
    { "120a", "fp8", "QMMA" },
    { "120a", "fp16", "HMMA" },
    { "121a", "fp8", "QMMA" },
    { "121a", "fma", "none" },
};

class Assembler {
public:
    explicit Assembler(std::string ptxas)
        : m_ptxas(std::move(ptxas))
        , m_folder(std::filesystem::temp_directory_path() / ("attnscope-sass-" + std::to_string(::getpid())))
    {
        std::filesystem::create_directories(m_folder);
    }
    ~Assembler()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }
    Assembler(const Assembler&) = delete;
    Assembler& operator=(const Assembler&) = delete;

    [[nodiscard]] std::vector<std::byte> assemble(const std::string& architecture, const std::string& body) const
    {
        const auto source = m_folder / "kernel.ptx";
        const auto target = m_folder / "kernel.cubin";
        std::filesystem::remove(target);
        std::ofstream(source) << ".version 9.0\n.target sm_" << architecture << "\n.address_size 64\n"
                              << R"(.visible .entry kernel(.param .u64 out) {
 .reg .b64 %p, %a, %b; .reg .b32 %r<8>; .reg .f32 %f<8>; .reg .f64 %d<8>; .reg .pred %q;
 ld.param.u64 %p, [out]; ld.global.b64 %a, [%p]; ld.global.b64 %b, [%p+8];
 ld.global.v4.b32 {%r0,%r1,%r2,%r3}, [%p+16]; ld.global.v2.b32 {%r4,%r5}, [%p+32];
 ld.global.v4.f32 {%f0,%f1,%f2,%f3}, [%p+48]; ld.global.v2.f64 {%d0,%d1}, [%p+64]; ld.global.v2.f64 {%d2,%d3}, [%p+80];
)" << body << R"(
 st.global.v4.f32 [%p+96], {%f0,%f1,%f2,%f3}; st.global.v4.b32 [%p+112], {%r0,%r1,%r2,%r3}; st.global.v2.f64 [%p+128], {%d0,%d1};
 ret; })";
        const std::string command = "'" + m_ptxas + "' -arch sm_" + architecture + " '" + source.string() + "' -o '"
            + target.string() + "' >/dev/null 2>&1";
        return std::system(command.c_str()) == 0 ? readFile(target) : std::vector<std::byte>();
    }

private:
    std::string m_ptxas;
    std::filesystem::path m_folder;
};

TEST(SassScan, AgreesWithTheAssembler)
{
    const std::string ptxas = findPtxas();
    if (ptxas.empty()) {
        GTEST_SKIP() << "no ptxas: the opcode table is not checked against the CUDA toolkit";
    }
    const Assembler assembler(ptxas);
    if (assembler.assemble("121a", kBodies.at("fma")).empty()) {
        GTEST_SKIP() << "this ptxas is older than 13.0: the opcode table is not checked";
    }
    for (const Assembled& one : kAssembled) {
        SCOPED_TRACE(std::string("sm_") + one.architecture + " " + one.body);
        const auto cubin = assembler.assemble(one.architecture, kBodies.at(one.body));
        ASSERT_FALSE(cubin.empty());
        const auto scan = scanCubin(cubin);
        ASSERT_TRUE(scan.ok()) << scan.error().message;
        EXPECT_EQ(scan.value().architecture, std::atoi(one.architecture));
        ASSERT_EQ(scan.value().kernels.size(), 1U);
        EXPECT_EQ(scan.value().kernels[0].name, "kernel");
        EXPECT_EQ(scan.value().kernels[0].matrixInstructions, one.found);
    }
}

} // namespace
} // namespace attnscope
