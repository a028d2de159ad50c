/*
 * libclang, loaded when the first file with keywords needs it: that takes
 * longer than compiling a small file, and most files of a project have none.
 */
#pragma once

#include <stdbool.h>

#include "arena.h"

/* To be called before any function of libclang; -1 after a message. */
int uk_clang_load(void);

/* "14.0.6"; NULL where it is not loaded. */
const char *uk_clang_number(void);
/* "libclang 14.0.6", for messages. */
const char *uk_clang_version(void);

/* Is the library that is loaded one of UK_TESTED_LIBCLANGS, "13, 14, ...", the
 * versions that the tests have passed with?  libclang.cmake has the list. */
bool uk_clang_is_tested(void);
