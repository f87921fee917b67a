// SPDX-License-Identifier: GPL-3.0-or-later
// AOTInductor packages as variants. A package holds code for one kind of device, and may be compiled for certain shapes only.
#include "profiler/attention/custom_attention.h"

#include "profiler/recording/error_text.h"

#include <fmt/format.h>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

#include <filesystem>

namespace attnscope {
namespace {

using torch::inductor::AOTIModelPackageLoader;

Error packageError(const std::string& path, const std::string& what)
{
    return { ErrorKind::Failed, fmt::format("The package {} cannot be loaded: {}", path, what) };
}

class PackageAttention final : public CustomAttention {
public:
    explicit PackageAttention(std::shared_ptr<AOTIModelPackageLoader> package)
        : m_package(std::move(package))
    {
    }
    [[nodiscard]] std::vector<std::string> untold(const AttentionInputs& inputs) const override
    {
        std::vector<std::string> sentences;
        if (inputs.isCausal || inputs.keepMask) {
            sentences.emplace_back("It is not told about the mask: a package gets q, k and v.");
        }
        if (inputs.dropout > 0) {
            sentences.emplace_back("It is not told about dropout: a package gets q, k and v.");
        }
        return sentences;
    }

protected:
    [[nodiscard]] at::Tensor call(const at::Tensor& q, const AttentionInputs& inputs) const override
    {
        std::vector<at::Tensor> outputs = m_package->run({ q.detach(), inputs.k.detach(), inputs.v.detach() });
        TORCH_CHECK(outputs.size() == 1, "It returned ", outputs.size(), " tensors instead of one.");
        return outputs.front();
    }

private:
    std::shared_ptr<AOTIModelPackageLoader> m_package;
};

} // namespace

Result<std::shared_ptr<const CustomAttention>> loadPackage(const std::string& path, const at::Device& device)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) {
        return Error { ErrorKind::Failed, fmt::format("There is no package {}.", path) };
    }
    try {
        // What it was compiled for is asked first: loading code for another device fails in ways that nobody understands.
        const auto metadata = AOTIModelPackageLoader::load_metadata_from_package(path, "model");
        const std::string wanted = device.is_cuda() ? "cuda" : "cpu";
        if (const auto found = metadata.find("AOTI_DEVICE_KEY"); found != metadata.end() && found->second != wanted) {
            return packageError(
                path, fmt::format("it was compiled for {}, and this recording runs on {}.", found->second, wanted));
        }
        auto package = std::make_shared<AOTIModelPackageLoader>(
            path, "model", false, 1, device.is_cuda() ? device.index() : static_cast<c10::DeviceIndex>(-1));
        return std::shared_ptr<const CustomAttention>(std::make_shared<PackageAttention>(std::move(package)));
    } catch (const std::exception& error) {
        return packageError(path, firstSentence(error.what()));
    }
}

} // namespace attnscope
