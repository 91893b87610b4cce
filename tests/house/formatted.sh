#!/bin/sh
# SPDX-License-Identifier: MIT
# formatted.sh ROOT: clang-format has nothing to change. Other major versions format differently, so only 14 is asked;
# without it the test is skipped (77).
set -eu
cd "$1"
tool=''
for candidate in clang-format-14 clang-format; do
    if command -v $candidate >/dev/null 2>&1 && $candidate --version | grep -q 'version 14\.'; then
        tool=$candidate
        break
    fi
done
if [ -z "$tool" ]; then
    echo "no clang-format 14 here: install clang-format"
    exit 77
fi
folders=''
for folder in model spec checker tests; do
    [ ! -d $folder ] || folders="$folders $folder"
done
find $folders -type f \( -name '*.h' -o -name '*.cpp' \) ! -path 'tests/*/fixtures/*' | LC_ALL=C sort | xargs $tool --dry-run --Werror
