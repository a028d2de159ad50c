/*
 * --help and --version.
 */
#ifndef UK_HELP_H
#define UK_HELP_H

#include "words.h"

/* Both print on stdout; the exit status. */
int uk_help(void);
int uk_help_version(const struct uk_words *compiler);

#endif
