// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/host_facts.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <iterator>

namespace attnscope {
namespace {

std::string readText(const char* path)
{
    std::ifstream file(path);
    return { std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>() };
}

// The rest of the first line that starts with `key`, behind its colon.
std::string valueOf(std::string_view text, std::string_view key)
{
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        if (const auto colon = line.find(':'); line.starts_with(key) && colon != std::string_view::npos) {
            const auto value = line.find_first_not_of(" \t", colon + 1);
            return value == std::string_view::npos ? std::string() : std::string(line.substr(value));
        }
        begin = end + 1;
    }
    return {};
}

} // namespace

std::string cpuModel()
{
    const std::string info = readText("/proc/cpuinfo");
    for (std::string_view key : { "model name", "Model", "cpu model" }) {
        if (std::string model = valueOf(info, key); !model.empty()) {
            return model;
        }
    }
    return "CPU";
}

std::int64_t availableMemory()
{
    const std::string text = valueOf(readText("/proc/meminfo"), "MemAvailable");
    std::int64_t kibibytes = 0;
    std::from_chars(text.data(), text.data() + text.size(), kibibytes);
    return kibibytes * 1024;
}

std::string parseDriverVersion(std::string_view text)
{
    // "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.03  Release Build …": the first word n.n or n.n.n
    for (std::size_t at = 0; at < text.size() && text[at] != '\n';) {
        const std::size_t end = std::min(text.find_first_of(" \t\n", at), text.size());
        const std::string_view word = text.substr(at, end - at);
        if (word.find('.') != std::string_view::npos && std::isdigit(static_cast<unsigned char>(word.front())) != 0
            && word.find_first_not_of("0123456789.") == std::string_view::npos) {
            return std::string(word);
        }
        at = end + 1;
    }
    return {};
}

std::string nvidiaDriverVersion()
{
    return parseDriverVersion(readText("/proc/driver/nvidia/version"));
}

std::optional<bool> countersNeedAdministrator()
{
    const std::string value = valueOf(readText("/proc/driver/nvidia/params"), "RmProfilingAdminOnly");
    return value.empty() ? std::nullopt : std::optional(value.starts_with('1'));
}

} // namespace attnscope
