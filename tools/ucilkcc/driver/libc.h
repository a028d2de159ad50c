/*
 * For which libc the compiler makes programs, and the library is: a program
 * links only where that is the same.
 */
#ifndef UK_LIBC_H
#define UK_LIBC_H

#include <stdbool.h>

#include "unit.h"

/* False after a message if the library that was found is for another libc. The
 * compiler is asked only where its name or a flag says that this may be. */
bool uk_libc_agrees(const struct uk_job *job);

#endif
