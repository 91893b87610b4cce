#!/bin/sh
# SPDX-License-Identifier: MIT
# What does a debugger see when it steps over a syscall with PTRACE_SYSEMU_SINGLESTEP?
set -eu
for path in legacy generic; do
    echo "$path:"
    ./entryproof trace $path --scenario examples/sysemu_singlestep.json --observer tracer
done
