/*
 * Units: one source file on its way through the tool.
 *
 * cc -E into memory, the rewriter, a temporary file, and the user's compiler
 * again, with the names of what is made derived from the user's.
 */
#pragma once

#include "install.h"
#include "options.h"
#include "report.h"
#include "rewrite.h"
#include "words.h"

/* What all units of a command have in common. */
struct uk_job {
    struct uk_options options;
    struct uk_install install;
    struct uk_words compiler;
    bool needs_runtime; /* what is linked has tasks */
};

struct uk_unit {
    const struct uk_item *input;
    bool is_plain;         /* in another language, or without keywords */
    bool uses_runtime;     /* or it may */
    bool is_clang;         /* preprocessed by clang */
    bool is_pedantic;      /* clang may warn of the markers of lines */
    const char *rewritten; /* a temporary file; NULL: nothing to rewrite */
    const char *output;    /* what compiling it makes; NULL for none */
    struct uk_report report;
    struct uk_buffer doubts; /* rewrite.h */
};

/* comments.c: puts those before labels back into the preprocessed text. */
void uk_comments_restore(struct uk_buffer *text);

/* grainsize_macros.c: is there one in the preprocessed text?  Replaces the
 * values in it by what they expand to; `command' preprocesses a file of C that
 * is pushed behind it. */
bool uk_grains_have_names(const struct uk_buffer *text);
int uk_grains_expand(struct uk_buffer *text,
                     const struct uk_buffer *definitions,
                     struct uk_words *command);

/* coverage.c: if the command asks for reports of gcov: renames the files in the
 * text. */
void uk_coverage_rename(const struct uk_job *job, struct uk_buffer *text);

/* The flags that every compilation by the tool has: include path, macros. */
void uk_job_push_flags(const struct uk_job *job, struct uk_words *command);

/* What is included before the first line of a .cilk file. */
void uk_job_push_header(const struct uk_job *job, struct uk_words *command);

/* The flags of --ucilk-tool=race, for every step but linking alone. */
void uk_job_push_instrumentation(const struct uk_job *job,
                                 struct uk_words *command);

/* Preprocesses and rewrites a unit that is not plain.  The status to end
 * with, 0 when it can be compiled. */
int uk_unit_rewrite(struct uk_unit *unit, const struct uk_job *job);

/* The words that make the compiler read the unit. */
void uk_unit_push_input(const struct uk_unit *unit, struct uk_words *command);

/* Compiles a plain unit, or what uk_unit_rewrite prepared; the compiler's
 * status. */
int uk_unit_compile(struct uk_unit *unit, const struct uk_job *job);
