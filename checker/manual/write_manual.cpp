// SPDX-License-Identifier: MIT
// write_manual FOLDER: the manual page and the completions, as files that can be installed. Run by the build.
#include "checker/command_line.h"
#include "checker/manual/manual.h"
#include "checker/output.h"

#include <exception>
#include <iostream>

int main(int argc, char** argv) {
    using namespace entryproof::checker;
    if (argc != 2) {
        std::cerr << "usage: write_manual FOLDER\n";
        return 1;
    }
    try {
        const manual::OptionTable table = option_table();
        const std::string folder = argv[1];
        write_file(folder + "/entryproof.1", manual::man_page(table));
        write_file(folder + "/entryproof.bash", manual::bash_completion(table));
        write_file(folder + "/_entryproof", manual::zsh_completion(table));
        write_file(folder + "/entryproof.fish", manual::fish_completion(table));
    } catch (const std::exception& error) {
        std::cerr << "write_manual: " << error.what() << "\n";
        return 3;
    }
    return 0;
}
