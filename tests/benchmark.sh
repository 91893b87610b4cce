#!/bin/sh
# SPDX-License-Identifier: MIT
# benchmark.sh NAME [RUNS]: measures prove and lift of ./entryproof and writes tests/benchmarks/NAME.txt: first the
# counts that do not depend on the machine, then seconds and memory, each with the command, and what it was run on.
# Asserts nothing: a figure is for people. RUNS is 5 unless given.
set -eu
cd "$(dirname "$0")/.."
name=${1:?usage: benchmark.sh NAME [RUNS]}
runs=${2:-5}
case $name in */* | .*) echo "benchmark: NAME is a file name, not $name" >&2; exit 1 ;; esac
case $runs in '' | *[!0-9]* | 0*) echo "benchmark: RUNS is a count, not $runs" >&2; exit 1 ;; esac
[ -x ./entryproof ] || { echo "benchmark: no ./entryproof; run examples/quickstart.sh" >&2; exit 3; }
[ -x /usr/bin/time ] || { echo "benchmark: no /usr/bin/time; install time" >&2; exit 3; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The members of "statistics" in a report, one a line. Reports are one JSON value; no tool for it is asked for.
statistics() {
    { tr -d '\n' <"$1"; echo; } | sed -n 's/.*"statistics"[ ]*:[ ]*{\([^}]*\)}.*/\1/p' | tr ',' '\n' | tr -d '" ' | sed 's/:/: /; s/^/  /'
}

# min / median / max of the numbers on stdin.
spread() {
    sort -n | awk '{ v[NR] = $1 } END { print v[1] " / " v[int((NR + 1) / 2)] " / " v[NR] }'
}

# measure SHOWN COMMAND...: SHOWN is the command as it is written down.
measure() {
    shown=$1
    shift
    : >"$scratch/seconds"
    : >"$scratch/kbytes"
    run=0
    while [ $run -lt "$runs" ]; do
        code=0
        /usr/bin/time -o "$scratch/time" -f '%e %M' "$@" >"$scratch/report" 2>"$scratch/errors" || code=$?
        tail -n 1 "$scratch/time" | cut -d ' ' -f 1 >>"$scratch/seconds"
        tail -n 1 "$scratch/time" | cut -d ' ' -f 2 >>"$scratch/kbytes"
        run=$((run + 1))
    done
    echo "$shown"
    echo "  exit code: $code"
    [ ! -s "$scratch/errors" ] || sed 's/^/  stderr: /' "$scratch/errors" | head -n 3
    statistics "$scratch/report"
    echo "  wall, s, min / median / max of $runs: $(spread <"$scratch/seconds")"
    echo "  peak memory, kB, min / median / max: $(spread <"$scratch/kbytes")"
}

version_of() { dpkg-query -W -f '${Version}' "$1" 2>/dev/null || echo 'not known'; }

record() {
    echo "entryproof: $(./entryproof --version | head -n 1)"
    echo "commit: $(git describe --always --dirty --abbrev=12 2>/dev/null || echo 'not known')"
    echo "date: $(date -u +%Y-%m-%d)"
    echo "compiler: $(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' build/release/CMakeCache.txt 2>/dev/null | xargs -I C C --version 2>/dev/null | head -n 1)"
    echo "solver: Z3 $(version_of libz3-dev)"
    echo "machine: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, $(awk '/^MemTotal/ { print int($2 / 1048576 + 0.5) }' /proc/meminfo) GiB"
    echo
    measure 'entryproof prove --format json' ./entryproof prove --format json
    echo
    tree=$(sh tests/kernel/fetch-source.sh | tail -n 1)
    [ -d "$tree" ] || { echo "benchmark: no kernel source" >&2; exit 3; }
    for arch in arm64 loongarch riscv x86; do
        measure "entryproof lift tree:${tree##*/}:$arch --format json" ./entryproof lift "tree:$tree:$arch" --format json
        echo
    done
    measure "entryproof prove legacy tree:${tree##*/}:arm64 --format json" \
        ./entryproof prove legacy "tree:$tree:arm64" --format json
    echo
    measure "entryproof prove tree:${tree##*/}:arm64 tree:${tree##*/}+examples/conversion:arm64 --format json" \
        ./entryproof prove "tree:$tree:arm64" "tree:$tree+examples/conversion:arm64" --format json
    echo
    for arch in loongarch riscv x86; do
        measure "entryproof prove tree:${tree##*/}:$arch tree:${tree##*/}:$arch --format json" \
            ./entryproof prove "tree:$tree:$arch" "tree:$tree:$arch" --format json
        echo
    done
    measure 'entryproof check legacy --format json' ./entryproof check legacy --format json
    echo
    measure 'entryproof diff legacy generic --format json' ./entryproof diff legacy generic --format json
}

record >"$scratch/record"
mkdir -p tests/benchmarks
mv "$scratch/record" "tests/benchmarks/$name.txt"
cat "tests/benchmarks/$name.txt"
