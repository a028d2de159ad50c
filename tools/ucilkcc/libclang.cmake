# Which libclang: LIBCLANG_INCLUDE_DIR and LIBCLANG_LIBRARY, by the first of
#   - what -DLIBCLANG_INCLUDE_DIR=DIR -DLIBCLANG_LIBRARY=FILE say,
#   - the `llvm-config' on the PATH, if its version is a tested one,
#   - the newest tested version in the folders that distributions have for several,
#   - that `llvm-config', and then the system's own folders, of whichever version.
# Headers and library are of one version, which is checked.  libclang's resource folder
# (stddef.h and so on) does not matter: ucilkcc parses what the compiler has
# preprocessed, with -nostdinc.

# The versions that the tests have passed with, the oldest first.
set(UCILK_TESTED_LIBCLANGS 13 14 15 16 17 18 19 22)

# find_in(INCLUDE LIBRARIES...): takes what is in these folders, unless it has been
# found already.
function(find_in include)
  if(LIBCLANG_INCLUDE_DIR OR LIBCLANG_LIBRARY)
    return()
  endif()
  find_path(LIBCLANG_INCLUDE_DIR clang-c/Index.h PATHS ${include} NO_DEFAULT_PATH)
  find_library(LIBCLANG_LIBRARY NAMES clang libclang.so.1 PATHS ${ARGN} NO_DEFAULT_PATH)
  if(NOT LIBCLANG_INCLUDE_DIR OR NOT LIBCLANG_LIBRARY)
    unset(LIBCLANG_INCLUDE_DIR CACHE)
    unset(LIBCLANG_LIBRARY CACHE)
  endif()
endfunction()

function(find_by_llvm_config)
  execute_process(COMMAND ${UCILK_LLVM_CONFIG} --includedir OUTPUT_VARIABLE include
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND ${UCILK_LLVM_CONFIG} --libdir OUTPUT_VARIABLE libraries
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  find_in("${include}" "${libraries}")
endfunction()

# If only one is given, the other is beside it.
if(LIBCLANG_INCLUDE_DIR AND NOT LIBCLANG_LIBRARY)
  get_filename_component(prefix "${LIBCLANG_INCLUDE_DIR}" DIRECTORY)
  find_library(LIBCLANG_LIBRARY NAMES clang libclang.so.1 HINTS ${prefix} PATH_SUFFIXES lib64 lib)
elseif(LIBCLANG_LIBRARY AND NOT LIBCLANG_INCLUDE_DIR)
  get_filename_component(prefix "${LIBCLANG_LIBRARY}" DIRECTORY)
  get_filename_component(prefix "${prefix}" DIRECTORY)
  find_path(LIBCLANG_INCLUDE_DIR clang-c/Index.h HINTS ${prefix} PATH_SUFFIXES include)
endif()

find_program(UCILK_LLVM_CONFIG llvm-config DOC "where libclang is, unless LIBCLANG_LIBRARY says it")
mark_as_advanced(UCILK_LLVM_CONFIG)
set(major)
if(UCILK_LLVM_CONFIG)
  execute_process(COMMAND ${UCILK_LLVM_CONFIG} --version OUTPUT_VARIABLE major)
  string(REGEX MATCH "^[0-9]+" major "${major}")
endif()
if(major IN_LIST UCILK_TESTED_LIBCLANGS)
  find_by_llvm_config()
endif()
set(newest_first ${UCILK_TESTED_LIBCLANGS})
list(REVERSE newest_first)
foreach(version ${newest_first}) # Debian and Ubuntu, Fedora, Arch, Gentoo
  foreach(prefix /usr/lib/llvm-${version} /usr/lib64/llvm${version} /usr/lib/llvm${version} /usr/lib/llvm/${version})
    find_in(${prefix}/include ${prefix}/lib64 ${prefix}/lib)
  endforeach()
endforeach()
if(major)
  find_by_llvm_config()
endif()
find_path(LIBCLANG_INCLUDE_DIR clang-c/Index.h DOC "the folder of clang-c/Index.h")
find_library(LIBCLANG_LIBRARY NAMES clang libclang.so.1 DOC "libclang, of the same version")
if(NOT LIBCLANG_INCLUDE_DIR OR NOT LIBCLANG_LIBRARY)
  return()
endif()

# --- Is that one version? ---

list(JOIN UCILK_TESTED_LIBCLANGS ", " tested_libclangs)
set(headers_version)
if(EXISTS ${LIBCLANG_INCLUDE_DIR}/clang/Basic/Version.inc)
  file(STRINGS ${LIBCLANG_INCLUDE_DIR}/clang/Basic/Version.inc headers_version REGEX "^#define CLANG_VERSION ")
  string(REGEX MATCH "[0-9]+[0-9.]*" headers_version "${headers_version}")
endif()

# The library says it itself; asked again when it is another one.
if(NOT CMAKE_CROSSCOMPILING AND NOT UCILK_LIBCLANG_ASKED STREQUAL LIBCLANG_LIBRARY)
  unset(UCILK_LIBCLANG_RUNS CACHE)
  unset(UCILK_LIBCLANG_COMPILES CACHE)
  try_run(UCILK_LIBCLANG_RUNS UCILK_LIBCLANG_COMPILES ${CMAKE_CURRENT_BINARY_DIR}
          ${CMAKE_CURRENT_LIST_DIR}/libclang_version.c
          CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${LIBCLANG_INCLUDE_DIR}
          LINK_LIBRARIES ${CMAKE_DL_LIBS}
          COMPILE_OUTPUT_VARIABLE compiled RUN_OUTPUT_VARIABLE said ARGS "${LIBCLANG_LIBRARY}")
  string(STRIP "${said}" said)
  if(NOT UCILK_LIBCLANG_COMPILES)
    message(FATAL_ERROR "the headers of libclang in ${LIBCLANG_INCLUDE_DIR} cannot be used:\n${compiled}")
  elseif(NOT UCILK_LIBCLANG_RUNS EQUAL 0)
    message(FATAL_ERROR "libclang cannot be loaded: ${said}\n"
                        "-DLIBCLANG_LIBRARY=FILE -DLIBCLANG_INCLUDE_DIR=DIR name another one.")
  endif()
  string(REGEX MATCH "version ([0-9]+[0-9.]*)" said "${said}")
  set(UCILK_LIBCLANG_VERSION "${CMAKE_MATCH_1}" CACHE INTERNAL "")
  set(UCILK_LIBCLANG_ASKED "${LIBCLANG_LIBRARY}" CACHE INTERNAL "")
endif()
if(UCILK_LIBCLANG_VERSION)
  string(REGEX MATCH "^[0-9]+" major "${UCILK_LIBCLANG_VERSION}")
  string(REGEX MATCH "^[0-9]+" headers_major "${headers_version}")
  if(headers_major AND NOT headers_major EQUAL major)
    message(FATAL_ERROR "libclang's library is ${UCILK_LIBCLANG_VERSION} (${LIBCLANG_LIBRARY}), and its headers are "
                        "${headers_version} (${LIBCLANG_INCLUDE_DIR}): give both of one version by "
                        "-DLIBCLANG_LIBRARY=FILE -DLIBCLANG_INCLUDE_DIR=DIR")
  endif()
  message(STATUS "libclang ${UCILK_LIBCLANG_VERSION}: ${LIBCLANG_LIBRARY}")
  if(NOT major IN_LIST UCILK_TESTED_LIBCLANGS)
    message(WARNING "libclang ${UCILK_LIBCLANG_VERSION} is none of those that the tests of ucilk have passed with "
                    "(${tested_libclangs}): `ucilkcc --ucilk-self-test' tries it, at the end of the build, too")
  endif()
endif()
