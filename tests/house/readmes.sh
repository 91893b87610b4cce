#!/bin/sh
# SPDX-License-Identifier: MIT
# readmes.sh ROOT: every folder that holds files of ours has a README.md of at most 20 lines.
set -eu
cd "$1"
bad=0
folders=''
for folder in model spec checker tests examples cmake; do
    [ ! -d $folder ] || folders="$folders $folder"
done
list=$(mktemp)
trap 'rm -f "$list"' EXIT
# The folders of the tests that mirror a room are told by tests/README.md; data folders by their parent.
find $folders -type f ! -path 'tests/*/*' ! -path 'examples/*/*' ! -path 'spec/differences/*' \
    ! -path 'spec/expectations/*' ! -path 'spec/changes/*' ! -path 'tests/benchmarks/*' |
    sed 's/\/[^/]*$//' | LC_ALL=C sort -u >"$list"
if [ ! -s "$list" ]; then
    echo "readmes: no files below $1"
    exit 1
fi
while read -r folder; do
    if [ ! -f "$folder/README.md" ]; then
        echo "$folder: no README.md"
        bad=1
    elif [ "$(wc -l <"$folder/README.md")" -gt 20 ]; then
        echo "$folder/README.md: more than 20 lines"
        bad=1
    fi
done <"$list"
exit $bad
