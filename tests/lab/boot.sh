#!/bin/sh
# SPDX-License-Identifier: MIT
# boot.sh KERNEL FOLDER: boots KERNEL/vmlinuz with FOLDER/initrd, whose /init is the agent. The agent reads FOLDER/batch
# and writes FOLDER/report, through QEMU's semihosting; what the kernel says goes to FOLDER/console.
#
# One processor: the order of what two tasks do is then theirs. SVE, SME and pointer authentication are off: nothing here
# asks for them, and emulating them takes up to half of the time. The guard is against a machine that hangs, and says
# nothing about how long a run takes. Audit is on from the start, or tasks would have no audit context. The C library's
# rseq area is switched off: the only area is the script's.
set -eu
[ $# -eq 2 ] || { echo "usage: boot.sh KERNEL FOLDER" >&2; exit 1; }
kernel=$(cd "$1" && pwd)
cd "$2"
exec timeout --kill-after=10 7200 qemu-system-aarch64 -M virt -m 512 -smp 1 -nographic \
    -cpu max,pauth=off,sve=off,sme=off -no-reboot -net none -semihosting-config enable=on,userspace=on,target=native \
    -kernel "$kernel/vmlinuz" -initrd initrd \
    -append "console=ttyAMA0 quiet loglevel=3 audit=1 panic=-1 GLIBC_TUNABLES=glibc.pthread.rseq=0 -- batch report" \
    </dev/null >console 2>&1
