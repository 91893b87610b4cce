#!/bin/sh
# SPDX-License-Identifier: MIT
# mirror-package.sh [--architecture NAME] [--or-older] NAME-REGEX SUITE...
# Downloads the newest Debian package of that name (extended regular expression, whole name) that the suites offer into
# the cache, and prints its path. Which one was taken is said on stderr. Without --architecture: this machine's. With
# --or-older what cannot be had (a mirror may list what it does not hold) gives way to the next older one.
#
# The mirror is the one apt already uses; lists and cache are our own, so nothing of the system's apt changes and no
# root is needed. apt checks signatures and hashes as always. Exit 3: not to be had here, with what is missing.
set -eu

architecture=''
if [ "${1:-}" = --architecture ] && [ $# -ge 2 ]; then
    architecture=$2
    shift 2
fi
or_older=no
if [ "${1:-}" = --or-older ]; then
    or_older=yes
    shift
fi
[ $# -ge 2 ] || { echo "usage: mirror-package.sh [--architecture NAME] [--or-older] NAME-REGEX SUITE..." >&2; exit 1; }
regex=$1
shift
top=$(cd "$(dirname "$0")/.." && pwd)
cache=${ENTRYPROOF_CACHE:-$top/.cache}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

say() { echo "mirror-package: $*" >&2; }
missing() { say "$*"; exit 3; }

command -v apt-get >/dev/null 2>&1 || missing "no apt-get: this needs Debian, or the files already in $cache"

mirrors() { apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Label: Debian' | sort -u; }

mirror=$(mirrors | head -n 1)
if [ -z "$mirror" ] && [ "$(id -u)" = 0 ]; then
    say "apt has no lists yet: apt-get update"
    apt-get update -q >&2 || say "apt-get update failed"
    mirror=$(mirrors | head -n 1)
fi
[ -n "$mirror" ] || missing "apt knows no Debian mirror (apt-get indextargets): run apt-get update as root"

apt=$cache/apt${architecture:+-$architecture}
mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$cache/debs"
options=
[ ! -f "$keyring" ] || options="[signed-by=$keyring] "
for suite in "$@"; do
    echo "deb $options$mirror $suite main"
done >"$apt/sources.list"

# Runs an apt tool on our own lists. The sandbox user could not write below a private folder. What is installed here
# says nothing about another architecture.
own() {
    tool=$1
    shift
    [ -z "$architecture" ] || set -- -o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture" \
        -o Dir::State::status=/dev/null "$@"
    "$tool" -q -o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o "Dir::State::lists=$apt/lists" -o "Dir::Cache=$apt" -o APT::Get::List-Cleanup=false \
        -o APT::Sandbox::User= -o Acquire::Languages=none -o Acquire::Retries=3 "$@"
}

own apt-get update >&2 || say "not every suite could be read"

# newest REFUSED: "NAME VERSION" of the newest one that is not among the lines of REFUSED; nothing when there is none.
newest() {
    name=''
    version=''
    for candidate in $(own apt-cache pkgnames | grep -E -x -- "$regex" | sort); do
        for offered in $(own apt-cache madison "$candidate" | cut -d '|' -f 2 | tr -d ' ' | sort -u); do
            if echo "$1" | grep -q -x -F -- "$candidate $offered"; then
                continue
            fi
            if [ -z "$version" ] || dpkg --compare-versions "$offered" gt "$version"; then
                name=$candidate version=$offered
            fi
        done
    done
    [ -z "$version" ] || echo "$name $version"
}

# apt names the file with ":" of an epoch written as %3a.
find_deb() { find "$cache/debs" -maxdepth 1 -name "$(echo "$1_$2_" | sed 's/:/%3a/g')*.deb" | head -n 1; }

# Into the cache, whole or not at all.
download() {
    scratch=$(mktemp -d "$cache/deb.XXXXXX")
    trap 'rm -rf "$scratch"' EXIT
    trap 'exit 130' HUP INT TERM
    (cd "$scratch" && own apt-get download "$1=$2" >&2) || return 1
    mv "$scratch"/*.deb "$cache/debs/"
}

refused=''
while :; do
    found=$(newest "$refused")
    [ -n "$found" ] || missing "no package named $regex in $* at apt's Debian mirror${refused:+ that it holds}"
    name=${found% *} version=${found#* }
    if [ -n "$(find_deb "$name" "$version")" ] || download "$name" "$version"; then
        break
    fi
    [ $or_older = yes ] || missing "cannot download $name $version"
    say "cannot download $name $version: looking for an older one"
    rm -rf "$scratch"
    refused=$(printf '%s\n%s' "$refused" "$found")
done
say "took $name $version"
find_deb "$name" "$version"
