# shellcheck shell=sh
# SPDX-License-Identifier: MIT
# Read by the *_test.sh: a scratch folder, a count of failures, and what one asks of a command.
# A test file ends with `finish`, which fails too when nothing was asked.
set -u
# shellcheck disable=SC2034  # for the test file
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
asked=0
failures=0

# expect CODE TEXT NAME COMMAND...: the command exits with CODE and prints TEXT (either stream, as it stands; empty: anything).
expect() {
    code=$1 text=$2 name=$3
    shift 3
    asked=$((asked + 1))
    "$@" >"$scratch/output" 2>&1 </dev/null
    got=$?
    if [ "$got" != "$code" ]; then
        echo "FAILED: $name: exit $got, not $code"
    elif [ -n "$text" ] && ! grep -q -F -- "$text" "$scratch/output"; then
        echo "FAILED: $name: does not print: $text"
    else
        echo "ok: $name"
        return
    fi
    sed 's/^/    /' "$scratch/output"
    failures=$((failures + 1))
}

finish() {
    echo "$asked asked, $failures failed"
    [ "$asked" -gt 0 ] && [ "$failures" = 0 ]
    exit $?
}
