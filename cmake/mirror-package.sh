#!/bin/sh
# SPDX-License-Identifier: MIT
# mirror-package.sh [--architecture NAME] NAME-REGEX SUITE...
# Downloads the newest Debian package of that name (extended regular expression, whole name) that the suites offer into
# the cache, and prints its path. Which one was taken is said on stderr. Without --architecture: this machine's.
#
# The mirror is the one apt already uses; lists and cache are our own, so nothing of the system's apt changes and no
# root is needed. apt checks signatures and hashes as always. Exit 3: not to be had here, with what is missing.
set -eu

architecture=''
if [ "${1:-}" = --architecture ] && [ $# -ge 2 ]; then
    architecture=$2
    shift 2
fi
[ $# -ge 2 ] || { echo "usage: mirror-package.sh [--architecture NAME] NAME-REGEX SUITE..." >&2; exit 1; }
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

name=''
version=''
for candidate in $(own apt-cache pkgnames | grep -E -x -- "$regex" | sort); do
    for offered in $(own apt-cache madison "$candidate" | cut -d '|' -f 2 | tr -d ' ' | sort -u); do
        if [ -z "$version" ] || dpkg --compare-versions "$offered" gt "$version"; then
            name=$candidate version=$offered
        fi
    done
done
[ -n "$version" ] || missing "no package named $regex in $* at apt's Debian mirror"

# apt names the file with ":" of an epoch written as %3a.
file=$(echo "${name}_${version}_" | sed 's/:/%3a/g')
find_deb() { find "$cache/debs" -maxdepth 1 -name "$file*.deb" | head -n 1; }
if [ -z "$(find_deb)" ]; then
    scratch=$(mktemp -d "$cache/deb.XXXXXX")
    trap 'rm -rf "$scratch"' EXIT
    trap 'exit 130' HUP INT TERM
    (cd "$scratch" && own apt-get download "$name=$version" >&2) || missing "cannot download $name $version"
    mv "$scratch"/*.deb "$cache/debs/"
fi
say "took $name $version"
find_deb
