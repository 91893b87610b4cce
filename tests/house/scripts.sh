#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts.sh ROOT: the shell scripts are POSIX sh that shellcheck has nothing against, and neither they nor the build
# name a host or a path of one machine. Skipped (77) without shellcheck.
set -eu
cd "$1"
bad=0
folders=''
for folder in cmake tests examples .ci; do
    [ ! -d $folder ] || folders="$folders $folder"
done
list=$(mktemp)
trap 'rm -f "$list"' EXIT

find $folders CMakeLists.txt CMakePresets.json -type f \( -name '*.sh' -o -name '*.cmake' -o -name 'CMakeLists.txt' \
    -o -name 'CMakePresets.json' -o -path '.ci/*' \) | LC_ALL=C sort >"$list"
if [ ! -s "$list" ]; then
    echo "scripts: no scripts below $1"
    exit 1
fi
# The pattern is in two parts so that this file does not match itself.
if xargs grep -n -E '[a-z]:'"//|(^|[^A-Za-z0-9_}\$.-])/(tmp|home|root|work)"'/' <"$list"; then
    echo "scripts: a host, or a path of one machine"
    bad=1
fi
command -v shellcheck >/dev/null 2>&1 || { echo "no shellcheck here: install shellcheck"; [ $bad = 0 ] && exit 77; exit 1; }
grep '\.sh$' "$list" | xargs shellcheck --shell=sh --severity=warning --external-sources || bad=1
exit $bad
