/* Messages about the user's program, and which warnings look for what. */
#ifndef UK_DIAGNOSTICS_H
#define UK_DIAGNOSTICS_H

#include <stdbool.h>

#include "arena.h"
#include "rewrite.h"

struct uk_source;

/* --- diagnostics.c --- */

void uk_source_error(struct uk_source *source, unsigned offset,
                     const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Is the warning on? */
bool uk_source_warn(struct uk_source *source, enum uk_warning warning,
                    unsigned offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool uk_source_has_error(const struct uk_source *source, unsigned start,
                         unsigned end);
/* A note to the message before. */
void uk_source_note(struct uk_source *source, unsigned offset,
                    const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* An error in case that the compiler finds none. */
void uk_source_doubt(struct uk_source *source, unsigned offset,
                     const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void uk_source_report(struct uk_source *source, bool doubts,
                      struct uk_buffer *out);

/* --- returns.c --- */

/* A return whose value may read the result of a spawn. */
struct uk_return {
    int token, keyword; /* of the return, and the spawn's */
};

/* --- needless_syncs.c --- */

/* Behind uk_source_find_frames. */
void uk_source_check_syncs(struct uk_source *source);

/* --- warnings.c --- */

/* Finds the functions whose bodies the warnings want. */
void uk_source_find_spawned(struct uk_source *source);
/* And then whom the warnings want besides. */
void uk_source_find_callers(struct uk_source *source);

/* --- group_writes.c --- */

/* The same for what groups run. */
void uk_source_find_in_groups(struct uk_source *source);

#endif
