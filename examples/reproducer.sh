#!/bin/sh
# SPDX-License-Identifier: MIT
# How is that seen on a real kernel? A C program that shows which of the two it runs; here its plan.
set -eu
program=$(mktemp)
trap 'rm -f "$program"' EXIT
./entryproof explain examples/sysemu_singlestep.json --quiet --reproducer "$program"
sed -n '/^#define LEFT/,/^#define TRACEE/p; /^\/\* What the tracee runs/,/^static volatile/p' "$program" | sed '$d'
