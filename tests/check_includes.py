#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads every #include of the tree and fails where one crosses a border that README.md (Targets) draws.

    check_includes.py ROOT          prints FILE:LINE: what and why, exit code 1, when anything is wrong
    check_includes.py --self-test   shows on small made-up trees that each border is seen

The compiler enforces most of this already (a target only sees its own include folders); what it cannot see are
borders inside the repository, because every target may include from the root.
"""
import re
import sys
import tempfile
from pathlib import Path

CORE_FOLDERS = ("trace", "importing", "exporting", "kernels", "analysis")
CORE = tuple(f"profiler/{name}/" for name in CORE_FOLDERS)
RECORDER = ("profiler/attention/", "profiler/recording/")
PLAIN_INTERFACE = re.compile(r"profiler/recording/recorder(_loader\w*|_interface)?\.h$")

QT = re.compile(r"^(Q[A-Z]\w*|Qt\w*/.*|q[a-z]+\.h|qcustomplot\.h)$")
TORCH = re.compile(r"^(torch|ATen|c10|caffe2|at)/|^(cuda|cupti|cublas|cudnn|nvperf|nvtx|generated_cuda)\w*(\.h|/)|^ATen\.h$")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def area_of(path):
    """The area of a file, by its path from the root: core, plain, recorder, ui, app, or None for what is free."""
    if path.startswith(CORE):
        return "core"
    if PLAIN_INTERFACE.search(path) or path.startswith("profiler/recording/recorder_loader"):
        return "plain"
    if path.startswith(RECORDER):
        return "recorder"
    if path.startswith("ui/"):
        return "ui"
    if path.startswith("app/"):
        return "app"
    return None


# What each area may include: areas of the project, and whether Qt or LibTorch (with CUDA and CUPTI) is allowed.
ALLOWED = {
    "core": ({"core"}, False, False),
    "plain": ({"core", "plain"}, False, False),
    "recorder": ({"core", "plain", "recorder"}, False, True),
    "ui": ({"core", "plain", "ui"}, True, False),
    "app": ({"core", "plain", "ui", "app"}, True, False),
}


def violation(path, target, quoted, exists):
    """Why `path` may not include `target`, or None where it may."""
    area = area_of(path)
    if area is None:
        return None
    areas, qt, torch = ALLOWED[area]
    if QT.match(target) and not qt:
        return f"{area} never uses Qt"
    if TORCH.match(target) and not torch:
        return f"{area} never uses LibTorch, CUDA or CUPTI"
    target_area = area_of(target)
    if target_area is not None and target_area not in areas:
        return f"{area} may not include {target_area}"
    if quoted and not exists(target):
        return "there is no such file (headers are included by their path from the root)"
    return None


def check(root):
    """All violations below root as (path, line number, sentence), sorted."""
    found = []
    for folder in ("profiler", "ui", "app"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp") or not file.is_file():
                continue
            path = file.relative_to(root).as_posix()
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                if not match:
                    continue
                quoted = match.group(1) == '"' and not match.group(2).endswith(".moc")
                why = violation(path, match.group(2), quoted, lambda name: (root / name).is_file())
                if why:
                    found.append((path, number, f"includes {match.group(2)}: {why}"))
    return found


SELF_TEST = [  # file, its include, part of the expected sentence or None
    ("profiler/trace/trace.cpp", "<QString>", "core never uses Qt"),
    ("profiler/trace/trace.cpp", "<QtCore/QString>", "core never uses Qt"),
    ("profiler/trace/trace.cpp", "<ATen/ATen.h>", "core never uses LibTorch"),
    ("profiler/kernels/decoder.h", "<cupti.h>", "core never uses LibTorch"),
    ("profiler/kernels/decoder.h", "<vector>", None),
    ("profiler/analysis/summary.cpp", '"profiler/trace/trace.h"', None),
    ("profiler/analysis/summary.cpp", '"profiler/recording/recorder.h"', "core may not include plain"),
    ("profiler/analysis/summary.cpp", '"ui/common/theme.h"', "core may not include ui"),
    ("profiler/analysis/summary.cpp", '"trace.h"', "by their path from the root"),
    ("profiler/recording/recorder.h", "<torch/torch.h>", "plain never uses LibTorch"),
    ("profiler/recording/recorder_loader.cpp", '"profiler/recording/aten_observer.h"', "plain may not include recorder"),
    ("profiler/recording/aten_observer.cpp", "<ATen/record_function.h>", None),
    ("profiler/attention/variants.cpp", "<QObject>", "recorder never uses Qt"),
    ("ui/run/run_controller.cpp", '"profiler/recording/recorder.h"', None),
    ("ui/run/run_controller.cpp", '"profiler/recording/aten_observer.h"', "ui may not include recorder"),
    ("ui/run/run_controller.cpp", "<c10/core/Device.h>", "ui never uses LibTorch"),
    ("ui/run/run_controller.cpp", "<cuda_runtime_api.h>", "ui never uses LibTorch"),
    ("ui/run/run_controller.cpp", "<QThread>", None),
    ("ui/run/run_controller.cpp", '"app/main_window.h"', "ui may not include app"),
    ("app/main.cpp", '"ui/common/theme.h"', None),
    ("app/main.cpp", "<torch/torch.h>", "app never uses LibTorch"),
]


def self_test():
    failures = 0
    for path, include, expected in SELF_TEST:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name in {entry[0] for entry in SELF_TEST} | {"profiler/trace/trace.h", "ui/common/theme.h",
                                                              "profiler/recording/aten_observer.h", "app/main_window.h"}:
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text("")
            (root / path).write_text(f"#include {include}\n")
            found = check(root)
        right = not found if expected is None else len(found) == 1 and expected in found[0][2]
        if not right:
            failures += 1
            print(f"{path} with {include}: expected {expected!r}, found {found}")
    print(f"{len(SELF_TEST)} cases, {failures} failures")
    return failures


def main(arguments):
    if arguments == ["--self-test"]:
        return 1 if self_test() else 0
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    found = check(Path(arguments[0]))
    for path, number, sentence in found:
        print(f"{path}:{number}: {sentence}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
