/* The standard of C that the text is in: standard.c. */
#ifndef UK_STANDARD_H
#define UK_STANDARD_H

#include "source.h"

bool uk_standard_is_c23(const struct uk_source *source); /* or later */

/* A word of C23 is a keyword in that and in later ones alone; other names have
 * nothing to do with it, and are what they are. */
bool uk_standard_has(const struct uk_source *source, int token);

/* What the parser gets for a flag of the user's; with the newest standard, or
 * that which every libclang knows. */
const char *uk_standard_flag(const struct uk_source *source, const char *flag,
                             bool newest);

/* Fills in the flags that define words which the parser does not know; returns
 * their number. */
enum { UK_MAX_STANDARD_WORDS = 16 };
int uk_standard_words(struct uk_source *source, const char **flags);

#endif
