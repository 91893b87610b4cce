// SPDX-License-Identifier: MIT
// An initial file system with /init, what it mounts on, and programs that it may run, in /programs: the "newc" format
// of cpio (Documentation/driver-api/early-userspace/buffer-format.rst). The kernel brings /dev/console itself.
#pragma once

#include <map>
#include <string>

namespace entryproof::lab {

// programs: by name.
std::string initramfs(const std::string& init, const std::map<std::string, std::string>& programs = {});

}  // namespace entryproof::lab
