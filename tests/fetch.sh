# shellcheck shell=sh
# SPDX-License-Identifier: MIT
# For the scripts that fetch a Linux of Debian into the cache ($ENTRYPROOF_CACHE, or .cache in the clone), two folders
# below the top; they source this with `prefix` (of the folders in the cache) and a function `usage`. Reads their command
# line, [--refresh] [SERIES], into `series` (7 if there is none); sets `top` and `cache`. What is cached is taken without
# asking the network; --refresh asks for a newer one.

say() { echo "$(basename "$0" .sh): $*" >&2; }

refresh=no
if [ "${1:-}" = --refresh ]; then
    refresh=yes
    shift
fi
[ $# -le 1 ] || usage
series=${1:-7}
top=$(cd "$(dirname "$0")/../.." && pwd)
cache=${ENTRYPROOF_CACHE:-$top/.cache}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)

finish() {
    say "Linux ${1##*/"$prefix"-}"
    echo "$1"
    exit 0
}

# Ends with the newest cached folder of the series, if that will do; version order, so 7.10 is after 7.9.
take_cached() {
    have=$(find "$cache" -maxdepth 1 -type d -name "$prefix-$series.*" | sort -V | tail -n 1)
    if [ $refresh = no ] && [ -n "$have" ]; then
        finish "$have"
    fi
}

# version_of DEB: of the Linux in it, without epoch and Debian's revision.
version_of() { dpkg-deb --field "$1" Version | sed 's/^[0-9]*://; s/-[^-]*$//'; }

# A folder next to the cached ones that does not outlive the script.
make_scratch() {
    scratch=$(mktemp -d "$cache/$prefix.XXXXXX")
    trap 'rm -rf "$scratch"' EXIT
    trap 'exit 130' HUP INT TERM
}
