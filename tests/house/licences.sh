#!/bin/sh
# SPDX-License-Identifier: MIT
# licences.sh ROOT: every source file and script says its licence in its first two lines, and the text is in the tree.
set -eu
cd "$1"
bad=0

folders=''
for folder in model spec checker tests examples cmake .ci; do
    [ ! -d $folder ] || folders="$folders $folder"
done
list=$(mktemp)
trap 'rm -f "$list"' EXIT
find $folders CMakeLists.txt -type f \( -name '*.h' -o -name '*.c' -o -name '*.cpp' -o -name '*.sh' -o -name '*.cmake' \
    -o -name 'CMakeLists.txt' -o -name '*.toml' -o -path '.ci/*' \) | LC_ALL=C sort >"$list"
if [ ! -s "$list" ]; then
    echo "licences: no files below $1"
    exit 1
fi
while read -r file; do
    licence=$(head -n 2 "$file" | sed -n 's/^\(\/\/\|#\|\/\*\) SPDX-License-Identifier: \([A-Za-z0-9.-]*\).*/\2/p')
    case $licence in
        MIT) text=LICENSE ;;
        '') echo "$file: no SPDX-License-Identifier in the first two lines"; bad=1; continue ;;
        *) text=LICENSES/$licence ;;
    esac
    [ -f "$text" ] || { echo "$file: its licence $licence has no text at $text"; bad=1; }
done <"$list"
exit $bad
