#!/bin/sh
# SPDX-License-Identifier: MIT
# build-agent.sh: prints, as its last line, the agent: one static arm64 program made of agent/*.c, in the cache
# ($ENTRYPROOF_CACHE, or .cache in the clone). Its name tells the sources, so that clones can share a cache. Exit 3:
# cannot be built here, with what to install.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
cache=${ENTRYPROOF_CACHE:-$top/.cache}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)
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

agent=$cache/lab-agent-$(cat "$here"/agent/*.[ch] "$here/build-agent.sh" | sha256sum | cut -c 1-12)
if [ ! -f "$agent" ]; then
    scratch=$(mktemp "$cache/agent.XXXXXX")
    trap 'rm -f "$scratch"' EXIT
    trap 'exit 130' HUP INT TERM
    $compiler -std=gnu11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -static "$here"/agent/*.c -o "$scratch"
    mv "$scratch" "$agent"
fi
echo "$agent"
