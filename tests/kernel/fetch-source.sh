#!/bin/sh
# SPDX-License-Identifier: MIT
# fetch-source.sh [--refresh] [VERSION]
# Prints, as its last line, a folder with the parts of a Linux source that the tests read. VERSION is 7 (the default: the
# newest linux-source-7.x that Debian offers), or a series such as 6.1, 6.12 or 7.3. Which version it is goes to stderr.
#
# What is in the cache ($ENTRYPROOF_CACHE, or .cache in the clone) is taken without asking the network; --refresh asks
# for a newer one. A folder appears whole or not at all. Exit 3: cannot be had here, with what is missing.
set -eu

usage() { echo "usage: fetch-source.sh [--refresh] [VERSION]" >&2; exit 1; }

prefix=linux-source
# shellcheck source=tests/fetch.sh
. "$(dirname "$0")/../fetch.sh"
case $series in
    '' | *[!0-9.]* | .* | *.) usage ;;
esac
take_cached

# A bare major number means any series of it.
case $series in
    *.*) regex="linux-source-$(echo "$series" | sed 's/\./\\./g')" ;;
    *) regex="linux-source-$series\\.[0-9]+" ;;
esac
if ! deb=$(sh "$top/cmake/mirror-package.sh" "$regex" bookworm bookworm-backports trixie trixie-backports); then
    say "cannot fetch Linux $series: see above"
    exit 3
fi
version=$(version_of "$deb")
folder=$cache/$prefix-$version
[ ! -d "$folder" ] || finish "$folder"

command -v xz >/dev/null 2>&1 || { say "cannot unpack $deb: install xz-utils"; exit 3; }
make_scratch
say "unpacking Linux $version"
dpkg-deb --fsys-tarfile "$deb" | tar -x --wildcards -C "$scratch" './usr/src/linux-source-*.tar.xz'
tarball=$(find "$scratch/usr/src" -name '*.tar.xz')
root=$(basename "$tarball" .tar.xz)

# arm64 whole, of the other architectures with generic entry what entry code is made of.
set -- Makefile Kconfig arch/Kconfig arch/arm64 include kernel lib init security/Kconfig scripts/Kconfig.include
for arch in riscv x86 loongarch s390 powerpc; do
    set -- "$@" "arch/$arch/Kconfig" "arch/$arch/include" "arch/$arch/kernel"
done
set -- "$@" arch/x86/entry
for member in "$@"; do
    echo "$root/$member"
done >"$scratch/members"
if ! tar -xJf "$tarball" -C "$scratch" -T "$scratch/members"; then
    say "cannot unpack $(basename "$deb"): see above"
    exit 3
fi
mv -T "$scratch/$root" "$folder" || [ -d "$folder" ]  # another run may have been first
rm -f "$deb"
finish "$folder"
