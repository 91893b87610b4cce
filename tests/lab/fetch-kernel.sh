#!/bin/sh
# SPDX-License-Identifier: MIT
# fetch-kernel.sh [--refresh] [SERIES]
# Prints, as its last line, a folder with a kernel that Debian builds for arm64 clouds, as vmlinuz. SERIES is 7
# (the default: the newest 7.x that Debian offers), 6.1, or riscv64: the newest 7.x for that architecture, which is on
# generic entry. Which version it is goes to stderr.
#
# What is in the cache ($ENTRYPROOF_CACHE, or .cache in the clone) is taken without asking the network; --refresh asks
# for a newer one. A folder appears whole or not at all. Exit 3: cannot be had here, with what is missing.
set -eu

usage() { echo "usage: fetch-kernel.sh [--refresh] [7|6.1|riscv64]" >&2; exit 1; }

prefix=linux-arm64
# shellcheck source=tests/fetch.sh
. "$(dirname "$0")/../fetch.sh"
architecture=arm64
or_older=''
case $series in
    # Since 7.x the image alone is in linux-binary-*; before, image and modules are one package.
    7) regex='linux-binary-7\.[0-9]+[.][^-]*-cloud-arm64' suites='bookworm-backports trixie trixie-backports' ;;
    riscv64) regex='linux-binary-7\.[0-9]+[.][^-]*-riscv64' suites='trixie trixie-backports' ;;
    6.1) regex='linux-image-6\.1\.[0-9]+-[0-9]+-cloud-arm64' suites=bookworm ;;
    *) usage ;;
esac
if [ "$series" = riscv64 ]; then
    prefix=linux-riscv64 series=7 architecture=riscv64 or_older=--or-older
fi
take_cached

# shellcheck disable=SC2086
if ! deb=$(sh "$top/cmake/mirror-package.sh" --architecture $architecture $or_older "$regex" $suites); then
    say "cannot fetch a kernel $series for $architecture: see above"
    exit 3
fi
version=$(version_of "$deb" | sed 's/[^0-9.].*$//')
folder=$cache/$prefix-$version
[ ! -d "$folder" ] || finish "$folder"

make_scratch
say "unpacking $(basename "$deb")"
mkdir "$scratch/all" "$scratch/kernel"
dpkg-deb --fsys-tarfile "$deb" | tar -x --wildcards -C "$scratch/all" '*/vmlinuz*'
find "$scratch/all" -type f -name 'vmlinuz*' -exec mv {} "$scratch/kernel/vmlinuz" \;
if [ ! -s "$scratch/kernel/vmlinuz" ]; then
    say "no vmlinuz in $(basename "$deb")"
    exit 3
fi
mv -T "$scratch/kernel" "$folder" || [ -d "$folder" ]  # another run may have been first
rm -f "$deb"
finish "$folder"
