#!/bin/sh
# SPDX-License-Identifier: MIT
# build-agent.sh: prints, as its last line, the agent: one static arm64 program made of agent/*.c, in the cache
# ($ENTRYPROOF_CACHE, or .cache in the clone). Built again when a source is newer. Exit 3: cannot be built here, with
# what to install.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
cache=${ENTRYPROOF_CACHE:-$top/.cache}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)
agent=$cache/lab-agent
compiler=aarch64-linux-gnu-gcc

say() { echo "build-agent: $*" >&2; }

if ! command -v $compiler >/dev/null 2>&1; then
    say "no $compiler: install gcc-aarch64-linux-gnu libc6-dev-arm64-cross"
    exit 3
fi
if ! echo 'int main(void) { return 0; }' | $compiler -static -x c -o /dev/null - 2>/dev/null; then
    say "$compiler cannot make a static program: install libc6-dev-arm64-cross"
    exit 3
fi

if [ ! -f "$agent" ] || [ -n "$(find "$here/agent" "$here/build-agent.sh" -newer "$agent")" ]; then
    scratch=$(mktemp "$cache/agent.XXXXXX")
    trap 'rm -f "$scratch"' EXIT
    trap 'exit 130' HUP INT TERM
    $compiler -std=gnu11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -static "$here"/agent/*.c -o "$scratch"
    mv "$scratch" "$agent"
fi
echo "$agent"
