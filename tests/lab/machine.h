// SPDX-License-Identifier: MIT
// Boots a kernel under QEMU and runs scripts on it, as many as there are in one boot.
#pragma once

#include "checker/script.h"
#include "tests/lab/report.h"

#include <map>
#include <string>
#include <vector>

namespace entryproof::lab {

struct Kernel {
    std::string folder;  // holds vmlinuz
    std::string name;    // of the folder: linux-arm64-7.3.4, linux-riscv64-7.2.11, converted-permit-...-7.3.4
};

// The path of the model that a kernel runs, by its name: what begins with "converted" runs generic entry, what ends
// with a version of 6.1 or 6.12 the legacy path of that series.
std::string path_of(const Kernel& kernel);

// A kernel for riscv64, which with-lab.sh names in ENTRYPROOF_LAB_RISCV. It runs programs only. None is an error, as
// below.
Kernel riscv_kernel();

// Those that with-lab.sh names in ENTRYPROOF_LAB_KERNELS; none is an error (std::runtime_error).
std::vector<Kernel> kernels();

// Throws std::runtime_error with the end of the console when the machine did not do all of it.
Report run_scripts(const Kernel& kernel, const std::vector<checker::Script>& scripts);

// How a program of the machine ended, and what it printed.
struct Printed {
    int status = -1;  // -1: never
    std::string text;
};

// The same with programs of their own instead of scripts: C texts by name, compiled with -Wall -Wextra -Werror, run by
// programs/init.c in the order of their names. Throws std::runtime_error also when one does not compile.
std::map<std::string, Printed> run_programs(const Kernel& kernel, const std::map<std::string, std::string>& texts);

}  // namespace entryproof::lab
