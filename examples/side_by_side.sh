#!/bin/sh
# SPDX-License-Identifier: MIT
# A tracer skips a syscall by number -1: what if generic entry does not treat -1 as a skip?
set -eu
./entryproof trace legacy --against generic-permit --scenario examples/skip_with_result.json
