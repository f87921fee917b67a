#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   packaging/bundle.sh    makes dist/attnscope-VERSION-linux-x86_64.tar.gz, at most 40 MiB
#
# The bundle holds the program, the recorder and every library they load, but for the C and C++ run-time libraries and
# LibTorch: it runs where a GPU driver and a PyTorch or LibTorch are installed, and shows recordings without them.
# Its layout: bin/attnscope (sets the font configuration where the system has none, then starts the program),
# libexec/ (program, recorder, qt.conf), lib/, plugins/ (Qt's), etc/fonts.conf, share/.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

readonly MAX_MIB=40
# Of the system, always: glibc, and libstdc++ with libgcc, which graphics drivers and LibTorch share with the program.
readonly SYSTEM_LIBRARIES='^(ld-linux-x86-64|linux-vdso|libc|libm|libdl|librt|libpthread|libresolv|libstdc[+][+]|libgcc_s)[.]so'
# OpenGL is left out on purpose (xcbglintegrations, wayland-egl): the program paints in software, and drivers of the
# target system must not meet libraries of this one.
readonly QT_PLUGINS=(
    platforms/libqxcb.so platforms/libqwayland-generic.so platforms/libqoffscreen.so
    iconengines/libqsvgicon.so imageformats/libqsvg.so
    platforminputcontexts/libcomposeplatforminputcontextplugin.so
    platforminputcontexts/libibusplatforminputcontextplugin.so
    wayland-shell-integration/libxdg-shell.so wayland-decoration-client/libbradient.so
)

qt_plugin_folder()
{
    local query
    query=$(command -v qmake6 || command -v qmake || command -v qtpaths6) || query=
    if [[ $query ]]; then
        "$query" -query QT_INSTALL_PLUGINS
    else
        printf '/usr/lib/%s/qt6/plugins' "$(g++ -dumpmachine)"
    fi
}

# The libraries that a file loads, directly or not, as paths; those of the system and of LibTorch left out.
libraries_of()
{
    ldd "$1" | awk '$2 == "=>" && $3 ~ /^\// { print $1, $3 }' | while read -r name path; do
        [[ $name =~ $SYSTEM_LIBRARIES || $path == */torch/lib/* || $path == */nvidia/* ]] || printf '%s\n' "$path"
    done
}

copy_libraries()
{
    local stage=$1 file path
    for file in "$stage/libexec/attnscope" "$stage"/plugins/*/*.so; do
        libraries_of "$file"
    done | sort -u | while read -r path; do
        cp -L "$path" "$stage/lib/$(basename "$path")" || return 1
    done
    # The recorder's own libraries are LibTorch's and the C++ run time; what it shares with the program is there.
    if [[ -e $stage/libexec/libattnscope_recorder.so ]]; then
        patchelf --print-needed "$stage/libexec/libattnscope_recorder.so" | while read -r path; do
            [[ $path =~ $SYSTEM_LIBRARIES || $path =~ ^lib(torch|c10|cupti|cudart) || -e $stage/lib/$path ]] ||
                cp -L "$(ldconfig -p | awk -v name="$path" '$1 == name { print $NF; exit }')" "$stage/lib/" || return 1
        done
    fi
}

make_movable()
{
    local stage=$1 file
    chmod -R u+w "$stage"
    for file in "$stage"/lib/*.so* "$stage"/plugins/*/*.so "$stage"/libexec/*; do
        [[ $(head -c 4 "$file") == $'\x7fELF' ]] || continue
        strip --strip-unneeded "$file" || return 1
    done
    # RPATH, not RUNPATH: it also holds for the libraries that a library loads, Qt's plug-ins among them.
    patchelf --force-rpath --set-rpath "\$ORIGIN/../lib" "$stage/libexec/attnscope" || return 1
    [[ -e $stage/libexec/libattnscope_recorder.so ]] &&
        { patchelf --force-rpath --set-rpath "\$ORIGIN/../lib" "$stage/libexec/libattnscope_recorder.so" || return 1; }
    patchelf --force-rpath --set-rpath "\$ORIGIN" "$stage"/lib/*.so* || return 1
    patchelf --force-rpath --set-rpath "\$ORIGIN/../../lib" "$stage"/plugins/*/*.so
}

write_launcher()
{
    local stage=$1
    cat >"$stage/bin/attnscope" <<'LAUNCHER'
#!/bin/sh
# Starts AttnScope from wherever this folder lies; a system without a font configuration gets the one of the bundle.
here=$(dirname "$(dirname "$(readlink -f "$0")")")
if [ -z "${FONTCONFIG_FILE:-}" ] && [ ! -e /etc/fonts/fonts.conf ]; then
    FONTCONFIG_FILE=$here/etc/fonts.conf
    export FONTCONFIG_FILE
fi
exec "$here/libexec/attnscope" "$@"
LAUNCHER
    chmod 755 "$stage/bin/attnscope"
    printf '[Paths]\nPrefix = ..\nPlugins = plugins\n' >"$stage/libexec/qt.conf"
    cat >"$stage/etc/fonts.conf" <<'FONTS'
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
    <dir prefix="relative">../share/fonts</dir>
    <dir>/usr/share/fonts</dir>
    <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
FONTS
}

# Licences of what is in the bundle, as the packages it was taken from carry them.
copy_licences()
{
    local stage=$1 path package
    mkdir -p "$stage/share/licenses"
    cp "$ROOT/LICENSE" "$ROOT/LICENSE-NOTES" "$stage/"
    for path in $(for file in "$stage/libexec/attnscope" "$stage"/plugins/*/*.so; do ldd "$ROOT/build/release/attnscope" "$file"; done |
        awk '$3 ~ /^\/(usr\/)?lib/ { print $3 }' | sort -u); do
        [[ -e $stage/lib/$(basename "$path") ]] || continue
        package=$(dpkg-query -S "$(readlink -f "$path")" 2>/dev/null | head -n 1 | cut -d: -f1)
        [[ $package && -e /usr/share/doc/$package/copyright ]] &&
            cp -L "/usr/share/doc/$package/copyright" "$stage/share/licenses/$package.txt"
    done
    return 0
}

# Starts the bundle out of another folder, and sees that whatever it loads comes out of that folder.
try_bundle()
{
    local archive=$1 name=$2 version=$3 folder result strangers
    folder=$(mktemp -d)
    tar -xzf "$archive" -C "$folder" &&
        result=$(env -i HOME="$folder" LANG=C.UTF-8 QT_QPA_PLATFORM=offscreen "$folder/$name/bin/attnscope" --version) &&
        [[ $result == *"$version"* ]]
    result=$?
    strangers=$(for file in "$folder/$name/libexec/attnscope" "$folder/$name"/plugins/*/*.so; do
        ldd "$file" | awk -v folder="$folder" -v ours="$SYSTEM_LIBRARIES" \
            '$2 == "=>" && $1 !~ ours && index($3, folder) != 1 { print $1 }'
    done | sort -u)
    rm -rf "$folder"
    [[ -z $strangers ]] || { say "not in the bundle: ${strangers//$'\n'/ }"; return 1; }
    return "$result"
}

fail()
{
    say "$*"
    exit 1
}

install_packages "${PACKAGES[@]}" "${BUNDLE_PACKAGES[@]}" || exit 1
install_libtorch || say "the bundle will lack the recorder."
configure_release || exit 1
build_release attnscope || exit 1

VERSION=$(sed -n 's/^project(AttnScope VERSION \([0-9.]*\).*/\1/p' "$ROOT/CMakeLists.txt")
NAME=attnscope-$VERSION-linux-x86_64
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
STAGE=$WORK/$NAME
PLUGINS=$(qt_plugin_folder)

mkdir -p "$STAGE"/{bin,lib,libexec,plugins,etc,share/fonts,share/applications,share/metainfo,share/icons} "$ROOT/dist"
cp "$ROOT/build/release/attnscope" "$STAGE/libexec/" || fail "the program was not built."
if [[ -e $ROOT/build/release/libattnscope_recorder.so ]]; then
    cp "$ROOT/build/release/libattnscope_recorder.so" "$STAGE/libexec/"
fi
for plugin in "${QT_PLUGINS[@]}"; do
    mkdir -p "$STAGE/plugins/$(dirname "$plugin")"
    cp "$PLUGINS/$plugin" "$STAGE/plugins/$plugin" || fail "Qt's plug-in $plugin is missing in $PLUGINS."
done
cp "$ROOT"/resources/fonts/*.ttf "$ROOT/resources/fonts/OFL.txt" "$STAGE/share/fonts/"
cp "$ROOT/packaging/io.github.attnscope.AttnScope.desktop" "$STAGE/share/applications/"
cp "$ROOT/packaging/io.github.attnscope.AttnScope.metainfo.xml" "$STAGE/share/metainfo/"
cp "$ROOT/resources/icons/attnscope.svg" "$STAGE/share/icons/io.github.attnscope.AttnScope.svg"
copy_libraries "$STAGE" || fail "a library could not be copied."
copy_licences "$STAGE"
make_movable "$STAGE" || fail "the bundle could not be made movable."
write_launcher "$STAGE"

ARCHIVE=$ROOT/dist/$NAME.tar.gz
tar --sort=name --owner=0 --group=0 --numeric-owner -C "$WORK" -cf - "$NAME" | gzip -9n >"$ARCHIVE.partial" ||
    fail "the archive could not be written."
mv "$ARCHIVE.partial" "$ARCHIVE"
size=$(stat -c %s "$ARCHIVE")
((size <= MAX_MIB * 1048576)) || fail "$ARCHIVE has $((size / 1048576)) MiB, more than the $MAX_MIB MiB it may have."
try_bundle "$ARCHIVE" "$NAME" "$VERSION" || fail "$ARCHIVE was made, but does not start out of another folder."
say "made $ARCHIVE ($((size / 1024)) KiB)."
