#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles an attention into an AOTInductor package, for the tests of packages as variants.

    make_attention_package.py FILE.pt2 BATCH HEADS SEQ HEAD_DIM

The module takes q, k and v in fp32 on the CPU and masks nothing. Exit code 77: there is no torch for Python here.
"""
import sys

try:
    import torch
except Exception as problem:  # a missing package or library of torch's, too
    print(f"no torch for Python: {problem}")
    sys.exit(77)


class Attention(torch.nn.Module):
    def forward(self, q, k, v):
        weights = torch.softmax(torch.matmul(q, k.transpose(-2, -1)) * q.shape[-1] ** -0.5, dim=-1)
        return torch.matmul(weights, v)


def main():
    path, *shape = sys.argv[1:]
    inputs = tuple(torch.randn([int(size) for size in shape]) for _ in range(3))
    exported = torch.export.export(Attention(), inputs)
    torch._inductor.aoti_compile_and_package(exported, package_path=path)


if __name__ == "__main__":
    main()
