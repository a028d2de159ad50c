/*
 * libclang, loaded when the first file with keywords needs it: that takes
 * longer than compiling a small file, and most files of a project have none.
 */
#ifndef UK_CLANG_H
#define UK_CLANG_H

#include "arena.h"

/* To be called before any function of libclang; -1 after a message. */
int uk_clang_load(void);

/* "libclang 14.0.6", for messages. */
const char *uk_clang_version(struct uk_arena *arena);

#endif
