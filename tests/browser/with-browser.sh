#!/bin/sh
# SPDX-License-Identifier: MIT
# with-browser.sh COMMAND...: runs it where a browser can be driven. Exit 3: cannot run here, with what is missing.
set -eu
missing=no
need() {
    command -v "$1" >/dev/null 2>&1 || { echo "with-browser: no $1: install $2" >&2; missing=yes; }
}
need chromium chromium
need chromedriver chromium-driver
need curl curl
[ $missing = no ] || exit 3
exec "$@"
