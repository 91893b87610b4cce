#!/bin/sh
# SPDX-License-Identifier: MIT
# with-lab.sh COMMAND...: runs it with ENTRYPROOF_LAB_AGENT naming the agent, ENTRYPROOF_LAB_KERNELS the folders of
# the kernels, one a line, and ENTRYPROOF_LAB_RISCV that of the one for riscv64 (fetch-kernel.sh). Exit 3: cannot run
# here, with what is missing. Without a kernel for riscv64 only the tests that want it fail.
set -eu
here=$(dirname "$0")
missing=no
need() {
    command -v "$1" >/dev/null 2>&1 || { echo "with-lab: no $1: install $2" >&2; missing=yes; }
}
need qemu-system-aarch64 qemu-system-arm
need qemu-system-riscv64 qemu-system-misc
need riscv64-linux-gnu-gcc 'gcc-riscv64-linux-gnu libc6-dev-riscv64-cross'
need timeout coreutils
ENTRYPROOF_LAB_AGENT=$(sh "$here/build-agent.sh" | tail -n 1)
[ -f "$ENTRYPROOF_LAB_AGENT" ] || missing=yes
[ $missing = no ] || exit 3
if [ -z "${ENTRYPROOF_LAB_KERNELS:-}" ]; then
    newest=$(sh "$here/fetch-kernel.sh" 7 | tail -n 1)
    oldest=$(sh "$here/fetch-kernel.sh" 6.1 | tail -n 1)
    [ -d "$newest" ] && [ -d "$oldest" ] || exit 3
    ENTRYPROOF_LAB_KERNELS=$(printf '%s\n%s' "$newest" "$oldest")
fi
ENTRYPROOF_LAB_RISCV=${ENTRYPROOF_LAB_RISCV:-$(sh "$here/fetch-kernel.sh" riscv64 | tail -n 1)}
export ENTRYPROOF_LAB_RISCV ENTRYPROOF_LAB_AGENT ENTRYPROOF_LAB_KERNELS
[ $# -eq 0 ] || exec "$@"
