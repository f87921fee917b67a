// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/importing/byte_scan_cases.h"

namespace attnscope {
namespace {

TEST(ByteScan, FindsWhatALoopFinds)
{
    expectScannerFindsWhatALoopFinds();
}

} // namespace
} // namespace attnscope
