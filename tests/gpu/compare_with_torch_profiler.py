#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts a recording of ours beside torch.profiler's of the same workload, made by this script on the same machine.

    compare_with_torch_profiler.py FILE [--json OUT]

FILE is a session file of `attnscope record`. For every variant that ran, the script records the same attention with
torch.profiler (wait 1, warm-up 1, active 3: the schedule that people use) and prints, per forward, the GPU events and the
GPU time of both, and whether the kernel names agree. Exit 1 when a kernel that we recorded is unknown to torch.profiler.
"""
import argparse
import collections
import gzip
import json
import sys

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.profiler import ProfilerActivity, profile, schedule

DTYPES = {"bf16": torch.bfloat16, "fp16": torch.float16, "fp32": torch.float32}
BACKENDS = {
    "math": SDPBackend.MATH,
    "efficient": SDPBackend.EFFICIENT_ATTENTION,
    "flash": SDPBackend.FLASH_ATTENTION,
    "cudnn": SDPBackend.CUDNN_ATTENTION,
}
GPU_CATEGORIES = ("kernel", "gpu_memcpy", "gpu_memset")


def forward_of(variant, q, k, v, mask, causal):
    scale = q.shape[-1] ** -0.5

    def plain(in_place):
        scores = torch.matmul(q, k.transpose(-2, -1)) * scale
        if mask is not None:
            scores = scores.masked_fill_(mask, float("-inf")) if in_place else scores.masked_fill(mask, float("-inf"))
        return torch.matmul(scores.softmax(-1), v)

    def sdpa():
        return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)

    if variant in ("naive", "inplace"):
        return lambda: plain(variant == "inplace")
    if variant == "auto":
        return sdpa

    def pinned():
        with sdpa_kernel(BACKENDS[variant]):
            return sdpa()

    return pinned


def profile_events(forward, path):
    """GPU events of three active steps, as torch.profiler writes them."""
    with profile(
        activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA],
        schedule=schedule(wait=1, warmup=1, active=3),
        on_trace_ready=lambda p: p.export_chrome_trace(path),
    ) as profiler:
        for _ in range(5):
            forward()
            profiler.step()
    with open(path, encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    return [e for e in events if e.get("cat") in GPU_CATEGORIES]


def our_events(trace, variant):
    """GPU events that were launched inside the recorded steps of one variant, by correlation id."""
    steps = variant["steps"]
    base = min(float(e["ts"]) for e in trace["traceEvents"] if e.get("ph") == "X")
    launched = set()
    for event in trace["traceEvents"]:
        if event.get("cat") in ("cuda_runtime", "cuda_driver"):
            start = (float(event["ts"]) - base) * 1000
            if any(begin - 2 <= start < end + 2 for begin, end in steps):
                launched.add(event["args"]["correlation"])
    return [
        e
        for e in trace["traceEvents"]
        if e.get("cat") in GPU_CATEGORIES and e["args"].get("correlation") in launched
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--json")
    options = parser.parse_args()
    with (gzip.open if options.file.endswith(".gz") else open)(options.file, "rt", encoding="utf-8") as file:
        trace = json.load(file)
    session = trace["attnscope"]
    shape = session["workload"]
    dtype = DTYPES[shape["dtype"]]
    torch.manual_seed(session["seed"])
    torch.set_grad_enabled(False)
    make = lambda heads, length: torch.randn(
        shape["batch"], shape[heads], shape[length], shape["head_dim"], device="cuda", dtype=dtype
    )
    q, k, v = make("heads", "seq"), make("kv_heads", "kv_seq"), make("kv_heads", "kv_seq")
    causal = shape["mask"] == "causal"
    mask = None
    if causal:
        mask = torch.ones(shape["seq"], shape["kv_seq"], dtype=torch.bool, device="cuda").triu(1)

    rows, strangers = [], []
    for variant in session["variants"]:
        if variant["status"] != "done":
            continue
        forward = forward_of(variant["name"], q, k, v, mask, causal)
        for _ in range(3):
            forward()
        torch.cuda.synchronize()
        theirs = profile_events(forward, "/tmp/torch_profiler.json")
        ours = our_events(trace, variant)
        count = len(variant["steps"])
        their_names = collections.Counter(e["name"] for e in theirs)
        strangers += [(variant["name"], e["name"]) for e in ours if e["name"] not in their_names]
        rows.append(
            {
                "variant": variant["name"],
                "ours_events_per_forward": len(ours) / count,
                "torch_events_per_forward": round(len(theirs) / 3, 2),
                "ours_gpu_us": round(sum(float(e["dur"]) for e in ours) / count, 1),
                "torch_gpu_us": round(sum(float(e["dur"]) for e in theirs) / 3, 1),
                "linked": f'{variant["counts"]["matched"]} of {variant["counts"]["launches"]}',
            }
        )
    for row in rows:
        print("  ".join(f"{key}={value}" for key, value in row.items()))
    for variant, name in strangers:
        print(f"{variant}: torch.profiler does not know {name}")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
    return 1 if strangers else 0


if __name__ == "__main__":
    sys.exit(main())
