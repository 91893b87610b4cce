#!/bin/sh
# SPDX-License-Identifier: MIT
# Can anyone who watches tell arm64's own entry path from generic entry, but for the differences that are declared?
set -eu
./entryproof prove legacy generic --quiet
