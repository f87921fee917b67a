// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/cpu_ops.h"

#include <gtest/gtest.h>

namespace attnscope {
namespace {

TEST(CpuOps, GroupsOperatorsByName)
{
    struct Case {
        const char* name;
        RoleGroup group;
    };
    const Case cases[] = {
        { "aten::bmm", RoleGroup::Matmul },
        { "aten::matmul", RoleGroup::Matmul },
        { "aten::addmm", RoleGroup::Matmul },
        { "aten::linear", RoleGroup::Matmul },
        { "aten::scaled_dot_product_attention", RoleGroup::Attention },
        { "aten::_scaled_dot_product_flash_attention_for_cpu", RoleGroup::Attention },
        { "aten::_flash_attention_forward", RoleGroup::Attention },
        { "aten::_efficient_attention_forward", RoleGroup::Attention },
        { "aten::_softmax", RoleGroup::Softmax },
        { "aten::softmax", RoleGroup::Softmax },
        { "aten::_safe_softmax", RoleGroup::Softmax },
        { "aten::masked_fill", RoleGroup::Mask },
        { "aten::masked_fill_", RoleGroup::Mask },
        { "aten::tril_", RoleGroup::Mask },
        { "aten::where", RoleGroup::Mask },
        { "aten::copy_", RoleGroup::Copy },
        { "aten::_to_copy", RoleGroup::Copy },
        { "aten::cat", RoleGroup::Copy },
        { "aten::zero_", RoleGroup::Fill },
        { "aten::fill_", RoleGroup::Fill },
        { "aten::sum", RoleGroup::Reduction },
        { "aten::all", RoleGroup::Reduction },
        { "aten::mul", RoleGroup::Elementwise },
        { "aten::add.Tensor", RoleGroup::Elementwise },
        { "aten::isneginf", RoleGroup::Elementwise },
        { "aten::view", RoleGroup::Other },
        { "aten::transpose", RoleGroup::Other },
        { "mul", RoleGroup::Elementwise },
        { "", RoleGroup::Other },
        { "aten::", RoleGroup::Other },
        { "_", RoleGroup::Other },
    };
    for (const Case& expected : cases)
        EXPECT_EQ(toString(groupOfCpuOp(expected.name)), toString(expected.group)) << expected.name;
}

} // namespace
} // namespace attnscope
