#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Installs what AttnScope is built from: packages of Debian or Ubuntu through apt, and LibTorch from PyPI into the
# user's cache folder. Prints what it installs and why; says and changes nothing when all is there (0.1 s).
#
#   packaging/setup.sh             install what is missing
#   packaging/setup.sh --lint      clang-format and clang-tidy, too
#   . packaging/setup.sh           only define the functions (the other scripts do so)
#
# Environment: ATTNSCOPE_LIBTORCH=FOLDER uses that torch or libtorch folder; ATTNSCOPE_RECORDER=OFF wants no recorder.
# All output is on standard error: standard output belongs to the program that is started afterwards.

LIBTORCH_VERSION=2.11.0
LIBTORCH_SPACE_MIB=6144
# What torch's libraries load, as its wheel pins it; Triton, SymPy and the other Python parts are not needed.
LIBTORCH_NEEDS=(
    "cuda-toolkit[cublas,cudart,cufft,cufile,cupti,curand,cusolver,cusparse,nvjitlink,nvrtc,nvtx]==13.0.2"
    "nvidia-cudnn-cu13==9.19.0.56" "nvidia-cusparselt-cu13==0.8.0" "nvidia-nccl-cu13==2.28.9"
    "nvidia-nvshmem-cu13==3.4.5"
)

# package[|alternative], reason. An alternative is the name in another release.
PACKAGES=(
    "g++, compiles the program"
    "cmake, configures the build"
    "ninja-build, runs the build"
    "ccache, makes later builds quick"
    "pkg-config|pkgconf, finds libraries"
    "qt6-base-dev, the window"
    "libgl-dev|libgl1-mesa-dev, wanted by Qt's headers"
    "libqt6svg6-dev|qt6-svg-dev, SVG export and icons"
    "libqcustomplot-dev, the plots"
    "qt6-wayland, windows on Wayland"
    "libxcb-cursor0, windows on X11"
    "libfmt-dev, text formatting"
    "nlohmann-json3-dev, small JSON files"
    "libcli11-dev, the command line"
    "libsimdjson-dev, reads traces"
    "libisal-dev, unpacks traces"
    "libzstd-dev, unpacks traces"
    "zlib1g-dev, packs traces"
    "libgtest-dev, tests"
    "libgmock-dev, tests"
    "libbenchmark-dev, benchmarks"
    "xvfb, tests with a real window"
    "xauth, tests with a real window"
    "python3, checks and set-up"
    "python3-pip, fetches LibTorch"
)
LINT_PACKAGES=(
    "clang-format, checks the layout of the code"
    "clang-tidy, checks the code"
    "desktop-file-utils, checks the desktop entry"
    "appstream, checks the metainfo"
    "shellcheck, checks the scripts"
)
# shellcheck disable=SC2034 # bundle.sh uses it
BUNDLE_PACKAGES=("patchelf, makes the bundle movable")

say()
{
    printf 'attnscope: %s\n' "$*" >&2
}

cache_folder()
{
    printf '%s/attnscope' "${XDG_CACHE_HOME:-$HOME/.cache}"
}

# Prints the first alternative of each missing package that this system offers.
missing_packages()
{
    local entry names name installed found
    names=()
    for entry in "$@"; do
        IFS='|' read -r -a alternatives <<<"${entry%%,*}"
        names+=("${alternatives[@]}")
    done
    # shellcheck disable=SC2016 # dpkg-query's own variables
    installed=" $(dpkg-query -W -f='${db:Status-Status}:${Package} ' "${names[@]}" 2>/dev/null)"
    for entry in "$@"; do
        IFS='|' read -r -a alternatives <<<"${entry%%,*}"
        found=
        for name in "${alternatives[@]}"; do
            [[ $installed == *" installed:$name "* ]] && found=1
        done
        [[ $found ]] || printf '%s\n' "$entry"
    done
}

# Runs a command as root: directly, or through sudo.
as_root()
{
    if ((EUID == 0)); then
        env DEBIAN_FRONTEND=noninteractive "$@"
    elif command -v sudo >/dev/null; then
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    else
        return 126
    fi
}

system_name()
{
    # shellcheck disable=SC1091
    (. /etc/os-release 2>/dev/null && printf '%s' "${PRETTY_NAME:-this system}") || printf 'this system'
}

# install_packages ENTRY…: 0 when all is there afterwards.
install_packages()
{
    local missing entry name log chosen=()
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        if command -v cmake >/dev/null && command -v ninja >/dev/null; then
            return 0 # somebody prepared this system by hand: let CMake say what is missing
        fi
        say "$(system_name) is not supported by the set-up, which knows Debian and Ubuntu:" \
            "install what packaging/setup.sh lists, and CMake 3.25, by hand and start again."
        return 1
    fi
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0

    say "installing what is missing, through apt:"
    for entry in "${missing[@]}"; do
        printf '  %-28s %s\n' "${entry%%,*}" "${entry#*, }" >&2
    done
    if ((EUID != 0)) && ! command -v sudo >/dev/null; then
        say "this needs root: run it as root or install sudo."
        return 1
    fi
    if ! as_root apt-get -qq -o DPkg::Lock::Timeout=120 -o Acquire::Retries=2 update >&2; then
        say "the package lists could not be fetched; trying with those that are here."
    fi
    for entry in "${missing[@]}"; do
        IFS='|' read -r -a alternatives <<<"${entry%%,*}"
        name=${alternatives[0]}
        for name in "${alternatives[@]}"; do
            [[ $(apt-cache policy "$name" 2>/dev/null) =~ Candidate:\ [0-9] ]] && break
        done
        chosen+=("$name")
    done
    log=$(mktemp)
    if ! as_root apt-get -qq -y -o DPkg::Lock::Timeout=120 -o Acquire::Retries=2 -o Dpkg::Use-Pty=0 \
        install --no-install-recommends "${chosen[@]}" >"$log" 2>&1 </dev/null; then
        grep -E '^(E|W): ' "$log" >&2 || tail -n 5 "$log" >&2
        rm -f "$log"
        say "these packages could not be installed: ${chosen[*]}. Is there a network, and space on the disk?"
        return 1
    fi
    rm -f "$log"
}

# 0 when a LibTorch with headers is where CMake will find it. Prints nothing.
libtorch_present()
{
    local folder
    if [[ ${ATTNSCOPE_LIBTORCH:-} ]]; then
        for folder in "$ATTNSCOPE_LIBTORCH" "$ATTNSCOPE_LIBTORCH/torch" "$ATTNSCOPE_LIBTORCH/libtorch"; do
            [[ -e $folder/lib/libtorch.so && -e $folder/include/ATen/ATen.h ]] && return 0
        done
        return 1
    fi
    [[ -e $(cache_folder)/libtorch-$LIBTORCH_VERSION/torch/lib/libtorch.so ]]
}

# 0 when python3 has the same PyTorch with CUPTI's headers: no second copy is needed then.
python_has_torch()
{
    python3 - "$LIBTORCH_VERSION" >/dev/null 2>&1 <<'PYTHON'
import importlib.util, pathlib, re, sys
spec = importlib.util.find_spec("torch")
folder = pathlib.Path(spec.submodule_search_locations[0]) if spec else sys.exit(1)
version = re.search(r"__version__ = '([0-9.]+)", (folder / "version.py").read_text()).group(1)
complete = (folder / "lib/libtorch.so").exists() and (folder.parent / "nvidia/cu13/include/cupti.h").exists()
sys.exit(0 if version == sys.argv[1] and complete else 1)
PYTHON
}

# The first Python with pip that PyTorch has wheels for; the system's own before any other.
python_with_pip()
{
    local candidate
    for candidate in /usr/bin/python3 python3; do
        if "$candidate" -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null &&
            "$candidate" -m pip --version >/dev/null 2>&1; then
            printf '%s' "$candidate"
            return 0
        fi
    done
    return 1
}

# download_libtorch TARGET: into a folder beside the target first, so that an interruption leaves nothing half done.
download_libtorch()
{
    local target=$1 partial=$1.partial.$$ python options status
    python=$(python_with_pip) || { say "no Python 3.10 or newer with pip was found to fetch LibTorch with."; return 1; }
    rm -rf "$target".partial.*
    mkdir -p "$partial/tmp" || return 1
    # --target is allowed under PEP 668: it changes no environment, neither the system's nor the user's.
    options=(--target "$partial/site" --no-compile --no-cache-dir --no-warn-conflicts --disable-pip-version-check
        --root-user-action=ignore --retries 2 --only-binary :all:)
    [[ -t 2 ]] || options+=(--quiet)
    (
        trap 'rm -rf "$partial"' EXIT
        trap 'exit 130' INT TERM HUP
        export PIP_USER=0 TMPDIR=$partial/tmp
        "$python" -m pip install "${options[@]}" --no-deps "torch==$LIBTORCH_VERSION" >&2 &&
            "$python" -m pip install "${options[@]}" "${LIBTORCH_NEEDS[@]}" >&2 &&
            [[ -e $partial/site/torch/lib/libtorch.so && -e $partial/site/nvidia/cu13/include/cupti.h ]] &&
            mv -T "$partial/site" "$target"
    )
    status=$?
    ((status == 130)) && exit 130
    return "$status"
}

# Sees to it that LibTorch is there. 0 when it is; otherwise one sentence has said why the viewer is built alone.
# A download that failed is tried again a day later, or at once by packaging/setup.sh itself ($1 = retry).
install_libtorch()
{
    local cache target failed free without="the viewer is built without the recorder"
    [[ ${ATTNSCOPE_RECORDER:-AUTO} == OFF ]] && return 1
    libtorch_present && return 0
    if [[ ${ATTNSCOPE_LIBTORCH:-} ]]; then
        say "ATTNSCOPE_LIBTORCH=$ATTNSCOPE_LIBTORCH is not a torch or libtorch folder: $without."
        return 1
    fi
    cache=$(cache_folder) target=$cache/libtorch-$LIBTORCH_VERSION failed=$cache/libtorch-$LIBTORCH_VERSION.failed
    if [[ $(uname -m) != x86_64 ]]; then
        say "LibTorch with CUDA is fetched for x86_64 only, this machine is $(uname -m): $without."
        return 1
    fi
    python_has_torch && return 0
    if [[ ${1:-} != retry && $(find "$failed" -mmin -1440 2>/dev/null) ]]; then
        say "LibTorch could not be fetched earlier today: $without (packaging/setup.sh tries again at once)."
        return 1
    fi
    mkdir -p "$cache" || return 1
    free=$(df -Pm "$cache" | awk 'NR == 2 { print $4 }')
    if ((free < LIBTORCH_SPACE_MIB)); then
        say "LibTorch needs $LIBTORCH_SPACE_MIB MiB in $cache, $free MiB are free: $without."
        return 1
    fi
    exec {lock}>"$cache/lock"
    flock "$lock" # another start may be fetching it
    if ! libtorch_present; then
        say "fetching LibTorch $LIBTORCH_VERSION with CUDA and CUPTI, which the recorder runs on, into $cache (2.4 GB)."
        if download_libtorch "$target"; then
            rm -f "$failed"
        else
            touch "$failed"
        fi
    fi
    exec {lock}>&-
    libtorch_present && return 0
    say "LibTorch could not be fetched (is there a network?): $without."
    return 1
}

# How many compilers run at once: one a core, but each may take 1.5 GiB.
build_jobs()
{
    local cores memory
    cores=$(nproc)
    memory=$(awk '/^MemAvailable/ { print int($2 / 1572864) }' /proc/meminfo)
    ((memory < 1)) && memory=1
    printf '%s' $((cores < memory ? cores : memory))
}

# configure_release [OPTION…]: runs CMake for build/release where it is needed, that is when there is no build yet, the
# options are others than last time (none: any will do), or LibTorch has come, gone or moved. Changed CMake files are
# ninja's business.
configure_release()
{
    local build=$ROOT/build/release libtorch present=no stamp=$ROOT/build/release/configured.txt last=()
    libtorch_present && present=yes
    libtorch="${ATTNSCOPE_LIBTORCH:-} $present ${ATTNSCOPE_RECORDER:-AUTO}"
    [[ -e $build/build.ninja && -e $stamp ]] && mapfile -t last <"$stamp"
    if [[ ${last[0]:-} == "$libtorch" ]] && { (($# == 0)) || [[ ${last[1]:-} == "$*" ]]; }; then
        return 0
    fi
    say "configuring the build."
    cmake --preset release -S "$ROOT" -B "$build" --log-level=WARNING \
        -DATTNSCOPE_LIBTORCH="${ATTNSCOPE_LIBTORCH:-}" -DATTNSCOPE_RECORDER="${ATTNSCOPE_RECORDER:-AUTO}" "$@" >&2 ||
        { say "CMake could not configure the build, see above."; return 1; }
    printf '%s\n%s\n' "$libtorch" "$*" >"$stamp"
}

# build_release [TARGET…]: says what it does only where there is something to do.
build_release()
{
    local build=$ROOT/build/release
    [[ -x $build/attnscope ]] || say "building the program; the first time takes some minutes."
    ninja -C "$build" -j "$(build_jobs)" "$@" 2>&1 | grep -v --line-buffered \
        -e '^ninja: no work to do' -e '^ninja: Entering directory' -e 'Re-checking globbed' -e '^-- GLOB mismatch' >&2
    ((PIPESTATUS[0] == 0)) || { say "the build failed, see above."; return 1; }
}

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
    set -u
    wanted=("${PACKAGES[@]}")
    for option in "$@"; do
        case $option in
            --lint) wanted+=("${LINT_PACKAGES[@]}") ;;
            *) printf 'usage: packaging/setup.sh [--lint]\n' >&2; exit 2 ;;
        esac
    done
    install_packages "${wanted[@]}" || exit 1
    install_libtorch retry
    exit 0
fi
