#!/bin/sh
# SPDX-License-Identifier: MIT
# The scripts that fetch, without a network: what is cached is taken, and what cannot be had is said with exit 3.
# apt-get is a stand-in, so nothing real is asked.
# shellcheck source=tests/house/expect.sh
. "$(dirname "$0")/expect.sh"

ENTRYPROOF_CACHE=$scratch/cache
export ENTRYPROOF_CACHE
mkdir -p "$ENTRYPROOF_CACHE" "$scratch/bin"
PATH=$scratch/bin:$PATH
stand_in() {
    printf '#!/bin/sh\n%s\n' "$2" >"$scratch/bin/$1"
    chmod +x "$scratch/bin/$1"
}
stand_in apt-get "echo \"apt-get \$*\" >>'$scratch/calls'; exit 100"
stand_in npm 'exit 1'

source_of() { sh "$top/tests/kernel/fetch-source.sh" "$@"; }
last_line() { "$@" 2>/dev/null | tail -n 1; }
cached() { mkdir -p "$ENTRYPROOF_CACHE/linux-source-$1"; }

cached 7.9.12
cached 7.10.1
cached 6.1.176
cached 6.12.3
expect 0 "$ENTRYPROOF_CACHE/linux-source-7.10.1" 'the newest cached 7.x, 7.10 after 7.9' last_line source_of
expect 0 "$ENTRYPROOF_CACHE/linux-source-6.1.176" '6.1 is not 6.12' last_line source_of 6.1
expect 0 'Linux 6.12.3' 'says which version' source_of 6.12
expect 1 '' 'cached: apt is not asked' test -e "$scratch/calls"
expect 3 'cannot fetch Linux 5' 'not cached and no mirror: 3' source_of 5
expect 0 '' 'not cached: apt was asked' test -e "$scratch/calls"
expect 3 'apt knows no Debian mirror' 'a refresh asks though it is cached' source_of --refresh 7
expect 1 usage 'a version that is none' source_of seven
expect 1 usage 'too many words' source_of 7 6

kernel() { sh "$top/tests/lab/fetch-kernel.sh" "$@"; }
expect 3 'cannot fetch a kernel 7 for arm64' 'no cached kernel and no mirror: 3' kernel
expect 3 'cannot fetch a kernel 7 for riscv64' 'and none for riscv64' kernel riscv64
mkdir -p "$ENTRYPROOF_CACHE/linux-arm64-7.9.12" "$ENTRYPROOF_CACHE/linux-arm64-7.10.1" "$ENTRYPROOF_CACHE/linux-arm64-6.1.176"
expect 0 "$ENTRYPROOF_CACHE/linux-arm64-7.10.1" 'the newest cached kernel' last_line kernel
expect 0 'Linux 6.1.176' 'a cached 6.1 kernel' kernel 6.1
expect 3 'apt knows no Debian mirror' 'a refresh asks for a kernel though it is cached' kernel --refresh 7
expect 1 usage 'a kernel that is none' kernel 5
mkdir -p "$ENTRYPROOF_CACHE/linux-riscv64-7.2.11"
expect 0 "$ENTRYPROOF_CACHE/linux-riscv64-7.2.11" 'a cached kernel for riscv64' last_line kernel riscv64

# A machine with the tools of every Debian and no other.
mkdir "$scratch/plain"
for tool in sh dirname mkdir find cat tail printf; do ln -s "$(command -v $tool)" "$scratch/plain/$tool" 2>/dev/null; done
plain() { env -i PATH="$scratch/plain" ENTRYPROOF_CACHE="$ENTRYPROOF_CACHE" sh "$top/tests/lab/$1"; }
expect 3 'install gcc-aarch64-linux-gnu libc6-dev-arm64-cross' 'no cross compiler: 3' plain build-agent.sh
expect 3 'no qemu-system-aarch64: install qemu-system-arm' 'no QEMU: 3' plain with-lab.sh

grammar() { sh "$top/cmake/fetch-grammar.sh"; }
expect 3 'cannot fetch the C grammar' 'no npm and no mirror: 3' grammar
mkdir -p "$ENTRYPROOF_CACHE/tree-sitter-c-debian/src"
expect 3 'cannot fetch the C grammar' 'a folder without a parser is not a grammar' grammar
touch "$ENTRYPROOF_CACHE/tree-sitter-c-debian/src/parser.c"
expect 0 tree-sitter-c-debian 'a cached grammar of Debian' grammar
mkdir -p "$ENTRYPROOF_CACHE/tree-sitter-c-0.23.6/src"
touch "$ENTRYPROOF_CACHE/tree-sitter-c-0.23.6/src/parser.c"
expect 0 tree-sitter-c-0.23.6 'the pinned grammar goes first' grammar

# A tarball that is not the one we know is refused.
rm -rf "$ENTRYPROOF_CACHE"/tree-sitter-c-*
stand_in npm 'echo other >tree-sitter-c-0.23.6.tgz'
expect 3 'FAILED' 'a tarball with another hash' grammar

# The newest of what a mirror offers: a made-up apt.
stand_in apt-get 'case "$*" in
indextargets*) echo http:made-up ;;
*update*) ;;
*download*) touch "linux-source-${*##*linux-source-}"; for f in linux-source-*=*; do mv "$f" "$(echo "$f" | tr = _)_all.deb"; done ;;
esac'
stand_in apt-cache 'case "$*" in
*pkgnames*) printf "linux-source-7.9\nlinux-source-7.11-rt\nlinux-source-7.10\nlinux-source-7.3\nlinux-source-7\n" ;;
*madison*rt) echo " linux-source-7.11-rt | 7.11-1 | x" ;;
*madison*7.10) printf " linux-source-7.10 | 7.10~rc1-1 | x\n linux-source-7.10 | 7.10.2-1 | x\n" ;;
*madison*7.9) printf " linux-source-7.9 | 7.9.30-1 | x\n" ;;
*madison*7.3) printf " linux-source-7.3 | 7.3.4-1 | x\n" ;;
esac'
package() { sh "$top/cmake/mirror-package.sh" "$@"; }
expect 0 'linux-source-7.10_7.10.2-1_all.deb' 'the newest version of the newest package' last_line package 'linux-source-7\.[0-9]+' made-up
expect 0 'took linux-source-7.3 7.3.4-1' 'a package by name' package 'linux-source-7\.3' made-up
expect 3 'no package named linux-source-8' 'a package that is not offered' package 'linux-source-8\.[0-9]+' made-up
expect 1 usage 'no suite' package name
expect 0 '' 'the lists are those of this architecture' test -d "$ENTRYPROOF_CACHE/apt"
expect 1 '' 'and of no other' test -d "$ENTRYPROOF_CACHE/apt-arm64"
expect 0 'took linux-source-7.3 7.3.4-1' 'a package of another architecture' package --architecture arm64 'linux-source-7\.3' made-up
expect 0 '' 'with lists of its own' test -d "$ENTRYPROOF_CACHE/apt-arm64"
expect 1 usage 'an architecture and no name' package --architecture arm64

# A mirror that lists the newest and does not hold it.
stand_in apt-get 'case "$*" in
indextargets*) echo http:made-up ;;
*update*) ;;
*download*7.10=*) exit 100 ;;
*download*) touch "linux-source-7.9_7.9.30-1_all.deb" ;;
esac'
rm -f "$ENTRYPROOF_CACHE"/debs/*
expect 3 'cannot download linux-source-7.10 7.10.2-1' 'what the mirror does not hold' package 'linux-source-7\.[0-9]+' made-up
expect 0 'took linux-source-7.9 7.9.30-1' 'gives way to an older one' package --or-older 'linux-source-7\.[0-9]+' made-up
expect 3 'that it holds' 'until there is none' package --or-older 'linux-source-7\.10' made-up

expect 0 '' 'failing leaves nothing behind' find "$ENTRYPROOF_CACHE" -maxdepth 1 -name '*.??????' -exec false {} +
finish
