# SPDX-License-Identifier: MIT
# What `cmake --install` and `cpack -G DEB` give: the executable, its manual page, completions, documents, licences and
# examples. Nothing of it is needed at run time but the executable itself and the libraries it is linked to.
include(GNUInstallDirs)

# A package is made of what was built, tests not among it.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY TRUE)

install(TARGETS entryproof RUNTIME)

# Written by the build; gzip without name and time, so that the same page gives the same bytes.
find_program(ENTRYPROOF_GZIP gzip)
set(manual ${CMAKE_BINARY_DIR}/manual)
set(page ${manual}/entryproof.1)
if(ENTRYPROOF_GZIP)
  set(page ${manual}/entryproof.1.gz)
  set(compress COMMAND ${ENTRYPROOF_GZIP} -9nf --keep ${manual}/entryproof.1)
endif()
file(MAKE_DIRECTORY ${manual})
add_custom_command(OUTPUT ${page} ${manual}/entryproof.bash ${manual}/_entryproof ${manual}/entryproof.fish
  COMMAND write_manual ${manual} ${compress}
  DEPENDS write_manual
  COMMENT "Writing the manual page and the completions"
  VERBATIM)
add_custom_target(manual ALL DEPENDS ${page})
install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${manual}/entryproof.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME entryproof)
install(FILES ${manual}/_entryproof DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${manual}/entryproof.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

set(documents ${CMAKE_INSTALL_DATADIR}/doc/entryproof)
install(FILES README.md DESTINATION ${documents})
install(FILES LICENSE DESTINATION ${documents} RENAME copyright)
install(DIRECTORY LICENSES DESTINATION ${documents})
install(DIRECTORY examples DESTINATION ${documents})
# What is compiled in of others, and under which terms: the C grammar and libraries that are headers only.
install(FILES ${ENTRYPROOF_TREE_SITTER_C}/LICENSE DESTINATION ${documents}/third-party RENAME tree-sitter-c OPTIONAL)
foreach(package IN ITEMS libcli11-dev nlohmann-json3-dev libtomlplusplus-dev)
  install(FILES /usr/share/doc/${package}/copyright DESTINATION ${documents}/third-party RENAME ${package} OPTIONAL)
endforeach()

# The package. Who maintains it is said by who builds it: -DCPACK_PACKAGE_CONTACT=...
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME entryproof)
set(CPACK_PACKAGE_VENDOR "entryproof authors")
if(NOT CPACK_PACKAGE_CONTACT)
  set(CPACK_PACKAGE_CONTACT "entryproof authors <entryproof@localhost>")
endif()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "prove or refute that two kernel syscall entry paths can be told apart")
set(CPACK_PACKAGE_DESCRIPTION
  "Decides whether two versions of the Linux kernel's syscall entry and exit
work sequence can be told apart by a tracer, a seccomp filter, auditd, a
tracepoint, rseq, the syscall body or user space: a proof for all inputs, or
a short story that shows the difference. Judges kernel trees and series of
patches before they are merged.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES TRUE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS TRUE)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)
