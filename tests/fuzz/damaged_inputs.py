#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens 300 damaged recordings with the program: damaged_inputs.py PROGRAM FOLDER… [--count N].

Each must end with exit code 0 or 3, never by a signal, and before it is killed after 20 s or at 4 GiB. Folders that are not there
are left out. The damage is the same every time.
"""
import argparse
import gzip
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

MOST_BYTES = 4_000_000
MOST_SECONDS = 20
MOST_MEMORY = 4 << 30


def cut(data, rng):
    return data[: rng.randrange(len(data))]


def flip(data, rng):
    data = bytearray(data)
    for _ in range(rng.choice((1, 10, 1000))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def swap_halves(data, rng):
    middle = rng.randrange(len(data))
    return data[middle:] + data[:middle]


def change_structure(data, rng):
    data = bytearray(data)
    for _ in range(rng.choice((1, 10, 1000))):
        data[rng.randrange(len(data))] = rng.choice(b'{}[]",:\\0-e.')
    return bytes(data)


def repeat_part(data, rng):
    begin = rng.randrange(len(data))
    part = data[begin : begin + rng.randrange(100_000)]
    at = rng.randrange(len(data))
    return data[:at] + part + data[at:]


WAYS = (cut, flip, swap_halves, change_structure, repeat_part)


def seeds(folders):
    for folder in folders:
        for path in sorted(pathlib.Path(folder).glob("*.json*")):
            data = path.read_bytes()
            if len(data) <= MOST_BYTES and path.name != "facts.json":
                yield path.name, data
                if data[:2] == b"\x1f\x8b":
                    yield path.name + " (inflated)", gzip.decompress(data)[:MOST_BYTES]


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--count", type=int, default=300)
    arguments = parser.parse_args()
    known = list(seeds(arguments.folders))
    if not known:
        sys.exit("no recordings to damage")
    rng = random.Random(20260101)
    codes, bad = {}, 0
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        for number in range(arguments.count):
            name, data = known[rng.randrange(len(known))]
            way = WAYS[number % len(WAYS)]
            damaged = way(data, rng)
            file.seek(0)
            file.truncate()
            file.write(damaged)
            file.flush()
            try:
                done = subprocess.run([arguments.program, "info", "--json", file.name], stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE, timeout=MOST_SECONDS, preexec_fn=limit_memory, check=False)
                code = done.returncode
            except subprocess.TimeoutExpired:
                code = "over 20 s"
            codes[code] = codes.get(code, 0) + 1
            if code not in (0, 3):
                bad += 1
                print(f"{number}: {way.__name__} of {name}: {code}")
    print(", ".join(f"exit {code}: {count}" for code, count in sorted(codes.items(), key=str)))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
