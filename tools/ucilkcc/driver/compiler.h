/*
 * The compiler underneath: which it is, as the words its command starts with.
 */
#pragma once

#include <stdbool.h>

#include "words.h"

/*
 * The first that is set of `chosen` (--ucilk-cc), $UCILK_CC, $CC unless that
 * is the tool itself, and gcc; -1 after a message when that is not a program.
 * A value is split at blanks: "ccache gcc -m64".
 */
int uk_compiler_find(struct uk_words *compiler, const char *chosen);

/* Is that clang, by its name? */
bool uk_compiler_is_clang(const struct uk_words *compiler);
