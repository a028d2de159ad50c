/*
 * Macros in the value of `#pragma cilk grainsize', which compilers leave as
 * they are in what they preprocess.
 */
#ifndef UK_GRAINS_H
#define UK_GRAINS_H

#include "unit.h"

/* Is there one in the preprocessed text? */
bool uk_grains_have_names(const struct uk_buffer *text);

/*
 * Replaces the values in the text by what they expand to.  `definitions' is the
 * same source, preprocessed with -dD: the values are expanded with the macros
 * that are defined above the pragma.  `command' preprocesses a file of C that
 * is pushed behind it.
 */
int uk_grains_expand(struct uk_buffer *text,
                     const struct uk_buffer *definitions,
                     struct uk_words *command);

#endif
