#!/bin/sh
# SPDX-License-Identifier: MIT
# Which patch of the arm64 conversion changes what can be observed, and which only without the invariant it leans on?
set -eu
./entryproof series --quiet
