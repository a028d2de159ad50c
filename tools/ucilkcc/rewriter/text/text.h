/*
 * The preprocessed text: its tokens and lines (lexer.c, statement.c), and the
 * edits that make the output of it (edits.c).
 *
 * Every position is an offset into the text; it never changes, since nothing
 * is inserted before the last pass.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"

struct uk_source;

/* The first i of [0, n) that is not `before', which holds up to there: the
 * others are behind it in their order. */
#define UK_FIRST(i, n, before)                                                 \
    __extension__({                                                            \
        int low_ = 0, high_ = (n);                                             \
        while (low_ < high_) {                                                 \
            int i = low_ + (high_ - low_) / 2;                                 \
            if (before)                                                        \
                low_ = i + 1;                                                  \
            else                                                               \
                high_ = i;                                                     \
        }                                                                      \
        low_;                                                                  \
    })

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
    bool is_expanded; /* from a macro of a system header: is_system, too */
    bool is_c;        /* between #pragma lang +C and -C */
};

/* #pragma cilk grainsize EXPRESSION, others for a loop (GCC ivdep, clang loop,
 * which mean nothing where that becomes a call), and Cilk-5's #pragma lang. */
struct uk_pragma {
    unsigned start, end; /* the line, without its end */
    unsigned grain;      /* where the expression starts, or 0 */
    bool is_taken;       /* by a cilk_for, or always */
};

struct uk_marker {
    unsigned start; /* of the first line it speaks of */
    unsigned line;
    const char *file; /* as in the text, escapes and all, without quotes */
    bool is_system;
    bool is_expansion; /* of a macro of a system header, in the user's file */
};

void uk_source_lex(struct uk_source *source);

/* The end of the name, literal or operator at p, but for raw strings. */
const char *uk_skip_piece(const char *p, const char *end, enum uk_kind *kind);
bool uk_continues_name(char c);
/* Behind the word, and blanks around it, of a directive; or NULL. */
const char *uk_skip_word(const char *p, const char *stop, const char *word);
/* The value in a line `#pragma cilk grainsize N', also with `=' as in Cilk
 * Plus, whose # is at p; or NULL. */
const char *uk_skip_grainsize(const char *p, const char *stop);
/* The end of the literal whose quote p is at, or of the comment; that of a
 * line is its line's. */
const char *uk_skip_quoted(const char *p, const char *end);
const char *uk_skip_comment(const char *p, const char *end);

/* Is token i there, and a name? */
bool uk_token_is_name(const struct uk_source *source, int i);
/* Is token i there, and spelt so? */
bool uk_token_is(const struct uk_source *source, int i, const char *spelling);
/* lexer.c: may what a target attribute or pragma lists have AVX-512? */
bool uk_names_avx512(const char *target, size_t size);
/* Is it one of the words, "static extern"? */
bool uk_words_have(const char *words, const char *text, size_t size);
bool uk_token_is_any(const struct uk_source *source, int i, const char *words);
bool uk_token_assigns(const struct uk_source *source, int i); /* =, op= */
bool uk_token_same(const struct uk_source *source, int a, int b);
/* By their text, in any order; and where it is among n that are sorted so. */
int uk_token_compare(const struct uk_source *source, int i, int j);
int uk_token_find(const struct uk_source *source, const int *tokens, int n,
                  int i);
/* Is one of the tokens [from, to) one of the words? */
bool uk_tokens_have(const struct uk_source *source, int from, int to,
                    const char *words);
char *uk_token_text(struct uk_source *source, int i);
/* Blanks instead of [start, end) of a copy of the text, lines stay. */
void uk_blank(char *text, unsigned start, unsigned end);
/* A copy of the text, to be changed. */
char *uk_source_copy(struct uk_source *source);
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

/* --- statement.c --- */

/* The token behind the statement that begins with token i. */
int uk_statement_end(const struct uk_source *source, int i);

/* The token behind an argument that begins with token i. */
int uk_argument_end(const struct uk_source *source, int i);

/* Token i, or the bracket that it closes. */
int uk_token_open(const struct uk_source *source, int i);
/* The token behind token i, and behind the brackets that it opens. */
int uk_token_next(const struct uk_source *source, int i);
/* The first of the words, "= ; ,", from token i on that is in no bracket; or
 * `end'. */
int uk_token_seek(const struct uk_source *source, int i, int end,
                  const char *words);

/* --- edits.c --- */

/*
 * Replaces [start, end) of the text.  Behind it the user's line and column
 * are restored.
 */
#define uk_edit_add(s, start, end, ...)                                        \
    uk_edit_put(s, start, end, (s)->n_edits, __VA_ARGS__)
/* Text behind what ends there: before all edits of what begins there, and what
 * is moved. */
#define uk_edit_append(s, end, ...) uk_edit_put(s, end, end, -2, __VA_ARGS__)
void uk_edit_put(struct uk_source *source, unsigned start, unsigned end,
                 int order, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* As uk_edit_add, and frees the buffer. */
void uk_edit_take(struct uk_source *source, unsigned start, unsigned end,
                  struct uk_buffer *text);
/* Text around an expression, in which there may be edits, too. */
void uk_edit_wrap(struct uk_source *source, unsigned start, unsigned end,
                  const char *before, const char *behind);
/* Takes [start, end), with its edits, away from where it is, to an offset
 * outside of it. */
void uk_edit_move(struct uk_source *source, unsigned start, unsigned end,
                  unsigned to);
/* From here on uk_edit_render knows of the edits so far. */
void uk_edit_sort(struct uk_source *source);
/* Puts [start, end) with its edits into the buffer. */
void uk_edit_render(const struct uk_source *source, unsigned start,
                    unsigned end, struct uk_buffer *output);
void uk_edit_apply(struct uk_source *source, struct uk_buffer *output);

/* The same for generated text, where gcc would warn about names in it. */
void uk_edit_align(const struct uk_source *source, unsigned offset,
                   struct uk_buffer *output);
/* A marker for generated text, which counts as a system header's, on the user's
 * line: it belongs to a loop that is stepped through. */
void uk_emit_mark(const struct uk_source *source, unsigned offset,
                  struct uk_buffer *out);
/* A new line, which the compiler takes for the user's at that offset. */
void uk_source_align(const struct uk_source *source, unsigned offset,
                     struct uk_buffer *output);
