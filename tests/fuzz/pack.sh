#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   tests/fuzz/pack.sh FOLDER [TRACES]    build the fuzz targets and put into FOLDER what another x86-64 machine needs to run them
#
# The programs carry their C++ library and sanitizers; the other libraries lie beside them. With TRACES, a folder of traces, there is
# a seed corpus, too. Then, there:   ./import_fuzz corpus -max_len=65536 -max_total_time=1800 -jobs=2 -workers=2
set -eu
folder=${1:?the folder to fill}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=${ATTNSCOPE_FUZZ_BUILD:-$root/build/fuzz}

cmake --preset fuzz -S "$root" -B "$build" > /dev/null
cmake --build "$build" --target import_fuzz decoder_fuzz
mkdir -p "$folder"
for target in import_fuzz decoder_fuzz; do
    cp "$build/tests/fuzz/$target" "$folder/"
    # The C library and its loader are the other machine's own.
    ldd "$build/tests/fuzz/$target" | awk '/=> \// { print $3 }' \
        | grep -Ev '/(libc|libm|libpthread|libdl|librt|libresolv|ld-linux-x86-64)\.so' \
        | while read -r library; do cp -L "$library" "$folder/"; done
done
if [[ $# -gt 1 ]]; then
    python3 "$root/tests/fuzz/make_corpus.py" "$2" "$folder/corpus"
fi
