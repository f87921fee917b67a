// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/recording/recorder_loader.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <vector>

#include <dlfcn.h>

namespace attnscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBuiltFolder = ATTNSCOPE_LIBTORCH_PATH;
constexpr std::string_view kBuiltVersion = ATTNSCOPE_LIBTORCH_VERSION;
constexpr const char* kPluginFile = "libattnscope_recorder.so";

Error unavailable(std::string message)
{
    return Error { ErrorKind::Unavailable, std::move(message) };
}

// The folder itself, or a torch or libtorch folder inside it.
std::optional<fs::path> torchFolder(const fs::path& folder)
{
    std::error_code ignored;
    for (const fs::path& candidate : { folder, folder / "torch", folder / "libtorch" }) {
        if (fs::exists(candidate / "lib" / "libtorch.so", ignored)) {
            return candidate;
        }
    }
    return std::nullopt;
}

// "2.11.0+cu130" from version.py of a wheel or build-version of a libtorch archive; empty when neither is there.
std::string versionOf(const fs::path& folder)
{
    std::string line;
    if (std::ifstream file(folder / "version.py"); file) {
        while (std::getline(file, line)) {
            const auto open = line.find_first_of("'\"");
            const auto close = line.find_last_of("'\"");
            if (line.starts_with("__version__") && open < close) {
                return line.substr(open + 1, close - open - 1);
            }
        }
    }
    if (std::ifstream file(folder / "build-version"); file && std::getline(file, line)) {
        return line;
    }
    return {};
}

LibTorchLocation locationAt(const fs::path& folder, std::string source)
{
    return { folder.string(), versionOf(folder), std::move(source) };
}

// find_spec does not import torch, which would take seconds.
std::optional<fs::path> torchOfPython()
{
    constexpr const char* kCommand = "python3 -c \"import importlib.util as u; s = u.find_spec('torch'); "
                                     "print(s.submodule_search_locations[0] if s else '')\" 2>/dev/null";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(kCommand, "r"), pclose);
    if (!pipe) {
        return std::nullopt;
    }
    std::string output;
    std::array<char, 512> chunk {};
    while (std::fgets(chunk.data(), static_cast<int>(chunk.size()), pipe.get()) != nullptr) {
        output += chunk.data();
    }
    output.erase(output.find_last_not_of(" \r\n") + 1);
    return output.empty() ? std::nullopt : torchFolder(output);
}

Status checkVersion(const LibTorchLocation& found)
{
    // "2.11.0+cu130" fits a build against "2.11.0": the CUDA flavour may differ.
    const std::string plain = found.version.substr(0, found.version.find('+'));
    if (plain == kBuiltVersion) {
        return Done {};
    }
    return unavailable("Recording needs LibTorch " + std::string(kBuiltVersion) + ", but " + found.folder + " holds "
        + (plain.empty() ? std::string("no version that can be read") : "version " + plain)
        + ": set ATTNSCOPE_LIBTORCH to a torch folder of that version, or run pip install torch=="
        + std::string(kBuiltVersion) + ".");
}

std::vector<fs::path> pluginCandidates()
{
    std::error_code ignored;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    return { folder / kPluginFile, folder / ".." / "lib" / kPluginFile, folder / ".." / kPluginFile };
}

Status openGlobally(const fs::path& library)
{
    if (dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr) {
        const char* reason = dlerror();
        return unavailable(
            "LibTorch cannot be loaded: " + std::string(reason != nullptr ? reason : library.string()) + ".");
    }
    return Done {};
}

// LibTorch first, then the CUPTI that belongs to it: the plug-in is linked to both by name and finds them loaded.
Status loadLibraries(const fs::path& folder)
{
    // Read by LibTorch's own profiler when it is loaded: it must not take CUPTI before we do.
    for (const char* name : { "KINETO_USE_DAEMON", "KINETO_CONFIG", "KINETO_DAEMON_INIT_DELAY_S" }) {
        unsetenv(name);
    }
    if (const Status torch = openGlobally(folder / "lib" / "libtorch.so"); !torch.ok()) {
        return torch;
    }
    if (dlopen("libcupti.so.13", RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD) != nullptr) {
        return Done {};
    }
    std::error_code ignored;
    for (const fs::path& library :
        { folder.parent_path() / "nvidia" / "cu13" / "lib" / "libcupti.so.13", folder / "lib" / "libcupti.so.13" }) {
        if (fs::exists(library, ignored)) {
            return openGlobally(library);
        }
    }
    return Done {}; // a LibTorch without CUDA; the plug-in says so if it needs it
}

Result<Recorder*> openPlugin()
{
    std::error_code ignored;
    for (const fs::path& candidate : pluginCandidates()) {
        if (!fs::exists(candidate, ignored)) {
            continue;
        }
        void* plugin = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (plugin == nullptr) {
            const char* reason = dlerror();
            return unavailable(
                "The recorder cannot be loaded: " + std::string(reason != nullptr ? reason : kPluginFile) + ".");
        }
        const auto abi = reinterpret_cast<RecorderAbiFunction>(dlsym(plugin, "attnscope_recorder_abi"));
        const auto create = reinterpret_cast<RecorderCreateFunction>(dlsym(plugin, "attnscope_recorder_create"));
        if (abi == nullptr || create == nullptr || abi() != kRecorderAbi) {
            return unavailable(candidate.string() + " belongs to another version of AttnScope.");
        }
        if (Recorder* recorder = create(); recorder != nullptr) {
            return recorder;
        }
        return unavailable("The recorder could not start.");
    }
    return unavailable("The recorder " + std::string(kPluginFile) + " is not beside the program.");
}

Result<Recorder*> load()
{
    const Result<LibTorchLocation> location = findLibTorch();
    if (!location.ok()) {
        return location.error();
    }
    if (const Status fits = checkVersion(location.value()); !fits.ok()) {
        return fits.error();
    }
    if (const Status loaded = loadLibraries(location.value().folder); !loaded.ok()) {
        return loaded.error();
    }
    return openPlugin();
}

} // namespace

std::string_view toString(RecordStage value)
{
    switch (value) {
    case RecordStage::Preparing:
        return "preparing";
    case RecordStage::WarmUp:
        return "warm-up";
    case RecordStage::Timing:
        return "timing";
    case RecordStage::Recording:
        return "recording";
    case RecordStage::Accuracy:
        return "accuracy";
    case RecordStage::Finished:
        return "finished";
    case RecordStage::Refused:
        return "refused";
    case RecordStage::Failed:
        return "failed";
    }
    return "";
}

Result<LibTorchLocation> findLibTorch()
{
    if (kBuiltVersion.empty()) {
        return unavailable(
            "This build of AttnScope has no recorder: it was built without LibTorch (see packaging/run.sh).");
    }
    if (const char* chosen = std::getenv("ATTNSCOPE_LIBTORCH"); chosen != nullptr && *chosen != '\0') {
        if (const auto folder = torchFolder(chosen)) {
            return locationAt(*folder, "ATTNSCOPE_LIBTORCH");
        }
        return unavailable("ATTNSCOPE_LIBTORCH=" + std::string(chosen) + " holds no lib/libtorch.so.");
    }
    if (const auto folder = torchFolder(fs::path(kBuiltFolder))) {
        return locationAt(*folder, "build");
    }
    if (const auto folder = torchOfPython()) {
        return locationAt(*folder, "python3");
    }
    return unavailable("Recording needs LibTorch: run pip install torch==" + std::string(kBuiltVersion)
        + ", or set ATTNSCOPE_LIBTORCH to a torch folder.");
}

Result<Recorder*> loadRecorder()
{
    static std::mutex mutex;
    static Recorder* loaded = nullptr;
    const std::lock_guard lock(mutex);
    if (loaded != nullptr) {
        return loaded;
    }
    Result<Recorder*> result = load();
    if (result.ok()) {
        loaded = result.value();
    }
    return result;
}

} // namespace attnscope
