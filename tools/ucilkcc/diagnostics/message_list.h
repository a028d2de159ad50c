/*
 * Messages about the user's program, between diagnostics.c, which collects
 * and prints them, and shown_place.c, which finds the place in the user's own
 * file.
 */
#pragma once

#include "source.h"

enum uk_message_kind { UK_ERROR, UK_WARNING, UK_NOTE };

struct uk_message {
    enum uk_message_kind kind;
    int warning; /* enum uk_warning; UK_N_WARNINGS: none */
    unsigned offset;
    unsigned sort_by; /* of a note: the offset of what it is a note to */
    int order;
    bool is_doubt; /* see rewrite.h */
    const char *text;
};

/* --- shown_place.c --- */

struct uk_shown_place {
    const char *file;
    unsigned line;
    unsigned column;  /* in bytes, from 1 */
    unsigned display; /* in columns of a terminal, from 1 */
    const char *text; /* the line */
    unsigned text_size;
};

struct uk_shown_place uk_shown_place(const struct uk_source *source,
                                     unsigned offset);

/* How wide the letter at *i of the line's text is, which begins in this
 * column (from 0); *i is moved behind it. */
unsigned uk_shown_width(const struct uk_source *source,
                        const struct uk_shown_place *at, unsigned *i,
                        unsigned column);
