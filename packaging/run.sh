#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   packaging/run.sh [ARGUMENT…]    set up, build, run: the window, or a subcommand with its arguments
#
# Standard output and the exit code are the program's own; everything said before it starts is on standard error.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

install_packages "${PACKAGES[@]}" || exit 1
install_libtorch || true
configure_release || exit 1
build_release attnscope || exit 1
exec "$ROOT/build/release/attnscope" "$@"
