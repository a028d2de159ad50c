/* Messages about the user's program, and which warnings look for what. */
#pragma once

#include <stdbool.h>

#include "arena.h"
#include "rewrite.h"

struct uk_source;
struct uk_function;

/* --- diagnostics.c --- */

/* A message of one of these kinds, or a warning of that number; false if it is
 * off, as is a note to one that is. */
enum { UK_SAY_ERROR = -3, UK_SAY_DOUBT, UK_SAY_NOTE };
bool uk_source_say(struct uk_source *s, int what, unsigned offset,
                   const char *format, ...)
    __attribute__((format(printf, 4, 5)));
#define uk_source_error(s, ...) uk_source_say(s, UK_SAY_ERROR, __VA_ARGS__)
/* An error in case that the compiler finds none. */
#define uk_source_doubt(s, ...) uk_source_say(s, UK_SAY_DOUBT, __VA_ARGS__)
/* A note to the message before. */
#define uk_source_note(s, ...) uk_source_say(s, UK_SAY_NOTE, __VA_ARGS__)
#define uk_source_warn uk_source_say
bool uk_source_has_error(const struct uk_source *s, unsigned start,
                         unsigned end);
void uk_source_report(struct uk_source *source, struct uk_said *said);

/* --- returns.c --- */

/* A return whose value may read the result of a spawn. */
struct uk_return {
    int token, keyword; /* of the return, and the spawn's */
};

/* --- needless_syncs.c --- */

/* Behind uk_source_find_frames. */
void uk_source_check_syncs(struct uk_source *source);

/* --- callees.c --- */

/* Finds the functions whose bodies the warnings want. */
void uk_source_find_callees(struct uk_source *source);
/* The function of this file with the name that a token is, or NULL. */
struct uk_function *uk_function_named(const struct uk_source *source,
                                      int token);
