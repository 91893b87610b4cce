#!/bin/sh
# SPDX-License-Identifier: MIT
# build-kernel.sh NAME
# Prints, as its last line, a folder with a small arm64 kernel (vmlinuz, and the .config it was built from) of the newest
# linux-source-7.x that Debian offers; the folder's name ends with the version. NAME:
#   legacy             as it comes
#   legacy-debug-rseq  with DEBUG_RSEQ
#   converted          on generic entry, by examples/conversion
#   converted-permit   the same without a special case for number -1
# (Generic entry has no DEBUG_RSEQ: rseq_debug=1 on the kernel's command line switches the same check on.)
#
# What is in the cache ($ENTRYPROOF_CACHE, or .cache in the clone) is taken without asking the network, as long as the
# options and the overlay it was built from are the present ones. An image appears whole or not at all. The converted
# ones need the program apply_overlay ($ENTRYPROOF_APPLY_OVERLAY, or that of the release build).
# Exit 3: cannot be had here, with what is missing.
set -eu

usage() { echo "usage: build-kernel.sh legacy | legacy-debug-rseq | converted | converted-permit" >&2; exit 1; }

[ $# = 1 ] || usage
name=$1
options=''
overlay=''
case $name in
    legacy) ;;
    legacy-debug-rseq) options='DEBUG_KERNEL DEBUG_RSEQ' ;;
    converted) overlay=examples/conversion ;;
    converted-permit) overlay=examples/conversion/permit ;;
    *) usage ;;
esac
top=$(cd "$(dirname "$0")/../.." && pwd)
fragment=$top/tests/lab/kernel.config
cache=${ENTRYPROOF_CACHE:-$top/.cache}
mkdir -p "$cache/kernels"
cache=$(cd "$cache" && pwd)

say() { echo "build-kernel: $*" >&2; }

# Everything but the source's version that decides what the image is.
key_of() { cat "$@" | sha256sum | cut -c 1-12; }
tree_key=$(key_of "$fragment")
if [ -n "$overlay" ]; then
    find "$top/examples/conversion" -type f ! -name '*.md' | LC_ALL=C sort >"$cache/kernels/inputs.$$"
    image_key=$(xargs cat "$fragment" <"$cache/kernels/inputs.$$" | sha256sum | cut -c 1-12)
    rm -f "$cache/kernels/inputs.$$"
else
    image_key=$tree_key
fi

# The newest cached folder called $1-$2-VERSION; version order, so 7.10 is after 7.9.
cached() {
    find "$cache/kernels" -maxdepth 1 -type d -name "$1-$2-[0-9]*" | sort -V | tail -n 1
}

finish() {
    say "$name, Linux ${1##*-}"
    echo "$1"
    exit 0
}

have=$(cached "$name" "$image_key")
[ -z "$have" ] || finish "$have"

missing=''
need() {
    command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}
need make make
need gcc gcc
need bc bc
need flex flex
need bison bison
need perl perl
need xz xz-utils
need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
if [ -n "$missing" ]; then
    say "cannot build a kernel: install$missing"
    exit 3
fi
apply=${ENTRYPROOF_APPLY_OVERLAY:-$top/build/release/tests/apply_overlay}
if [ -n "$overlay" ] && [ ! -x "$apply" ]; then
    say "no program $apply: build apply_overlay first, or name it with ENTRYPROOF_APPLY_OVERLAY"
    exit 3
fi

export ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu-
export KBUILD_BUILD_USER=entryproof KBUILD_BUILD_HOST=entryproof KBUILD_BUILD_TIMESTAMP='Thu Jan 1 00:00:00 UTC 1970'
compiler=aarch64-linux-gnu-gcc
! command -v ccache >/dev/null 2>&1 || compiler="ccache $compiler"
export CCACHE_DEPEND=1  # the compiler says what a file depends on: no pass of the preprocessor for that

scratch=$(mktemp -d "$cache/kernels/scratch.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' HUP INT TERM

kernel_make() {
    folder=$1
    shift
    nice -n 19 make -s -C "$folder" CC="$compiler" "$@" >&2
}

# Fails when an option that was asked for is not what came out.
configure() {
    folder=$1
    kernel_make "$folder" olddefconfig
    grep '^CONFIG_' "$fragment" | grep -v -x -F -f "$folder/.config" >"$scratch/lost" || true
    if [ -s "$scratch/lost" ]; then
        say "this kernel does not take: $(tr '\n' ' ' <"$scratch/lost")"
        exit 3
    fi
}

build() { kernel_make "$1" -j "${ENTRYPROOF_JOBS:-$(nproc)}" Image; }

# The unchanged source with everything built in it, which the variants start from.
build_tree() {
    deb=$(find "$cache/debs" -maxdepth 1 -name 'linux-source-7.*_all.deb' 2>/dev/null | sort -V | tail -n 1)
    if [ -z "$deb" ] && ! deb=$(sh "$top/cmake/mirror-package.sh" 'linux-source-7\.[0-9]+' bookworm \
        bookworm-backports trixie trixie-backports); then
        say "no source: see above"
        exit 3
    fi
    version=$(dpkg-deb --field "$deb" Version | sed 's/^[0-9]*://; s/-[^-]*$//')
    say "unpacking Linux $version"
    dpkg-deb --fsys-tarfile "$deb" | tar -x --wildcards -C "$scratch" './usr/src/linux-source-*.tar.xz'
    mkdir "$scratch/tree"
    # Of what is left out nothing is built here, and it is a fifth of the whole.
    tar -xJf "$(find "$scratch/usr/src" -name '*.tar.xz')" -C "$scratch/tree" --strip-components=1 \
        --exclude='*/tools/testing' --exclude='*/drivers/gpu/drm/amd/include'
    rm -rf "${scratch:?}/usr"
    kernel_make "$scratch/tree" tinyconfig
    cat "$fragment" >>"$scratch/tree/.config"
    configure "$scratch/tree"
    say "building the unchanged kernel"
    build "$scratch/tree"
    tree=$cache/kernels/tree-$tree_key-$version
    mv -T "$scratch/tree" "$tree" || [ -d "$tree" ]  # another run may have been first
}

tree=$(cached tree "$tree_key")
[ -n "$tree" ] || build_tree
version=${tree##*-}

if [ "$name" = legacy ]; then
    built=$tree
else
    built=$scratch/variant
    say "building $name from a copy of the unchanged kernel"
    cp -a "$tree" "$built"
    for option in $options; do
        "$built/scripts/config" --file "$built/.config" --enable "$option"
    done
    [ -z "$overlay" ] || "$apply" "$top/$overlay" "$tree" "$built" >&2
    configure "$built"
    for option in $options; do
        grep -q "^CONFIG_$option=y" "$built/.config" || { say "this kernel does not take $option"; exit 3; }
    done
    build "$built"
fi

mkdir "$scratch/image"
cp "$built/arch/arm64/boot/Image" "$scratch/image/vmlinuz"
cp "$built/.config" "$scratch/image/"
image=$cache/kernels/$name-$image_key-$version
mv -T "$scratch/image" "$image" || [ -d "$image" ]
finish "$image"
