#!/bin/sh
# SPDX-License-Identifier: MIT
# The sources that the build generates: the declared differences and the version.
# shellcheck source=tests/house/expect.sh
. "$(dirname "$0")/expect.sh"
cd "$scratch" || exit 1

mkdir differences
embed() { cmake -DFOLDER="$scratch/differences" -DOUTPUT="$scratch/embedded.cpp" -P "$top/cmake/embed.cmake"; }
printf 'name = "b"; x = [1]\n\\n ${y}\n' >differences/b.toml
printf 'name = "a"\n' >differences/a.toml
cat >main.cpp <<'C'
#include "spec/embedded.h"
#include <iostream>
int main() {
    for (const auto& file : entryproof::spec::embedded_differences()) std::cout << file.name << ":" << file.text;
}
C
expect 0 '' 'embeds two files' embed
expect 0 '' 'what was generated compiles' c++ -std=c++20 -I "$top" main.cpp embedded.cpp -o main
printf 'a.toml:name = "a"\nb.toml:name = "b"; x = [1]\n\\n ${y}\n' >wanted
./main >got
expect 0 '' 'by name, byte for byte' diff wanted got
printf ')toml"' >differences/c.toml
expect 1 'end mark' 'refuses a text that would end the string' embed

write_version() {
    cmake -DSOURCE="$1" -DVERSION=1.2.3 -DCOMPILER='cc 1' -DBUILD=Release -DOUTPUT="$scratch/version.h" -P "$top/cmake/version.cmake"
}
mkdir no-repository
expect 0 '' 'a version without a repository' write_version "$scratch/no-repository"
expect 0 'version = "1.2.3"' 'names the version' cat version.h
expect 0 'commit = ""' 'without a repository no commit is named' cat version.h
touch -d 2001-01-01 version.h
write_version "$scratch/no-repository"
expect 0 2001-01-01 'the same text is not written again' stat -c %y version.h
git init -q repository
git -C repository -c user.name=n -c user.email=e commit -q --allow-empty -m first
git -C repository rev-parse --short=12 HEAD >head.txt
write_version "$scratch/repository"
expect 0 "commit = \"$(cat head.txt)\"" 'names the commit' cat version.h
finish
