#!/bin/sh
# SPDX-License-Identifier: MIT
# Each check of the tree passes a good little tree, and names the mistake in a bad one.
# shellcheck source=tests/house/expect.sh
. "$(dirname "$0")/expect.sh"
house=$top/tests/house

# A tree that every check passes.
fresh() {
    rm -rf "$scratch/tree"
    mkdir -p "$scratch/tree"
    cd "$scratch/tree" || exit 1
    mkdir -p model/ir model/kernel model/paths model/lift spec checker tests cmake
    for folder in model model/ir model/kernel model/paths model/lift spec checker tests cmake; do echo "# $folder" >$folder/README.md; done
    echo text >LICENSE
    echo '# SPDX-License-Identifier: MIT' | tee CMakeLists.txt >cmake/a.sh
    echo '{}' >CMakePresets.json
    for file in model/ir/a.h model/kernel/a.h model/paths/a.h model/lift/a.h spec/a.h checker/smt.cpp checker/main.cpp checker/command_line.cpp; do
        echo '// SPDX-License-Identifier: MIT' >$file
    done
    add model/kernel/a.h '#include "model/ir/a.h"'
    add model/lift/a.h '#include <tree_sitter/api.h>'
    add spec/a.h '#include "model/paths/a.h"'
    add checker/smt.cpp '#include <z3++.h>'
    add checker/main.cpp '#include "spec/a.h"'
    add checker/command_line.cpp '#include <CLI/CLI.hpp>'
}
add() { printf '%s\n' "$2" >>"$1"; }

for check in includes licences readmes scripts; do
    fresh
    expect 0 '' "$check passes a good tree" sh "$house/$check.sh" "$scratch/tree"
done

# includes: one bad line in one file.
bad_include() {
    fresh
    add "$2" "$3"
    expect 123 "$1" "includes: $3 in $2" sh "$house/includes.sh" "$scratch/tree"
}
bad_include 'model/ir/a.h:2: model/ir may not see this' model/ir/a.h '#include "model/kernel/a.h"'
bad_include 'model/kernel may not see this' model/kernel/a.h '#include "model/paths/a.h"'
bad_include 'model/paths may not see this' model/paths/a.h '#include "model/lift/a.h"'
bad_include 'model/paths may not see this' model/paths/a.h '  #  include "spec/a.h"'
bad_include 'model/lift may not see this' model/lift/a.h '#include "checker/a.h"'
bad_include 'spec may not see this' spec/a.h '#include "checker/a.h"'
bad_include 'checker may not see this' checker/smt.cpp '#include "tests/a.h"'
bad_include 'may not see this' spec/a.h '#include "a.h"'
bad_include 'a path that climbs' model/ir/a.h '#include "../paths/a.h"'
bad_include 'in angle brackets' model/ir/a.h '#include <spec/a.h>'
bad_include 'neither quoted' model/ir/a.h '#include SPEC'
bad_include 'z3 belongs' checker/main.cpp '#include <z3++.h>'
bad_include 'z3 belongs' spec/a.h '#include <z3.h>'
bad_include 'CLI11 belongs' checker/smt.cpp '#include <CLI/App.hpp>'
bad_include 'tree-sitter belongs' model/paths/a.h '#include <tree_sitter/api.h>'
bad_include 'doctest belongs' spec/a.h '#include <doctest/doctest.h>'
fresh
mkdir model/shared
add model/shared/a.h '#include <map>'
expect 123 'a room that no table knows' 'includes: a new room' sh "$house/includes.sh" "$scratch/tree"
fresh
add tests/a.cpp '#include <z3++.h>'
expect 123 'z3 belongs' 'includes: z3 in a test' sh "$house/includes.sh" "$scratch/tree"
mkdir "$scratch/empty"
expect 1 'no source files' 'includes: an empty tree' sh "$house/includes.sh" "$scratch/empty"

# licences
fresh
echo 'int a;' >model/ir/b.h
expect 1 'model/ir/b.h: no SPDX' 'licences: a file without a line' sh "$house/licences.sh" "$scratch/tree"
fresh
echo '// SPDX-License-Identifier: GPL-2.0' >model/ir/b.h
expect 1 'no text at LICENSES/GPL-2.0' 'licences: a licence without its text' sh "$house/licences.sh" "$scratch/tree"
mkdir LICENSES
echo text >LICENSES/GPL-2.0
expect 0 '' 'licences: another licence with its text' sh "$house/licences.sh" "$scratch/tree"

# formatted; where it would be skipped there is nothing to ask.
fresh
cp "$top/.clang-format" .
sh "$house/formatted.sh" "$scratch/tree" >/dev/null 2>&1
if [ $? != 77 ]; then
    expect 0 '' 'formatted passes a good tree' sh "$house/formatted.sh" "$scratch/tree"
    add model/ir/a.h 'int  a ;'
    expect 123 'model/ir/a.h:2' 'formatted: two blanks' sh "$house/formatted.sh" "$scratch/tree"
fi

# readmes
fresh
rm model/ir/README.md
expect 1 'model/ir: no README.md' 'readmes: none' sh "$house/readmes.sh" "$scratch/tree"
fresh
yes line | head -n 21 >model/ir/README.md
expect 1 'more than 20 lines' 'readmes: too long' sh "$house/readmes.sh" "$scratch/tree"

# scripts; what is forbidden is put together here so that this file holds none of it.
fresh
add cmake/a.sh 'curl https:'//example.org/a
expect 1 'cmake/a.sh:2' 'scripts: a host' sh "$house/scripts.sh" "$scratch/tree"
fresh
add CMakeLists.txt "include(/ho""me/me/a.cmake)"
expect 1 'CMakeLists.txt:2' 'scripts: a path of one machine' sh "$house/scripts.sh" "$scratch/tree"
fresh
add cmake/a.sh 'if [[ a == b ]]; then echo; fi'
expect 1 'SC3010' 'scripts: not POSIX' sh "$house/scripts.sh" "$scratch/tree"
finish
