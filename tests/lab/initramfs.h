// SPDX-License-Identifier: MIT
// An initial file system with one program, /init, and what it mounts on: the "newc" format of cpio
// (Documentation/driver-api/early-userspace/buffer-format.rst). The kernel brings /dev/console itself.
#pragma once

#include <string>

namespace entryproof::lab {

std::string initramfs(const std::string& init);

}  // namespace entryproof::lab
