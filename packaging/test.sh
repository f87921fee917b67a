#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   packaging/test.sh [CTEST-ARGUMENT…]    set up, build, run every test that this machine can run
#
# The exit code and the last lines are ctest's. With CI=true, warnings are errors, and the layout of the code and
# clang-tidy are tests, too.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

wanted=("${PACKAGES[@]}")
options=()
if [[ ${CI:-} == true ]]; then
    wanted+=("${LINT_PACKAGES[@]}")
    options=(-DATTNSCOPE_WERROR=ON -DATTNSCOPE_LINT=ON)
else
    options=(-DATTNSCOPE_WERROR=OFF -DATTNSCOPE_LINT=OFF)
fi
install_packages "${wanted[@]}" || exit 1
install_libtorch || true
configure_release "${options[@]}" || exit 1
build_release all || exit 1
exec ctest --test-dir "$ROOT/build/release" --output-on-failure --parallel "$(nproc)" "$@"
