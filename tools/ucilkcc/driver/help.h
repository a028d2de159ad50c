/*
 * --help and --version.
 */
#pragma once

#include <stdbool.h>

#include "words.h"

/* Both print on stdout; the exit status. */
int uk_help(bool warnings);
int uk_help_version(const struct uk_words *compiler);
