// SPDX-License-Identifier: GPL-3.0-or-later
// Where the loader looks for LibTorch, and what it says when that does not fit. Nothing is loaded here.
#include "profiler/recording/recorder_loader.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace attnscope {
namespace {

class FindLibTorch : public testing::Test {
protected:
    void SetUp() override
    {
        const char* before = std::getenv("ATTNSCOPE_LIBTORCH");
        m_before = before != nullptr ? before : "";
        if (!findLibTorch().ok()) {
            GTEST_SKIP() << "this build has no recorder, or LibTorch is gone: the loader's search";
        }
        m_folder = std::filesystem::path(testing::TempDir()) / "attnscope_find_libtorch";
        std::filesystem::create_directories(m_folder / "torch" / "lib");
        std::ofstream(m_folder / "torch" / "lib" / "libtorch.so") << "not a library";
        std::ofstream(m_folder / "torch" / "version.py")
            << "from typing import Optional\n__version__ = '1.2.3+cu130'\n";
    }
    void TearDown() override
    {
        std::filesystem::remove_all(m_folder);
        m_before.empty() ? unsetenv("ATTNSCOPE_LIBTORCH") : setenv("ATTNSCOPE_LIBTORCH", m_before.c_str(), 1);
    }
    std::string m_before;
    std::filesystem::path m_folder;
};

TEST_F(FindLibTorch, TheVariableWinsAndMayNameTheFolderAround)
{
    for (const auto& folder : { m_folder, m_folder / "torch" }) {
        setenv("ATTNSCOPE_LIBTORCH", folder.c_str(), 1);
        const auto found = findLibTorch();
        ASSERT_TRUE(found.ok());
        EXPECT_EQ(found.value().folder, (m_folder / "torch").string());
        EXPECT_EQ(found.value().version, "1.2.3+cu130");
        EXPECT_EQ(found.value().source, "ATTNSCOPE_LIBTORCH");
    }
}

TEST_F(FindLibTorch, AnotherVersionIsRefusedWithWhatToDo)
{
    setenv("ATTNSCOPE_LIBTORCH", m_folder.c_str(), 1);
    const auto recorder = loadRecorder();
    ASSERT_FALSE(recorder.ok());
    EXPECT_EQ(recorder.error().kind, ErrorKind::Unavailable);
    EXPECT_NE(recorder.error().message.find("version 1.2.3"), std::string::npos) << recorder.error().message;
    EXPECT_NE(recorder.error().message.find("pip install torch==2.11.0"), std::string::npos)
        << recorder.error().message;
}

TEST_F(FindLibTorch, AFolderWithoutLibTorchIsNamed)
{
    setenv("ATTNSCOPE_LIBTORCH", "/nowhere", 1);
    const auto found = findLibTorch();
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.error().message, "ATTNSCOPE_LIBTORCH=/nowhere holds no lib/libtorch.so.");
}

TEST_F(FindLibTorch, TheBuildsOwnIsFoundWithoutTheVariable)
{
    unsetenv("ATTNSCOPE_LIBTORCH");
    const auto found = findLibTorch();
    ASSERT_TRUE(found.ok()) << found.error().message;
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(found.value().folder) / "lib" / "libtorch.so"));
    EXPECT_EQ(found.value().version.substr(0, 6), "2.11.0");
}

TEST(RecordStage, HasAName)
{
    EXPECT_EQ(toString(RecordStage::WarmUp), "warm-up");
    EXPECT_EQ(toString(RecordStage::Refused), "refused");
}

} // namespace
} // namespace attnscope
