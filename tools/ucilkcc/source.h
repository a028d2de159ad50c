/*
 * The text of one translation unit on its way through the passes, and what
 * each pass finds out about it.  docs/ucilkcc.md has the tour.
 *
 *     lexer.c        tokens, line markers
 *     keywords.c     which tokens are keywords
 *     bodies.c       functions and where their bodies are
 *     parse.c        libclang: from the text to the calls, with cursor.c
 *     resolve.c      what each spawn is
 *     types.c        types, printed so that they compile at file scope
 *     emit.c         the generated text, as edits
 *     edits.c        the text with its edits
 *     rewrite.c      the order of these
 *
 * Every position is an offset into the text; it never changes, since nothing
 * is inserted before the last pass.  Memory is the arena's, which is freed as
 * a whole.
 */
#ifndef UK_SOURCE_H
#define UK_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "rewrite.h"

enum { UK_NONE = -1 }; /* for indices */

/* --- arena.c: memory and text that grows --- */

struct uk_arena {
    struct uk_block *blocks;
};

void *uk_arena_get(struct uk_arena *arena, size_t size); /* zeroed */
void uk_arena_free(struct uk_arena *arena);
char *uk_arena_print(struct uk_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Room for one more of n items; items move. */
void *uk_arena_grow(struct uk_arena *arena, void *items, int n, size_t size);

struct uk_buffer {
    char *bytes;
    size_t size, capacity;
};

void uk_buffer_free(struct uk_buffer *buffer);
void uk_buffer_add(struct uk_buffer *buffer, const char *bytes, size_t size);
void uk_buffer_print(struct uk_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* --- lexer.c --- */

enum uk_kind {
    UK_NAME, /* keywords of C too */
    UK_LITERAL,
    UK_PUNCT,
};

struct uk_token {
    unsigned start, end;
    enum uk_kind kind;
    int match; /* the other bracket of a pair, or UK_NONE */
    bool is_system;
};

struct uk_marker {
    unsigned start; /* of the first line it speaks of */
    unsigned line;
    const char *file; /* as in the text, escapes and all, without quotes */
    bool is_system;
};

/* --- keywords.c --- */

enum uk_word {
    UK_SPAWN,
    UK_SYNC,
    UK_FOR,       /* cilk_for: rejected */
    UK_SCOPE,     /* cilk_scope, before a block */
    UK_SYNCHED,   /* Cilk-5: no child is outstanding */
    UK_QUALIFIER, /* Cilk-5: `cilk', of functions and their types */
};

struct uk_keyword {
    int token;
    enum uk_word word;
    bool is_statement; /* of a sync or scope: it is where one can be */
    int function;      /* it stands in, or UK_NONE */
    int site;          /* of a spawn that is understood, or UK_NONE */
};

/* --- bodies.c --- */

struct uk_function {
    int first; /* token of its declaration; of no use for K&R definitions */
    int open, close;
    int n_keywords;
    int n_sites;
    unsigned start; /* where text can be put before it */
};

/* --- resolve.c --- */

enum uk_form {
    UK_DROP,   /* spawn f(); */
    UK_ASSIGN, /* x op= spawn f(); */
    UK_INIT,   /* T x = spawn f(); */
};

struct uk_argument {
    const char *type;
    bool is_struct; /* or a union */
};

struct uk_site {
    int keyword, function;
    enum uk_form form;
    bool is_direct;
    const char *result;      /* type, or NULL for void */
    const char *destination; /* type, or NULL */
    bool is_named;           /* the destination is a variable: name */
    const char *name;
    const char *operator_;   /* "=", "+=", ... */
    int left;                /* first token of the destination */
    int assign;              /* token of the operator */
    const char *callee;      /* name, or NULL for an expression */
    const char *callee_type; /* where it must be declared again, or NULL */
    const char *pointer;     /* type of the expression */
    const char *shown;       /* name in messages of the runtime */
    int open, close;         /* tokens of the call's parentheses */
    int n_args;
    struct uk_argument *args;
    bool result_is_bool;
};

struct uk_source {
    const struct uk_request *request;
    const char *text;
    size_t size;
    struct uk_arena arena;
    struct uk_token *tokens;
    int n_tokens;
    struct uk_marker *markers;
    int n_markers;
    unsigned *lines; /* offsets of the starts of lines, the first is 0 */
    int n_lines;
    struct uk_keyword *keywords;
    int n_keywords;
    struct uk_function *functions; /* all of them */
    int n_functions;
    struct uk_site *sites;
    int n_sites;
    struct uk_edit *edits;
    int n_edits;
    struct uk_error *errors;
    int n_errors;
    bool is_broken; /* the compiler underneath is to report what is wrong */
};

void uk_source_lex(struct uk_source *source);

/* Is token i there, and spelt so? */
bool uk_token_is(const struct uk_source *source, int i, const char *spelling);
bool uk_token_is_any(const struct uk_source *source, int i,
                     const char *const spellings[]); /* ends with NULL */
char *uk_token_text(struct uk_source *source, int i);
/* The first token at or behind an offset; n_tokens if there is none. */
int uk_token_at(const struct uk_source *source, unsigned offset);

struct uk_place {
    const char *file;
    unsigned line, column; /* column in bytes, from 1 */
    unsigned line_start;   /* offset */
};

struct uk_place uk_source_place(const struct uk_source *source,
                                unsigned offset);

/* The token before token i that a parenthesis, which ends there, belongs to. */
int uk_token_owner(const struct uk_source *source, int close);
bool uk_token_opens_type(const struct uk_source *source, int open);

void uk_source_find_functions(struct uk_source *source);
void uk_source_find_keywords(struct uk_source *source);
/* A copy of the text for the parser, with spaces for keywords and bodies. */
char *uk_source_blank(struct uk_source *source, bool bodies);
void uk_source_parse(struct uk_source *source);
void uk_source_emit(struct uk_source *source);

/* --- edits.c --- */

/*
 * Replaces [start, end) of the text.  Behind it the user's line and column
 * are restored.
 */
void uk_edit_add(struct uk_source *source, unsigned start, unsigned end,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));
void uk_edit_apply(struct uk_source *source, struct uk_buffer *output);

/* A new line, which the compiler takes for the user's at that offset. */
void uk_source_align(const struct uk_source *source, unsigned offset,
                     struct uk_buffer *output);

/* --- diagnostics.c --- */

void uk_source_error(struct uk_source *source, unsigned offset,
                     const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void uk_source_report(struct uk_source *source);

#endif
