// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/demangle.h"

#include "tests/unit/kernels/decoder_cases.h"

#include <gtest/gtest.h>

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace attnscope {
namespace {

struct Case {
    const char* mangled;
    const char* text;
};

TEST(Demangle, WritesNamesAsTheRuntimeDoes)
{
    const Case cases[] = {
        { "_Z6kernelv", "kernel()" },
        { "_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_13BinaryFunctorIfffNS0_15binary_"
          "internal10MulFunctorIfEEEESt5arrayI"
          "PcLm3EEEEviT0_T1_",
            "void at::native::vectorized_elementwise_kernel<4, at::native::BinaryFunctor<float, float, float, "
            "at::native::binary_internal::MulFunctor<float> >, std::array<char*, 3ul> >(int, "
            "at::native::BinaryFunctor<float, float, "
            "float, at::native::binary_internal::MulFunctor<float> >, std::array<char*, 3ul>)" },
        { "_ZN2at6native18elementwise_kernelILi128ELi4EZNS0_22gpu_kernel_impl_nocastINS0_15CUDAFunctor_"
          "addIN3c108BFloat16EEEEEvRNS_"
          "18TensorIteratorBaseERKT_EUliE_EEviT1_",
            "void at::native::elementwise_kernel<128, 4, "
            "at::native::gpu_kernel_impl_nocast<at::native::CUDAFunctor_add<c10::BFloat16> >(at::TensorIteratorBase&, "
            "at::native::CUDAFunctor_add<c10::BFloat16> const&)::{lambda(int)#1}>(int, "
            "at::native::gpu_kernel_impl_nocast<at::native::CUDAFunctor_add<c10::BFloat16> >(at::TensorIteratorBase&, "
            "at::native::CUDAFunctor_add<c10::BFloat16> const&)::{lambda(int)#1})" },
        { "_ZN12_GLOBAL__N_120softmax_warp_forwardIfffLi9ELb0ELb0EEEvPT0_PKT_iiiPKbib",
            "void (anonymous namespace)::softmax_warp_forward<float, float, float, 9, false, false>(float*, float "
            "const*, int, int, "
            "int, bool const*, int, bool)" },
        { "_ZN7cutlass6KernelI42cutlass_80_simt_sgemm_128x32_8x5_nn_align1EEvNT_6ParamsE",
            "void "
            "cutlass::Kernel<cutlass_80_simt_sgemm_128x32_8x5_nn_align1>(cutlass_80_simt_sgemm_128x32_8x5_nn_align1::"
            "Params)" },
    };
    for (const Case& expected : cases) {
        EXPECT_EQ(demangle(expected.mangled), expected.text);
        int status = 0;
        const std::unique_ptr<char, decltype(&std::free)> runtime(
            abi::__cxa_demangle(expected.mangled, nullptr, nullptr, &status), &std::free);
        ASSERT_EQ(status, 0);
        EXPECT_EQ(std::string(runtime.get()), expected.text);
    }
}

TEST(Demangle, KnowsTheFloatTypesOfNewerCompilers)
{
    EXPECT_EQ(
        demangle(
            "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16ELb0ELb0ELb1ELi1EEEvPT0_PT_PfS4_S4_S4_diiiiiiib"),
        "void aiter::add_rmsnorm_quant_kernel<__bf16, __bf16, 256, 16, false, false, true, 1>(__bf16*, __bf16*, "
        "float*, "
        "__bf16*, __bf16*, __bf16*, double, int, int, int, int, int, int, int, bool)");
    EXPECT_EQ(demangle("_Z1fDF16_"), "f(_Float16)");
}

// The runtime's demangler refuses names beyond 1024 characters.
TEST(Demangle, TakesNamesOfAnyLength)
{
    std::string mangled = "_Z6kernelIJ";
    std::string expected = "void kernel<";
    for (int i = 0; i < 1000; ++i) {
        mangled += "Li128E";
        expected += i == 0 ? "128" : ", 128";
    }
    mangled += "EEvv";
    expected += ">()";
    EXPECT_GT(mangled.size(), 6000U);
    EXPECT_EQ(demangle(mangled), expected);
}

TEST(Demangle, GivesBackWhatIsNotMangled)
{
    for (const char* name :
        { "", "_", "_Z", "nvjet_tst_64x8", "void f<int>(int)", "_ZN", "_Z99f", "_ZN7cutlass7Kernel2I66cut" })
        EXPECT_EQ(demangle(name), name);
}

// Every "S<n>_" doubles the type before it: 34 of them ask for 2^34 characters.
TEST(Demangle, RefusesNamesThatGrowWithoutEnd)
{
    std::string bomb = "_Z1fP1AIiiE";
    const std::string digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (std::size_t i = 0; i < 34; ++i) {
        const std::string reference = std::string("S") + digits[i] + "_";
        bomb += "S_I" + reference + reference + "E";
    }
    EXPECT_EQ(demangle(bomb), bomb);
}

TEST(Demangle, RefusesDeepNesting)
{
    const std::string deep = "_Z1f" + std::string(60000, 'P') + "i";
    EXPECT_EQ(demangle(deep), deep);
}

// What the cut went through is marked: nobody may take "12" for a number when "128" was written.
TEST(Demangle, ReadsACutNameUpToItsCut)
{
    const Case cases[] = {
        { "_ZN7cutlass7Kernel2I66cutlass_80_tensorop_f16_s16816gemm_re",
            "cutlass::Kernel2<cutlass_80_tensorop_f16_s16816gemm_re…>" },
        { "_ZN7cutlass13device_kernelIN4cute5tupleIJNS1_1CILi128EEENS3_ILi25",
            "cutlass::device_kernel<cute::tuple<cute::C<128>, cute::C<…> > >" },
        { "_ZN7cutlass13device_kernelIN4cute5tupleIJNS1_1CILi128EEENS3_ILi256EEES", // inside "S_"
            "cutlass::device_kernel<cute::tuple<cute::C<128>, cute::C<256>, …> >" },
        { "_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_13BinaryFunctorIff",
            "at::native::vectorized_elementwise_kernel<4, at::native::BinaryFunctor<float, float> >" },
    };
    for (const Case& expected : cases)
        EXPECT_EQ(demangleCut(expected.mangled), expected.text);
    EXPECT_EQ(demangleCut("_Z"), "");
    EXPECT_EQ(demangleCut("kernel"), "");
    EXPECT_EQ(demangleCut("_ZN7cutlass?7Kernel2I6"), ""); // damaged, not cut
}

TEST(Demangle, OutlinesWhatIsCutOff)
{
    EXPECT_EQ(outlineOfMangledName("_ZN7cutlass7Kernel2I66cutlass_80_tensorop_f16_s16816gemm_re"),
        "cutlass::Kernel2<cutlass_80_tensorop_f16_s16816gemm_re");
    EXPECT_EQ(outlineOfMangledName("_Z"), "");
}

} // namespace
} // namespace attnscope
