#!/bin/sh
# SPDX-License-Identifier: MIT
# includes.sh ROOT: no source file includes what its room may not see. The build enforces the direction too
# (cmake/rooms.cmake); this says it in one line per mistake, knows the headers of the system, and keeps its own table.
set -eu
cd "$1"

folders=''
for folder in model spec checker tests; do
    [ ! -d $folder ] || folders="$folders $folder"
done
list=$(mktemp)
trap 'rm -f "$list"' EXIT
find $folders -type f \( -name '*.h' -o -name '*.hpp' -o -name '*.inc' -o -name '*.c' -o -name '*.cc' -o -name '*.cpp' \) \
    ! -path 'tests/*/fixtures/*' | LC_ALL=C sort >"$list"
if [ ! -s "$list" ]; then
    echo "includes: no source files below $1"
    exit 1
fi

xargs awk '
function room_of(path) {
    if (path ~ /^model\//) { split(path, part, "/"); return part[1] "/" part[2] }
    sub(/\/.*/, "", path)
    return path
}
function refuse(why) { print FILENAME ":" FNR ": " why ": " $0; bad = 1 }
# A header of the system that only some may include.
function only(pattern, place, what) { if (header ~ pattern && FILENAME !~ place) refuse(what) }
BEGIN {
    sees["model/ir"] = " model/ir "
    sees["model/kernel"] = " model/ir model/kernel "
    sees["model/environment"] = " model/ir model/kernel model/environment "
    sees["model/paths"] = " model/ir model/kernel model/paths "
    sees["model/series"] = " model/ir model/kernel model/paths model/series "
    sees["model/lift"] = " model/ir model/kernel model/lift "
    model = " model/ir model/kernel model/environment model/paths model/series model/lift "
    sees["spec"] = model "spec "
    sees["checker"] = model "spec checker "
    sees["tests"] = ""  # sees all; and its texts may hold C of any kind
}
/^[ \t]*#[ \t]*include/ {
    header = $0
    sub(/^[ \t]*#[ \t]*include[ \t]*/, "", header)
    room = room_of(FILENAME)
    if (!(room in sees)) refuse("a room that no table knows")
    if (room == "tests" && header !~ /^["<]/) next
    if (header !~ /^("[^"]+"|<[^>]+>)/) { refuse("an include that is neither quoted nor in angle brackets"); next }
    quoted = header ~ /^"/
    sub(/^["<]/, "", header)
    sub(/[">].*/, "", header)
    if (room != "tests" && header ~ /(^|\/)\.\.?(\/|$)/) refuse("a path that climbs")
    if (header ~ /^(model|spec|checker|tests)\// && !quoted) refuse("our own header in angle brackets")
    if (room != "tests" && quoted && !index(sees[room], " " room_of(header) " ")) refuse(room " may not see this")
    only("^z3", "^checker/smt\\.cpp$", "z3 belongs in checker/smt.cpp alone")
    only("^CLI/", "^checker/command_line\\.cpp$", "CLI11 belongs in checker/command_line.cpp alone")
    only("^git2", "^checker/git_repository\\.cpp$", "libgit2 belongs in checker/git_repository.cpp alone")
    only("^g(mime|lib)", "^checker/(premerge/mail|digest)\\.cpp$", "GMime and GLib belong in checker/premerge/mail.cpp and checker/digest.cpp alone")
    only("^tree_sitter/", "^model/lift/", "tree-sitter belongs in model/lift alone")
    only("^doctest", "^tests/", "doctest belongs in the tests alone")
}
END { exit bad }
' <"$list"
