#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the folder that holds tree-sitter-c's src/parser.c, fetching it into the cache first when it is not there.
#
# The cache is $ENTRYPROOF_CACHE, or .cache in the clone. First way: npm pack, checked against its SHA-256. Second way,
# without npm or when it fails: Debian's tree-sitter-c-src from the mirror that apt already uses. Exit 3: neither.
set -eu

version=0.23.6
sha256=88175d4425037ec0026233a44f82064a676573b1fd748fc709ae607332151243
top=$(cd "$(dirname "$0")/.." && pwd)
cache=${ENTRYPROOF_CACHE:-$top/.cache}
folder=$cache/tree-sitter-c-$version
from_mirror=$cache/tree-sitter-c-debian

say() { echo "fetch-grammar: $*" >&2; }

for have in "$folder" "$from_mirror"; do
    if [ -f "$have/src/parser.c" ]; then
        echo "$have"
        exit 0
    fi
done

mkdir -p "$cache"
scratch=$(mktemp -d "$cache/grammar.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' HUP INT TERM

# npm's tarball holds the folder "package".
by_npm() {
    command -v npm >/dev/null 2>&1 || { say "no npm here"; return 1; }
    (cd "$scratch" && npm pack --silent "tree-sitter-c@$version" >/dev/null) || { say "npm pack failed"; return 1; }
    echo "$sha256  $scratch/tree-sitter-c-$version.tgz" | sha256sum --check --quiet >&2 || return 1
    tar -xzf "$scratch/tree-sitter-c-$version.tgz" -C "$scratch" package/src package/LICENSE || return 1
    mv "$scratch/package" "$folder" || return 1
    say "tree-sitter-c $version from npm"
    echo "$folder"
}

by_mirror() {
    deb=$(sh "$top/cmake/mirror-package.sh" '^tree-sitter-c-src$' trixie) || return 1
    dpkg-deb -x "$deb" "$scratch/deb" || return 1
    parser=$(find "$scratch/deb" -path '*/src/parser.c' | head -n 1)
    [ -n "$parser" ] || { say "$deb holds no src/parser.c"; return 1; }
    mv "$(dirname "$(dirname "$parser")")" "$from_mirror" || return 1
    say "tree-sitter-c from $(basename "$deb")"
    echo "$from_mirror"
}

by_npm || by_mirror || { say "cannot fetch the C grammar: neither npm nor Debian's tree-sitter-c-src"; exit 3; }
