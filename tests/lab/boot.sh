#!/bin/sh
# SPDX-License-Identifier: MIT
# boot.sh KERNEL FOLDER: boots KERNEL/vmlinuz with FOLDER/initrd, whose /init is the agent. The agent reads FOLDER/batch
# and writes FOLDER/report, through QEMU's semihosting; what the kernel says goes to FOLDER/console.
#
# One processor: the order of what two tasks do is then theirs. SVE, SME and pointer authentication are off: nothing here
# asks for them, and emulating them takes up to half of the time. The guard is against a machine that hangs, and says
# nothing about how long a run takes. Audit is on from the start, or tasks would have no audit context. The C library's
# rseq area is switched off: the only area is the script's.
#
# A kernel whose folder is called linux-riscv64-* is booted on a machine of its own, without semihosting: it runs
# programs (programs/init.c), not the agent.
set -eu
[ $# -eq 2 ] || { echo "usage: boot.sh KERNEL FOLDER" >&2; exit 1; }
kernel=$(cd "$1" && pwd)
cd "$2"
# norandmaps: the agent wants pages at fixed addresses, where a heap put at random can be.
append='quiet loglevel=3 norandmaps audit=1 panic=-1 GLIBC_TUNABLES=glibc.pthread.rseq=0'
machine() { exec timeout --kill-after=10 7200 "$@" -M virt -m 512 -smp 1 -nographic -no-reboot -net none \
    -kernel "$kernel/vmlinuz" -initrd initrd </dev/null >console 2>&1; }
case $(basename "$kernel") in
    linux-riscv64-*) machine qemu-system-riscv64 -append "console=ttyS0 $append" ;;
    *)
        machine qemu-system-aarch64 -cpu max,pauth=off,sve=off,sme=off \
            -semihosting-config enable=on,userspace=on,target=native -append "console=ttyAMA0 $append -- batch report"
        ;;
esac
