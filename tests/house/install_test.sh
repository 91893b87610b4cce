#!/bin/sh
# SPDX-License-Identifier: MIT
# install-packages.sh against a made-up machine: dpkg-query, apt-get, apt-cache, id and sudo are stand-ins that write
# down how they were called.
# shellcheck source=tests/house/expect.sh
. "$(dirname "$0")/expect.sh"

bin=$scratch/bin
stand_in() {
    printf '#!/bin/sh\n%s\n' "$2" >"$bin/$1"
    chmod +x "$bin/$1"
}

# machine INSTALLED LISTED UID: a regular expression of installed packages, one of those in apt's lists, and who we are.
machine() {
    rm -rf "$bin" "$scratch/calls" "$scratch/tried"
    mkdir "$bin"
    : >"$scratch/calls"
    for tool in sh env tr sed grep; do
        ln -s "$(command -v $tool)" "$bin/$tool"
    done
    stand_in dpkg-query 'for last; do :; done; echo "$last" | grep -q -E -x "'"$1"'" && echo installed'
    stand_in apt-cache 'echo "$2" | grep -q -E -x "'"$2"'"'
    stand_in apt-get 'echo "apt-get $*" >>"'"$scratch/calls"'"'
    stand_in id "echo $3"
}
install() { env -i PATH="$bin" sh "$top/cmake/install-packages.sh" "$@"; }
calls() { cat "$scratch/calls"; }
called() { expect 0 "$2" "$1" calls; }
not_called() { expect 1 '' "$1" grep -q -e "$2" "$scratch/calls"; }

machine '.*' '.*' 0
expect 0 '' 'nothing is missing' install build test
not_called 'nothing missing: apt is not called' .

machine '.*' '.*' 1000
expect 0 '' 'nothing is missing, not root' install build test

machine 'g\+\+|cmake' '.*' 0
expect 0 'installing ninja-build libz3-dev' 'root installs what is missing' install build
called 'only what is missing' 'install --no-install-recommends ninja-build libz3-dev libcli11-dev'
not_called 'lists are there: no update' update
not_called 'tests are not wanted: no doctest' doctest

machine '' '' 0
expect 0 '' 'no lists' install build
called 'no lists: update' 'apt-get -q -y update'

machine 'g\+\+' '.*' 1000
expect 1 '    libz3-dev' 'neither root nor sudo: prints the list' install build
expect 1 'neither root nor sudo' 'neither root nor sudo: says so' install build
not_called 'neither root nor sudo: apt is not called' .

machine 'g\+\+' '.*' 1000
stand_in sudo 'echo "sudo $*" >>"'"$scratch/calls"'"; exec "$@"'
expect 0 '' 'with sudo' install build
called 'with sudo: apt through sudo' 'sudo env DEBIAN_FRONTEND=noninteractive apt-get'

machine 'g\+\+' '.*' 0
expect 0 'installing qemu-system-arm' 'what the lab needs' install lab
not_called 'the lab alone: no doctest' doctest

# Old lists: the first install fails, and works after an update.
machine '' '.*' 0
stand_in apt-get 'echo "apt-get $*" >>"'"$scratch/calls"'"
case "$*" in *update*) echo >"'"$scratch/tried"'" ;; *) [ -f "'"$scratch/tried"'" ] ;; esac'
expect 0 '' 'old lists' install build
called 'old lists: update' 'update'

machine '' '' 0
stand_in apt-get 'exit 100'
expect 100 '' 'no network' install build

machine '' '.*' 0
expect 1 'no set named tests' 'an unknown set' install tests
finish
