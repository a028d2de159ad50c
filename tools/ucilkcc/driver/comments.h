/*
 * Comments in front of labels: gcc's -Wimplicit-fallthrough reads them, and
 * cc -E drops them.
 *
 * They are taken from the user's files and put back behind the line before
 * the label's, so that lines and columns stay.  cc -E -C would keep them too,
 * but also those of all headers, and those in the arguments of macros.
 */
#ifndef UK_COMMENTS_H
#define UK_COMMENTS_H

#include "rewrite.h"

/* Changes the preprocessed text. */
void uk_comments_restore(struct uk_buffer *text);

#endif
