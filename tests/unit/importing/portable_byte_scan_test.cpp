// SPDX-License-Identifier: GPL-3.0-or-later
#define ATTNSCOPE_PORTABLE_SCAN 1 // what other processors than x86-64 run
#include "tests/unit/importing/byte_scan_cases.h"

namespace attnscope {
namespace {

TEST(PortableByteScan, FindsWhatALoopFinds)
{
    expectScannerFindsWhatALoopFinds();
}

} // namespace
} // namespace attnscope
