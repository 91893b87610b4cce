#!/bin/sh
# SPDX-License-Identifier: MIT
# Where do the two kernels part, and does it hold when it is run again?
set -eu
./entryproof explain examples/sysemu_singlestep.json --replay
