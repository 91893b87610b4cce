#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BUILD: the .deb of this build on a clean bookworm. Exit 1: it does not do what it should; 3: cannot run here,
# with what is missing.
set -eu

[ $# -eq 1 ] || { echo "usage: run.sh BUILD" >&2; exit 1; }
build=$(cd "$1" && pwd)
top=$(cd "$(dirname "$0")/../.." && pwd)
cache=${ENTRYPROOF_CACHE:-$top/.cache}
mkdir -p "$cache/debs-root"
cache=$(cd "$cache" && pwd)

say() { echo "package: $*"; }
missing() { echo "package: cannot run here: $*" >&2; exit 3; }
fail() { echo "package: FAILED: $*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || missing "a clean root needs root"
command -v debootstrap >/dev/null 2>&1 || missing "no debootstrap: install it"
command -v dpkg-shlibdeps >/dev/null 2>&1 || missing "no dpkg-shlibdeps: install dpkg-dev"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Label: Debian' | sort -u | head -n 1)
[ -n "$mirror" ] || missing "apt knows no Debian mirror (apt-get indextargets): run apt-get update"

# Below the cache: a temporary folder may be mounted so that nothing in it can be run.
scratch=$(mktemp -d "$cache/package.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' HUP INT TERM
root=$scratch/root

(cd "$scratch" && cpack -G DEB --config "$build/CPackConfig.cmake" -B "$scratch/cpack") >"$scratch/log" 2>&1 ||
    { cat "$scratch/log" >&2; fail "cpack makes no package"; }
deb=$(find "$scratch/cpack" -maxdepth 1 -name '*.deb')
[ -f "$deb" ] || fail "cpack makes not one package: $deb"
say "$(basename "$deb"), $(stat -c %s "$deb") bytes"
say "depends on $(dpkg-deb --field "$deb" Depends)"
for library in libz3 libgit2 libgmime libc6; do
    dpkg-deb --field "$deb" Depends | grep -q "$library" || fail "the package does not depend on $library"
done

debootstrap --variant=minbase --include=man-db,ca-certificates --cache-dir="$cache/debs-root" bookworm "$root" "$mirror" \
    >"$scratch/log" 2>&1 || { tail -n 20 "$scratch/log" >&2; missing "debootstrap makes no root"; }
cp "$deb" "$root/srv/entryproof.deb"
[ ! -f /etc/resolv.conf ] || cp /etc/resolv.conf "$root/etc/resolv.conf"
apt-config dump Acquire::http::Proxy >"$root/etc/apt/apt.conf.d/90proxy"
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }
install() { inside apt-get -q -y -o APT::Sandbox::User=root --no-install-recommends install /srv/entryproof.deb; }
inside apt-get -q -y -o APT::Sandbox::User=root update >"$scratch/log" 2>&1 ||
    { tail -n 5 "$scratch/log" >&2; missing "no network inside the root"; }
install >"$scratch/log" 2>&1 || { tail -n 20 "$scratch/log" >&2; fail "the package cannot be installed"; }
say "installed on Debian $(cat "$root/etc/debian_version")"

# wants CODE TEXT COMMAND...: ends with CODE, and TEXT is a line of what it prints.
wants() {
    code=$1 text=$2
    shift 2
    got=0
    inside "$@" >"$scratch/output" 2>&1 || got=$?
    [ "$got" = "$code" ] || { cat "$scratch/output" >&2; fail "$*: exit $got, not $code"; }
    grep -q -x -F -- "$text" "$scratch/output" || { cat "$scratch/output" >&2; fail "$*: does not print '$text'"; }
    say "ok: $*"
}
wants 0 proved entryproof prove
wants 10 refuted entryproof prove legacy generic --no-expect --observer tracer --stories none
inside entryproof list paths | grep -q legacy || fail "list paths knows no legacy"
wants 0 'replayed: tracer sees "step report" on legacy and "nothing" on generic' \
    entryproof explain /usr/share/doc/entryproof/examples/sysemu_singlestep.json --replay --quiet --html /srv/story.html
grep -q 'class="step mark"' "$root/srv/story.html" || fail "the page of a story marks nothing"

# The page as man shows it, so without hyphens of typography.
inside env MANWIDTH=100 man --warnings entryproof >"$scratch/page" 2>"$scratch/warnings" || fail "man knows no entryproof"
[ ! -s "$scratch/warnings" ] || { cat "$scratch/warnings" >&2; fail "man warns"; }
commands=$(inside entryproof --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p')
[ "$(echo "$commands" | wc -l)" -ge 8 ] || fail "--help lists these commands: $commands"
options=0
for command in $commands; do
    for option in $(inside entryproof $command --help | sed -n 's/^  \(-[^ ]*\) .*/\1/p' | tr ',' ' '); do
        grep -q -E -- "(^|[ ,])$option([ ,]|\$)" "$scratch/page" || fail "man does not show $option of $command"
        options=$((options + 1))
    done
done
[ $options -gt 60 ] || fail "only $options options were found in the helps"
say "ok: man shows all $options options"

for file in bin/entryproof share/bash-completion/completions/entryproof share/zsh/vendor-completions/_entryproof \
    share/fish/vendor_completions.d/entryproof.fish share/doc/entryproof/copyright share/doc/entryproof/LICENSES/GPL-2.0 \
    share/doc/entryproof/third-party/tree-sitter-c share/doc/entryproof/third-party/libcli11-dev \
    share/doc/entryproof/third-party/nlohmann-json3-dev share/doc/entryproof/third-party/libtomlplusplus-dev \
    share/doc/entryproof/examples/conversion/overlay.toml; do
    [ -f "$root/usr/$file" ] || [ -f "$root/usr/$file.gz" ] || fail "no /usr/$file"
done
inside dpkg --purge entryproof >"$scratch/log" 2>&1 || fail "the package cannot be removed"
left=$(find "$root/usr" -name '*entryproof*')
[ -z "$left" ] || fail "removing leaves behind: $left"
say "all is well"
