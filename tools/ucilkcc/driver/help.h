/*
 * --help and --version.
 */
#ifndef UK_HELP_H
#define UK_HELP_H

#include <stdbool.h>

#include "words.h"

/* Both print on stdout; the exit status. */
int uk_help(bool warnings);
int uk_help_version(const struct uk_words *compiler);

#endif
