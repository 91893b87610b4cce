# SPDX-License-Identifier: MIT
# Rooms: one library per folder, and the direction of includes enforced by the build.
#
# Each room is compiled with one include root of its own, ${CMAKE_BINARY_DIR}/include/<room>, which holds symbolic links
# to the room and to those it may see, and nothing else. An include that looks back therefore does not compile.
# Include roots are PRIVATE: linking a room never widens what the linker of it sees.
# Headers of the system are visible to all; tests/house/includes.sh says who may use which.

# Warnings of our own code. GCC 12 alone: -Wno-restrict, since its "literal" + std::string warns falsely (GCC bug 105651).
add_library(entryproof_warnings INTERFACE)
target_compile_options(entryproof_warnings INTERFACE -Wall -Wextra -Wswitch
  $<$<BOOL:${ENTRYPROOF_WERROR}>:-Werror>
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)

# entryproof_room(FOLDER SEES folder... [LINK library...] [GENERATED source...])
# Makes the library of FOLDER (its name with "/" as "_") from the .cpp files below it. SEES lists the other folders it
# may include from, all of them, without closure. An empty folder gives a library of nothing (INTERFACE).
function(entryproof_room folder)
  cmake_parse_arguments(room "" "" "SEES;LINK;GENERATED" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp)
  list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/checker/main.cpp ${CMAKE_SOURCE_DIR}/checker/manual/write_manual.cpp)
  entryproof_include_root(${name} ${folder} ${room_SEES})
  string(REPLACE "/" "_" rooms_seen "${room_SEES}")
  if(sources OR room_GENERATED)
    add_library(${name} STATIC ${sources} ${room_GENERATED})
    target_include_directories(${name} PRIVATE ${CMAKE_BINARY_DIR}/include/${name})
    target_link_libraries(${name} PRIVATE entryproof_warnings PUBLIC ${rooms_seen} ${room_LINK})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${rooms_seen} ${room_LINK})
  endif()
endfunction()

# Lays out ${CMAKE_BINARY_DIR}/include/NAME afresh with links to the given folders that exist.
function(entryproof_include_root name)
  set(root ${CMAKE_BINARY_DIR}/include/${name})
  file(REMOVE_RECURSE ${root})
  file(MAKE_DIRECTORY ${root})
  foreach(folder IN LISTS ARGN)
    if(EXISTS ${CMAKE_SOURCE_DIR}/${folder})
      get_filename_component(parent ${root}/${folder} DIRECTORY)
      file(MAKE_DIRECTORY ${parent})
      file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${folder} ${root}/${folder} SYMBOLIC)
    endif()
  endforeach()
endfunction()
