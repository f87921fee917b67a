// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/sass_scan.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace attnscope {
namespace {

constexpr std::size_t kInstructionBytes = 16; // since sm_70
constexpr std::uint64_t kOpcodeMask = 0x1ff; // the operands' form is in the bits above
constexpr std::uint16_t kMachineCuda = 190;
constexpr std::uint8_t kNewAbi = 8; // the ABI version whose flags keep the architecture in another byte
constexpr std::uint32_t kNoBits = 8; // SHT_NOBITS
constexpr std::uint32_t kSymbolTable = 2; // SHT_SYMTAB
constexpr std::uint8_t kFunction = 2; // STT_FUNC
constexpr std::uint8_t kEntry = 0x10; // st_other of what the host can launch

using Architectures = std::uint32_t;
constexpr std::array<int, 8> kArchitectures { 80, 86, 89, 90, 100, 103, 120, 121 };
constexpr Architectures kSm80 = 1, kSm86 = 2, kSm89 = 4, kSm90 = 8, kSm100 = 16, kSm103 = 32, kSm120 = 64, kSm121 = 128;
constexpr Architectures kAll = 255;

struct Opcode {
    std::uint16_t code;
    std::string_view name;
    Architectures where;
};
// Found by assembling one instruction each with ptxas 13.0.
constexpr std::array<Opcode, 11> kOpcodes { {
    { 0x037, "IMMA", kAll },
    { 0x03c, "HMMA", kAll },
    { 0x03d, "BMMA", kSm80 | kSm86 | kSm89 | kSm90 },
    { 0x03f, "DMMA", kAll },
    { 0x07a, "QMMA", kSm89 | kSm120 | kSm121 },
    { 0x07f, "OMMA", kSm120 | kSm121 },
    { 0x1ea, "TCGEN05", kSm100 | kSm103 },
    { 0x1f0, "HGMMA", kSm90 },
    { 0x1f1, "IGMMA", kSm90 },
    { 0x1f2, "BGMMA", kSm90 },
    { 0x1f3, "QGMMA", kSm90 },
} };

Architectures bitOf(int architecture)
{
    const auto* found = std::find(kArchitectures.begin(), kArchitectures.end(), architecture);
    return found != kArchitectures.end() ? Architectures { 1 } << static_cast<unsigned>(found - kArchitectures.begin())
                                         : 0;
}

const Opcode* opcodeOf(Architectures architecture, std::uint64_t word)
{
    const auto code = static_cast<std::uint16_t>(word & kOpcodeMask);
    for (const Opcode& opcode : kOpcodes) {
        if (opcode.code == code && (opcode.where & architecture) != 0) {
            return &opcode;
        }
    }
    return nullptr;
}

// Opcodes of one architecture by their nine bits; a bit a row of kOpcodes.
std::array<std::uint16_t, kOpcodeMask + 1> opcodeBits(Architectures architecture)
{
    std::array<std::uint16_t, kOpcodeMask + 1> bits {};
    for (std::size_t row = 0; row < kOpcodes.size(); ++row) {
        if ((kOpcodes[row].where & architecture) != 0) {
            bits[kOpcodes[row].code] = static_cast<std::uint16_t>(1U << row);
        }
    }
    return bits;
}

std::string namesOf(std::uint16_t found)
{
    std::string names;
    for (std::size_t row = 0; row < kOpcodes.size(); ++row) {
        if ((found >> row & 1U) != 0) {
            names += names.empty() ? "" : "+";
            names += kOpcodes[row].name;
        }
    }
    return names.empty() ? "none" : names;
}

Error damaged(std::string_view what)
{
    return Error { ErrorKind::Input, "The module's code cannot be read: " + std::string(what) + "." };
}

struct Section {
    std::string_view name;
    std::uint32_t type = 0, link = 0;
    std::uint64_t offset = 0, size = 0;
};

// The parts of an ELF64 file that the scan needs. Every read is checked against the file's size.
class Elf {
public:
    explicit Elf(std::span<const std::byte> file)
        : m_file(file)
    {
    }

    template<typename T>
    [[nodiscard]] std::optional<T> read(std::uint64_t offset) const
    {
        if (offset > m_file.size() || m_file.size() - offset < sizeof(T)) {
            return std::nullopt;
        }
        T value;
        std::memcpy(&value, m_file.data() + offset, sizeof(T));
        return value;
    }
    [[nodiscard]] bool holds(std::uint64_t offset, std::uint64_t size) const
    {
        return offset <= m_file.size() && size <= m_file.size() - offset;
    }
    [[nodiscard]] std::string_view text(std::uint64_t offset) const
    {
        if (offset >= m_file.size()) {
            return {};
        }
        const auto* begin = reinterpret_cast<const char*>(m_file.data() + offset);
        const auto* end = static_cast<const char*>(std::memchr(begin, 0, m_file.size() - offset));
        return end != nullptr ? std::string_view(begin, static_cast<std::size_t>(end - begin)) : std::string_view();
    }

    [[nodiscard]] Status open();
    [[nodiscard]] const std::vector<Section>& sections() const { return m_sections; }
    [[nodiscard]] int architecture() const { return m_architecture; }
    /// Indices of the sections that hold a kernel; nothing without a symbol table.
    [[nodiscard]] std::optional<std::vector<bool>> kernelSections() const;

private:
    [[nodiscard]] Status readSections(
        std::uint64_t table, std::uint16_t entrySize, std::uint16_t count, std::uint16_t names);

    std::span<const std::byte> m_file;
    std::vector<Section> m_sections;
    int m_architecture = 0;
};

Status Elf::open()
{
    static constexpr std::array<std::byte, 6> kIdent { std::byte { 0x7f }, std::byte { 'E' }, std::byte { 'L' },
        std::byte { 'F' }, std::byte { 2 }, std::byte { 1 } }; // 64 bits, little endian
    if (m_file.size() < 64 || !std::equal(kIdent.begin(), kIdent.end(), m_file.begin())) {
        return damaged("it is not a 64-bit ELF file");
    }
    if (*read<std::uint16_t>(18) != kMachineCuda) {
        return damaged("it is not for an NVIDIA GPU");
    }
    const auto flags = *read<std::uint32_t>(48);
    const bool isNew = *read<std::uint8_t>(8) >= kNewAbi;
    m_architecture = static_cast<int>(isNew ? flags >> 8U & 0xffU : flags & 0xffU);
    return readSections(
        *read<std::uint64_t>(40), *read<std::uint16_t>(58), *read<std::uint16_t>(60), *read<std::uint16_t>(62));
}

Status Elf::readSections(std::uint64_t table, std::uint16_t entrySize, std::uint16_t count, std::uint16_t names)
{
    if (entrySize < 64 || !holds(table, std::uint64_t { entrySize } * count)) {
        return damaged("its section table lies outside of it");
    }
    std::vector<std::uint32_t> nameOffsets;
    for (std::uint16_t i = 0; i < count; ++i) {
        const std::uint64_t at = table + std::uint64_t { entrySize } * i;
        nameOffsets.push_back(*read<std::uint32_t>(at));
        m_sections.push_back({ {}, *read<std::uint32_t>(at + 4), *read<std::uint32_t>(at + 40),
            *read<std::uint64_t>(at + 24), *read<std::uint64_t>(at + 32) });
        if (m_sections.back().type != kNoBits && !holds(m_sections.back().offset, m_sections.back().size)) {
            return damaged("a section lies outside of it");
        }
    }
    if (names < m_sections.size()) {
        const std::uint64_t texts = m_sections[names].offset;
        for (std::size_t i = 0; i < m_sections.size(); ++i) {
            m_sections[i].name = text(texts + nameOffsets[i]);
        }
    }
    return Done {};
}

std::optional<std::vector<bool>> Elf::kernelSections() const
{
    std::vector<bool> kernels(m_sections.size(), false);
    bool any = false;
    for (const Section& section : m_sections) {
        if (section.type != kSymbolTable) {
            continue;
        }
        any = true;
        for (std::uint64_t at = section.offset; at + 24 <= section.offset + section.size; at += 24) {
            const auto info = *read<std::uint8_t>(at + 4);
            const auto other = *read<std::uint8_t>(at + 5);
            const auto index = *read<std::uint16_t>(at + 6);
            if ((info & 0xfU) == kFunction && (other & kEntry) != 0 && index < kernels.size()) {
                kernels[index] = true;
            }
        }
    }
    return any ? std::optional(std::move(kernels)) : std::nullopt;
}

} // namespace

std::string_view matrixInstruction(int architecture, std::uint64_t word)
{
    const Opcode* opcode = opcodeOf(bitOf(architecture), word);
    return opcode != nullptr ? opcode->name : std::string_view();
}

bool knowsOpcodesOf(int architecture)
{
    return bitOf(architecture) != 0;
}

Result<SassScan> scanCubin(std::span<const std::byte> cubin)
{
    Elf elf(cubin);
    if (const Status opened = elf.open(); !opened.ok()) {
        return opened.error();
    }
    SassScan scan;
    scan.architecture = elf.architecture();
    scan.knownArchitecture = knowsOpcodesOf(scan.architecture);
    const auto bits = opcodeBits(bitOf(scan.architecture));
    const auto isKernel = elf.kernelSections();
    constexpr std::string_view kText = ".text.";
    std::uint16_t inFunctions = 0; // what kernels of the module may call
    std::vector<std::uint16_t> found;
    for (std::size_t i = 0; i < elf.sections().size(); ++i) {
        const Section& section = elf.sections()[i];
        if (!section.name.starts_with(kText) || section.type == kNoBits) {
            continue;
        }
        std::uint16_t seen = 0;
        for (std::uint64_t at = 0; at + kInstructionBytes <= section.size; at += kInstructionBytes) {
            seen = static_cast<std::uint16_t>(seen | bits[*elf.read<std::uint64_t>(section.offset + at) & kOpcodeMask]);
        }
        if (isKernel && !(*isKernel)[i]) {
            inFunctions = static_cast<std::uint16_t>(inFunctions | seen);
            continue;
        }
        scan.kernels.push_back({ std::string(section.name.substr(kText.size())), {} });
        found.push_back(seen);
    }
    for (std::size_t i = 0; i < found.size() && scan.knownArchitecture; ++i) {
        // A kernel without any may still call a function that has some: then nothing is said.
        scan.kernels[i].matrixInstructions = found[i] == 0 && inFunctions != 0 ? std::string() : namesOf(found[i]);
    }
    return scan;
}

} // namespace attnscope
