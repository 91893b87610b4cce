#!/bin/sh
# SPDX-License-Identifier: MIT
# example.sh NAME: examples/NAME.sh prints examples/NAME.out. Run from the top of the clone with ENTRYPROOF naming the
# executable; the example sees a folder with ./entryproof and examples/, as the top of a built clone looks. Its exit code
# is the verdict's, whose word is in what it prints, so only a crash is refused here.
set -eu
name=$1
top=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$ENTRYPROOF" "$folder/entryproof"
ln -s "$top/examples" "$folder/examples"
code=0
(cd "$folder" && sh "examples/$name.sh") >"$folder/printed" || code=$?
[ $code -lt 126 ] || { echo "examples/$name.sh could not run, or was ended by a signal: $code"; exit 1; }
diff "examples/$name.out" "$folder/printed"
