#!/bin/sh
# SPDX-License-Identifier: MIT
# install-packages.sh SET...
# Installs what is missing of the named sets of Debian packages: build (what the executable needs), test (what the tests
# need besides), lab (what the tests on real kernels need besides), browser and package (what those of pages
# and of the .deb need besides). Asks dpkg first, and touches no network when nothing is missing. Root uses apt-get,
# others sudo; with neither, prints the list and stops with 1.
set -eu

missing=''
want() {
    for package in "$@"; do
        status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$status" = installed ] || missing="$missing $package"
    done
}

for set in "$@"; do
    case $set in
        build) want g++ cmake ninja-build libz3-dev libcli11-dev nlohmann-json3-dev libtomlplusplus-dev libfmt-dev libtree-sitter-dev libgit2-dev libgmime-3.0-dev pkg-config ;;
        test) want doctest-dev cvc5 clang clang-format ccache git shellcheck time xz-utils groff-base zsh fish ;;
        lab) want qemu-system-arm gcc-aarch64-linux-gnu libc6-dev-arm64-cross \
            qemu-system-misc opensbi gcc-riscv64-linux-gnu libc6-dev-riscv64-cross ;;
        browser) want chromium chromium-driver curl fonts-dejavu-core ;;
        package) want debootstrap dpkg-dev binutils ;;
        *) echo "install-packages: no set named $set" >&2; exit 1 ;;
    esac
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    as_root=''
elif command -v sudo >/dev/null 2>&1; then
    as_root=sudo
else
    echo "install-packages: neither root nor sudo; install these packages, then run this again:" >&2
    echo "$missing" | tr ' ' '\n' | sed '/^$/d; s/^/    /'
    exit 1
fi

apt() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@"; }

# Minimal images come without lists. Old lists name packages that are gone: then the first try fails.
known() { apt-cache show "$1" >/dev/null 2>&1; }
updated=no
for package in $missing; do
    if ! known "$package"; then
        apt update
        updated=yes
        break
    fi
done
echo "install-packages: installing$missing"
if ! apt install --no-install-recommends $missing; then
    [ $updated = no ] || exit 1
    apt update
    apt install --no-install-recommends $missing
fi
