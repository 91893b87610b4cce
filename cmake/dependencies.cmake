# SPDX-License-Identifier: MIT
# What we build on, each looked for once and refused in one line when it is missing (names of Debian packages).
# Everything is on the compiler's own path there, so only libraries become targets: z3, fmt, git2,
# tree_sitter, tree_sitter_c; and PkgConfig::gmime.

# entryproof_require(PACKAGE HEADER [LIBRARY]): stops with the package's name unless the header (and library) is found.
# With LIBRARY an imported target of that name is made.
function(entryproof_require package header)
  string(MAKE_C_IDENTIFIER "${header}" id)
  find_path(ENTRYPROOF_HEADER_${id} ${header})
  mark_as_advanced(ENTRYPROOF_HEADER_${id})
  if(NOT ENTRYPROOF_HEADER_${id})
    message(FATAL_ERROR "${header} not found: install ${package}")
  endif()
  if(ARGC GREATER 2)
    set(library ${ARGV2})
    find_library(ENTRYPROOF_LIBRARY_${id} ${library})
    mark_as_advanced(ENTRYPROOF_LIBRARY_${id})
    if(NOT ENTRYPROOF_LIBRARY_${id})
      message(FATAL_ERROR "lib${library} not found: install ${package}")
    endif()
    string(REPLACE "-" "_" target ${library})
    add_library(${target} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${ENTRYPROOF_LIBRARY_${id}})
    if(NOT ENTRYPROOF_HEADER_${id} STREQUAL "/usr/include")
      target_include_directories(${target} SYSTEM INTERFACE ${ENTRYPROOF_HEADER_${id}})
    endif()
  endif()
endfunction()

entryproof_require(libz3-dev z3++.h z3)
entryproof_require(libfmt-dev fmt/core.h fmt)
entryproof_require(libtree-sitter-dev tree_sitter/api.h tree-sitter)
entryproof_require(libgit2-dev git2.h git2)
entryproof_require(libcli11-dev CLI/CLI.hpp)
entryproof_require(nlohmann-json3-dev nlohmann/json.hpp)
entryproof_require(libtomlplusplus-dev toml++/toml.h)
if(ENTRYPROOF_TESTS)
  entryproof_require(doctest-dev doctest/doctest.h)
endif()

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# GMime's headers need those of GLib, which are on no path of the compiler's own: pkg-config knows where.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(gmime QUIET IMPORTED_TARGET GLOBAL gmime-3.0)
endif()
if(NOT TARGET PkgConfig::gmime)
  message(FATAL_ERROR "gmime-3.0 not found: install libgmime-3.0-dev and pkg-config")
endif()

# The C grammar. Generated C of 2 MB, so it is fetched and never kept in the repository.
if(NOT ENTRYPROOF_TREE_SITTER_C)
  execute_process(COMMAND sh ${CMAKE_SOURCE_DIR}/cmake/fetch-grammar.sh
    OUTPUT_VARIABLE entryproof_grammar OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE entryproof_failed)
  if(entryproof_failed)
    message(FATAL_ERROR "no C grammar: see above, or name its folder with -DENTRYPROOF_TREE_SITTER_C=DIR")
  endif()
  set(ENTRYPROOF_TREE_SITTER_C ${entryproof_grammar} CACHE PATH "" FORCE)
endif()
if(NOT EXISTS ${ENTRYPROOF_TREE_SITTER_C}/src/parser.c)
  message(FATAL_ERROR "${ENTRYPROOF_TREE_SITTER_C}/src/parser.c not found: ENTRYPROOF_TREE_SITTER_C names the wrong folder")
endif()
add_library(tree_sitter_c STATIC ${ENTRYPROOF_TREE_SITTER_C}/src/parser.c)
target_include_directories(tree_sitter_c PRIVATE ${ENTRYPROOF_TREE_SITTER_C}/src)
target_compile_options(tree_sitter_c PRIVATE -w)
