/*
 * Columns: cc -E prints one blank where the source has several, a tab or a
 * comment, and expansions in the place of macros, so that messages about its
 * output name other columns than those about the source.  Here each token of
 * the user's own files is put back into the column it has in its file.
 */
#pragma once

#include <stdbool.h>

#include "rewrite.h"

/* Replaces the preprocessed text.  Where a file cannot be read, or its line
 * says something else (#line), the text stays as it is. */
void uk_align(struct uk_buffer *text);

/* Is it the output of clang -E?  A marker that gcc does not print shows it. */
bool uk_is_clangs(const struct uk_buffer *text);
