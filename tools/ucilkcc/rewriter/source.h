/*
 * One translation unit on its way through the passes, and what each of them
 * finds out about it.  rewrite.c has their order, docs/ucilkcc.md the tour, and
 * what each file does.
 *
 * Every position is an offset into the text.  Memory is the arena's.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"
#include "diagnostics.h"
#include "inlets.h"
#include "keywords.h"
#include "loops.h"
#include "reducers.h"
#include "rewrite.h"
#include "sites.h"
#include "text.h"

/* jumps.c: a goto or a case. */
struct uk_jump {
    unsigned at, label;
    int function;
    bool is_case; /* at is the switch */
};

/* parse.c: an error of the parser's. */
struct uk_fault {
    unsigned at;
    const char *text;
};

struct uk_source {
    const struct uk_request *request;
    const char *text;
    size_t size;
    struct uk_arena arena;

    /* text/lexer.c */
    struct uk_token *tokens;
    int n_tokens;
    struct uk_marker *markers;
    int n_markers;
    struct uk_pragma *pragmas;
    int n_pragmas;
    bool is_c;       /* what is lexed stands behind #pragma lang +C */
    bool has_target_512; /* one that may have AVX-512 */
    int n_wide_functions; /* that may, by their attributes; or UK_NONE */
    bool has_half; /* _Float16, which libclang is told to take for float */
    bool has_more; /* and `ucilk_abi_has_more' */
    /* Attributes, by `ucilk_abi_hides', of what is not to be instrumented: of
     * functions, and of those that are a part of their caller. */
    const char *hidden, *uncounted;
    char modifier; /* separate_stacks.c: what `ucilk_abi_modifier' says; neither
                    * letter: no spawn is written out */
    unsigned *lines; /* offsets of the starts of lines, the first is 0 */
    int n_lines;

    /* keywords/bodies.c; the passes behind it add to each */
    struct uk_function *functions; /* all of them */
    int n_functions;
    int *named; /* ../diagnostics/callees.c: by their names, sorted */
    int n_named;

    /* keywords/keywords.c */
    struct uk_keyword *keywords;
    int n_keywords;
    bool has_reducers; /* anywhere: a keyword */
    bool has_futures;  /* the same */
    bool has_plus_reducers; /* <cilk/reducer.h> is included */
    bool has_spawned_arguments;
    bool may_abort; /* there are inlets or aborts: its strands leave early */

    /* resolve/parse.c */
    struct uk_fault *faults;
    int n_faults;
    bool is_unparsed; /* the parser failed */

    /* resolve/: resolve.c; loops.c and blocks.c; jumps.c */
    struct uk_site *sites;
    int n_sites;
    struct uk_loop *loops;
    int n_loops;
    struct uk_jump *jumps;
    int n_jumps;

    /* resolve/captures.c */
    struct uk_mention *mentions; /* in the function that is walked */
    int n_mentions;
    unsigned *replaced; /* names in bodies of loops */
    int n_replaced;

    /* resolve/separate_stacks.c */
    unsigned *arrays; /* of variable length: where they are declared */
    int n_arrays;

    /* resolve/inlets.c */
    struct uk_inlet *inlets;
    int n_inlets;

    /* resolve/reducers.c, views.c */
    struct uk_reducer *reducers;
    int n_reducers;
    struct uk_view *views;
    int n_views;

    /* text/edits.c; emit/ and some of resolve/ add them */
    struct uk_edit *edits;
    int n_edits, n_sorted; /* in the order of the text, of the first ones */

    /* ../diagnostics/ */
    struct uk_return *returns;
    int n_returns;
    struct uk_message *messages;
    int n_messages, n_errors;
    bool is_muted;  /* the last warning is off, and so are its notes */
    bool is_broken; /* the compiler underneath is to report what is wrong */
};

/* Puts a value into one of the lists, `edits' of s->edits and s->n_edits. */
#define UK_PUSH(s, list, ...)                                                  \
    UK_ADD(&(s)->arena, (s)->list, (s)->n_##list, __VA_ARGS__)

/* Reports an error; false, which the caller hands on. */
#define uk_reject(...) (uk_source_error(__VA_ARGS__), false)

/* The passes over the tree as a whole, in rewrite.c's order. */
void uk_source_find_apart(struct uk_source *source); /* separate_stacks.c */
void uk_source_parse(struct uk_source *source);
void uk_source_check_jumps(struct uk_source *source);
void uk_source_loosen_addresses(struct uk_source *source);
