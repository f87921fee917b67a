// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of labelled kernel names for the decoder's tests. Any thread; linear in the size of the file.
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope::test {

/// A tab-separated file without its head line, one vector of cells a row.
inline std::vector<std::vector<std::string>> readTable(const std::filesystem::path& path)
{
    std::vector<std::vector<std::string>> rows;
    std::ifstream in(path);
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        std::vector<std::string> cells;
        std::size_t at = 0;
        while (at <= line.size()) {
            const std::size_t end = std::min(line.find('\t', at), line.size());
            cells.push_back(line.substr(at, end - at));
            at = end + 1;
        }
        rows.push_back(std::move(cells));
    }
    return rows;
}

/// The labels of the shared table are sentences in places ("fp32 storage, tf32 mma"): what they mean as a type.
inline std::string plainDtype(std::string label)
{
    const auto holds = [&](std::string_view part) { return label.find(part) != std::string::npos; };
    if (holds("tf32 mma") || holds("TF32 mma"))
        return "tf32";
    if (label == "E2m1E2m1")
        return "fp4 e2m1";
    if (label == "MxE2m1MxE4m3")
        return "fp4 e2m1 x fp8 e4m3";
    if (holds("template id") || label == "int32/fp32" || label == "fp32 or fp16")
        return "?"; // the label says that the name leaves it open
    if (holds("ggml_type"))
        return "quantised x q8_1";
    for (const std::string_view end : { " storage", " (", " partials" }) {
        if (const std::size_t at = label.find(end); at != std::string::npos)
            label.resize(at);
    }
    return label;
}

/// "64x64x64 (queries x keys x max head dim)" → "64x64x64".
inline std::string plainTile(std::string label)
{
    return label.substr(0, label.find_first_of(" ,"));
}

/// The instruction at the start of "wgmma; cluster 2x1; bz", with its shape where there is one; "?" when the evidence
//is
/// of another kind, or an instruction that the label itself calls undecided.
inline std::string plainInstruction(const std::string& label)
{
    static constexpr std::array<std::string_view, 9> kWords { "mma.sync", "mma.sp", "wgmma", "tcgen05.mma", "wmma",
        "FFMA", "DFMA", "HFMA2", "MFMA" };
    bool isInstruction = false;
    for (const std::string_view word : kWords)
        isInstruction = isInstruction || label.substr(0, word.size()) == word;
    if (!isInstruction || label.find("no sm tag: ") != std::string::npos
        || label.rfind("wgmma on sm90, tcgen05", 0) == 0)
        return "?";
    const std::size_t end = label.find_first_of(" ;(");
    std::string result = label.substr(0, end);
    const bool hasShape =
        end != std::string::npos && label[end] == ' ' && end + 1 < label.size() && label[end + 1] == 'm';
    if (hasShape)
        result += label.substr(end, label.find_first_of(" ;,(", end + 1) - end);
    return result;
}

} // namespace attnscope::test
