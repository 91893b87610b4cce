#!/bin/sh
# SPDX-License-Identifier: MIT
# with-source.sh COMMAND...: runs it with ENTRYPROOF_KERNEL_SOURCE naming a real kernel's source (fetch-source.sh).
set -eu
here=$(dirname "$0")
ENTRYPROOF_KERNEL_SOURCE=$(sh "$here/fetch-source.sh" | tail -n 1)
[ -d "$ENTRYPROOF_KERNEL_SOURCE" ] || exit 3
export ENTRYPROOF_KERNEL_SOURCE
exec "$@"
