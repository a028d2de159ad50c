/*
 * The keywords and the functions that they stand in, found by tokens alone.
 */
#pragma once

#include "text.h"

/* --- keywords.c --- */

enum uk_word {
    UK_SPAWN,
    UK_BLOCK,  /* a spawn before a statement that is no call */
    UK_FUTURE, /* cilk_future, or cilk_future(k); cilk_group */
    UK_SYNC,
    UK_FOR,       /* cilk_for */
    UK_SCOPE,     /* cilk_scope, before a statement */
    UK_REDUCER,   /* cilk_reducer, with its parentheses */
    UK_SYNCHED,   /* Cilk-5: no child is outstanding */
    UK_QUALIFIER, /* Cilk-5: `cilk', of functions and their types */
    UK_INLET,     /* Cilk-5: of the definition in a function */
    UK_ABORT,     /* Cilk-5: the statement */
};

struct uk_keyword {
    int token;
    enum uk_word word;
    bool is_in_place; /* of a sync or scope: it is where one can be; of a
                          future: a call follows */
    int function;      /* it stands in, or UK_NONE */
    int site;          /* index of the spawn's site, of the loop or block, or
                          of a variable with the reducer's type, if there is
                          one, or UK_NONE */
    bool is_shown;     /* the tree has what should stand at its place */
    bool is_group;     /* a future's: it is cilk_group */
    int count;         /* of cilk_future(k): token of the parenthesis, else
                          UK_NONE */
    int paren;         /* of spawn (f(x)): token of the parenthesis that the
                          whole call is in, else UK_NONE */
    int frame;         /* keyword of the innermost scope or loop around it that
                          has a frame of its own, or UK_NONE: the function's */
    bool has_spawns;   /* of a scope or loop: directly in it */
    int end;           /* of a scope or block: the token behind its statement */
    int first;         /* of a block: the token that its statement begins with,
                          before the keyword in `g(spawn f(x));' */
};

void uk_source_find_keywords(struct uk_source *source);

/* Can a statement start with token i? */
bool uk_starts_statement(const struct uk_source *source, int i);

/* The keyword that a token is, or NULL. */
struct uk_keyword *uk_keyword_on(const struct uk_source *source, int token);
/* The keyword at an offset, if it is that word, or NULL. */
struct uk_keyword *uk_keyword_at(const struct uk_source *source,
                                 unsigned offset, enum uk_word word);
/* The spawn or cilk_future of the call that begins at an offset, or NULL. */
struct uk_keyword *uk_keyword_of_call(const struct uk_source *source,
                                      unsigned offset);
/* The token that its call begins with, behind the k of cilk_future(k). */
int uk_keyword_call(const struct uk_source *source,
                    const struct uk_keyword *keyword);
/* Where the keyword of that number stands in the text. */
unsigned uk_keyword_start(const struct uk_source *source, int keyword);
unsigned uk_keyword_place(const struct uk_source *source,
                          const struct uk_keyword *keyword);
/* Is it the name of an operation that the compiler knows? */
bool uk_token_is_atomic(const struct uk_source *source, int i);
/* For messages: "spawn", whichever spelling the user has. */
const char *uk_keyword_name(const struct uk_keyword *keyword);

/* --- spellings.c --- */

/* The text with other spellings, NULL: as it was.  A spawn in a return is
 * a plain call. */
const char *uk_source_spell(struct uk_source *source);

/* --- bodies.c --- */

enum { UK_MAX_WORDS = 6 };

struct uk_function {
    int first; /* token of its declaration; of no use for K&R definitions */
    int open, close;
    int n_keywords;
    int first_site, n_sites; /* the function's are next to each other */
    int first_loop, n_loops;
    int first_keyword;
    bool has_spawns; /* not within a scope or loop of its own */
    bool has_nested; /* functions: rejected */
    bool has_goto, has_loops; /* or blocks, or inlets */
    bool uses_reducer; /* it may, by its tokens */
    bool has_inlets;   /* or aborts */
    const char *returns; /* its type, "" for void; NULL where it is not known */
    bool is_apart;   /* its children run on stacks of their own */
    const char *words[UK_MAX_WORDS]; /* parameters that a register holds */
    int n_words;
    bool is_shown;   /* the tree has it, but for the token that is missing,
                      * or UK_NONE */
    int missing;
    bool is_inline;  /* and not static: gcc warns about static names in it */
    bool is_spawned; /* by name, in this file: the warnings want its body */
    bool is_in_group; /* the same of a group's, and what such call */
    bool is_wanted;   /* by the warnings, too: it calls one that spawns, or is
                       * in a group */
    int name;         /* its token; UK_NONE for odd declarators, and where
                       * none of these is looked for */
    unsigned long to_tasks; /* parameters, by bits, that it gives to tasks */
    unsigned start;  /* where text can be put before it */
};

void uk_source_find_functions(struct uk_source *source);

/* A copy of the text for the parser, with spaces for keywords and bodies. */
char *uk_source_blank(struct uk_source *source, bool bodies);

/* --- frame.c --- */

/* The tokens between the first, which is returned, and *end have the
 * frame of a cilk_scope or cilk_for; of other keywords UK_NONE. */
int uk_frame_extent(const struct uk_source *source,
                    const struct uk_keyword *keyword, int *end);
void uk_source_find_frames(struct uk_source *source);
/* Behind the __label__ declarations, which stand first, that begin with token i. */
int uk_behind_labels(const struct uk_source *source, int i);
/* Before which token the frame of a function is declared. */
int uk_frame_place(const struct uk_source *source,
                   const struct uk_function *function);
