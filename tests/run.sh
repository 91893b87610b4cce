#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh [--quick]
# Installs what is needed (Debian), builds and runs every test: all of them on the release build; the unit tests and
# cases, without the long ones, again by the other compiler under the sanitizers. --quick: the release build only.
# Exit 1 if anything failed; what was run is summed up in the last line.
set -eu
cd "$(dirname "$0")/.."

case "$#:${1:-}" in
    0:) builds='release sanitizer' ;;
    1:--quick) builds=release ;;
    *) echo "usage: run.sh [--quick]" >&2; exit 1 ;;
esac

sh cmake/install-packages.sh build test lab browser package
export CCACHE_BASEDIR="$PWD" CCACHE_NOHASHDIR=1
jobs=$(nproc)

build() {
    echo "== $1: build"
    cmake --preset "$1" -DENTRYPROOF_TESTS=ON
    cmake --build --preset "$1"
}

# The labels that a build leaves out or is confined to; the release build runs all.
labels_of() {
    case $1 in
        release) echo '-L .' ;;
        sanitizer) echo '-L ^(unit|cases)$ -LE ^long$' ;;
    esac
}

ran=0 failed=0 skipped=0
verdict=0

# The counts come from ctest's own log of this run; without its closing line the run has failed.
count() {
    log=$1
    total=$(sed -n 's/.*tests failed out of \([0-9]*\)$/\1/p' "$log")
    bad=$(sed -n 's/.*tests passed, \([0-9]*\) tests failed out of .*/\1/p' "$log")
    if [ -z "$total" ] || [ -z "$bad" ]; then
        verdict=1
        return
    fi
    not_run=$(grep -c '\*\*\*Skipped' "$log" || true)
    ran=$((ran + total)) failed=$((failed + bad)) skipped=$((skipped + not_run))
}

run() {
    echo "== $1: tests"
    log=build/$1/run.log
    rm -f "$log"
    set -f
    # shellcheck disable=SC2046 # a list of options
    ctest --preset "$1" $(labels_of "$1") -j "$jobs" --no-tests=error --output-log "$log" || verdict=1
    set +f
    count "$log"
}

for name in $builds; do
    build "$name"
    run "$name"
done

echo "$((ran - failed - skipped)) passed, $failed failed, $skipped skipped"
exit $verdict
