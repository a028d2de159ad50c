/*
 * The text of one translation unit on its way through the passes, and what
 * each pass finds out about it.  docs/ucilkcc.md has the tour.
 *
 *     lexer.c        tokens, line markers
 *     keywords.c     which tokens are keywords, with statement.c
 *     bodies.c       functions and where their bodies are
 *     parse.c        libclang: from the text to the calls, with cursor.c
 *     nested.c       functions in functions, which are rejected
 *     resolve.c      what each spawn is
 *     destination.c  where its result goes
 *     target.c       which object that is
 *     apart.c        which functions spawn apart
 *     futures.c      what cilk_future is to the parser; which are futures
 *     loops.c        what each cilk_for is
 *     blocks.c       what each spawned statement is
 *     captures.c     what the body of a cilk_for, or a block, takes along
 *     local_types.c  types of the function around that it needs
 *     inlets.c       Cilk-5's inlets and abort
 *     jumps.c        gotos and cases around cilk_for and cilk_scope
 *     reducers.c     what each cilk_reducer is
 *     views.c        uses of reducers
 *     types.c        types, printed so that they compile at file scope
 *     addresses.c    what each thread has at another address
 *     order.c        which results have to wait for others
 *     emit.c         the generated text, as edits
 *     emit_futures.c the same of cilk_future
 *     emit_loops.c, emit_pieces.c
 *                    the same of cilk_for
 *     emit_blocks.c  of spawned statements
 *     emit_reducers.c  of reducers
 *     emit_inlets.c  of inlets
 *     emit_main.c    of `cilk int main'
 *     elide.c        the serial elision: what is more than blanking
 *     edits.c        the text with its edits
 *     rewrite.c      the order of these
 *
 *     warnings.c     the tool's warnings, with tree.c, values.c, held.c
 *     lost.c, needless.c  two more
 *     diagnostics.c  all messages, with shown.c, json.c
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

/* --- keywords.c --- */

enum uk_word {
    UK_SPAWN,
    UK_BLOCK,  /* a spawn before a statement that is no call */
    UK_FUTURE, /* cilk_future, or cilk_future(k) */
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
    bool is_inline;  /* and not static: gcc warns about static names in it */
    bool is_spawned; /* by name, in this file: the warnings want its body */
    bool is_caller;  /* of one that spawns: so they want its body, too */
    int name;        /* its token; UK_NONE for odd declarators, and where
                      * neither of these is looked for */
    unsigned long to_tasks; /* parameters, by bits, that it gives to tasks */
    unsigned start;  /* where text can be put before it */
};

/* --- resolve.c --- */

enum uk_form {
    UK_DROP,     /* spawn f(); */
    UK_ASSIGN,   /* x op= spawn f(); */
    UK_INIT,     /* T x = spawn f(); */
    UK_VALUE,    /* cilk_future f(), anywhere in an expression */
    UK_TO_INLET, /* inlet(spawn f(), more); */
};

struct uk_argument {
    const char *type;
    const char *checked; /* checks.c: the type in the call, before promotion */
    bool is_struct; /* no union: any member can stand for one */
    bool has_const; /* so that it cannot be assigned */
    int words;      /* uk_type_words */
};

enum { UK_NO_PLACE = ~0u };

/* target.c: which object a destination is. */
struct uk_target {
    unsigned variable; /* that it is, or is in: offset of its declaration, or
                        * UK_NO_PLACE: it may be in any that is not private */
    bool is_private;   /* nothing but the variable's name leads to it */
    bool is_in_union;
    unsigned field;    /* offset of the declaration of the struct's member, if
                        * it is one, or UK_NO_PLACE */
    long index;        /* the last subscript, or UK_NONE */
    const char *array; /* the type that has it */
    bool is_rounded;   /* each time, or the like: even equal operators do not
                        * commute */
    unsigned loop_start, loop_end; /* the outermost loop around with the same
                                    * variable; 0, 0: none */
};

struct uk_site {
    int keyword, function;
    enum uk_form form;
    bool is_direct;
    const char *result;      /* type, or NULL for void */
    const char *destination; /* type, or NULL */
    bool is_named;           /* the destination is a variable: name */
    const char *name;
    unsigned declared;       /* and offset of its declaration */
    const char *operator_;   /* "=", "+=", ... */
    bool is_branch; /* of UK_INIT: a branch of what is assigned, `x = c ? spawn
                     * f() : 1': x has tokens from left to assign, or is_named */
    int left;                /* first token of the destination */
    int assign;              /* token of the operator */
    const char *callee;      /* name, or NULL for an expression */
    const char *callee_declaration; /* where that is needed, or NULL */
    const char *pointer;     /* type of the expression */
    const char *shown;       /* name in messages of the runtime */
    int open, close;         /* tokens of the call's parentheses */
    int n_args;
    struct uk_argument *args;
    bool result_is_bool, result_has_const;
    bool result_is_plain; /* its type can be named in the function */
    bool must_use; /* the compiler warns where the result is not used */
    bool is_deprecated;
    const char *nonnull; /* attribute of the callee, or NULL */
    int format;    /* the argument that may be a printf's format, UK_NONE */
    struct uk_target target;
    int sync_before, sync_behind; /* keywords of syncs that are always passed
                                   * before and behind it, or UK_NONE */
    int waits;   /* before its result is used it waits for the other children
                  * of so many frames, from the innermost on outwards */
    bool is_in;  /* the function has inlets: ucilk_abi_inlets_spawn */
    int inlet;   /* index; of UK_TO_INLET */
    int call, call_close; /* of that: its name and its last parenthesis */
    int deduced; /* token `__auto_type', or UK_NONE */
};

/* --- target.c --- */

/* May two destinations be the same object? */
bool uk_target_may_be(const struct uk_target *a, const struct uk_target *b);

/* --- order.c --- */

/* Has the result a destination? */
bool uk_site_is_stored(const struct uk_site *site);

/* --- loops.c, captures.c --- */

enum uk_capturing {
    UK_COPY,  /* copied by assignment */
    UK_BYTES, /* copied as bytes: arrays, structs */
    UK_ROWS,  /* a pointer to variable length arrays, with their lengths */
    UK_SHARE, /* by address */
    UK_VIEW,  /* a local reducer: each piece has a view */
    UK_OWN,   /* each piece has one: it controls cilk_fors in the body, and is
               * not used elsewhere there */
};

struct uk_capture {
    enum uk_capturing how;
    const char *name;
    unsigned declared; /* offset of the name there */
    const char *type;
    const char *object;  /* the type with its qualifiers */
    const char *field;   /* the type in the struct, of UK_COPY */
    bool is_local;       /* the type is: its address, or bytes, are given */
    long long size, align; /* of those */
    const char *lengths; /* of arrays, behind the name: "[3][4]" */
    int n_rows;          /* of arrays of variable length */
    bool is_pointer;     /* by address: a pointer to such */
    bool is_shared, is_register;
    int reducer;
    bool is_warned; /* of what it holds */
};

/* A type of the function that a body needs. */
struct uk_local_type {
    unsigned start, end; /* of its declaration, or that of a struct in one */
    unsigned declared;
    const char *name; /* or "" */
    int tag;          /* before which token one is to stand, or 0 */
    bool is_typedef;
};

/* A spawned statement has, of these, what a loop's body has; an inlet, whose body
 * moves out of the function in the same way, only what captures.c needs, from its
 * parameters on. */
struct uk_loop {
    int keyword, function;
    bool is_block, is_inlet;
    const char *around;           /* name of the function */
    int open, close;              /* tokens of the header's parentheses */
    int first_end, condition_end; /* tokens of its semicolons */
    unsigned start, end;          /* of the body */
    const char *name;             /* of the control variable */
    unsigned declared;
    bool is_own; /* it is declared in the header */
    const char *type;
    const char *field;        /* the type in the struct */
    bool is_pointer, is_wide; /* of 128 bits */
    bool is_unsigned;
    long long size; /* of its type */
    const char *constant_start; /* or NULL */
    const char *order;          /* "<", "<=", ">", ">=", "!=" */
    unsigned limit_start, limit_end;
    const char *limit_type;
    bool is_simple;     /* the limit can be evaluated twice */
    bool is_subtracted; /* -=, -- */
    bool has_address;   /* the body takes that of the control variable */
    const char *step;   /* a constant, or NULL */
    bool is_step_simple;
    unsigned step_start, step_end;
    unsigned increment_start, increment_end;
    const struct uk_pragma *grain;
    struct uk_capture *captures;
    int n_captures;
    const char *declarations; /* which the body needs, or NULL */
    struct uk_local_type *types; /* which it needs, in the text's order */
    int n_types;
};

/* Is an offset in the body? */
bool uk_loop_holds(const struct uk_loop *loop, unsigned offset);
/* What is captured of the variable that is declared there, or NULL. */
struct uk_capture *uk_loop_capture(const struct uk_loop *loop,
                                   unsigned declared);

/* --- inlets.c --- */

enum { UK_MAX_INLET_PARAMS = 16 };

struct uk_inlet {
    int keyword, function;
    int name, open, close; /* tokens: of the parameters' parentheses */
    int body, end;         /* of its braces */
    int scope;             /* of the brace that ends the block around it */
    int n_params;
    int params[UK_MAX_INLET_PARAMS]; /* the first token of each */
    int loop;                        /* or UK_NONE */
};

/* unsynced.c: a return whose value reads the result of a spawn. */
struct uk_return {
    int token, keyword; /* of the return, and the spawn's */
};

struct uk_jump {
    unsigned at, label;
    int function;
    bool is_case; /* at is the switch */
};

/* --- reducers.c --- */

/* A variable that is a reducer, or has some in it. */
struct uk_reducer {
    int keyword; /* UK_NONE: it has some in it */
    const char *name;
    unsigned declared; /* offset of the name */
    int function;      /* UK_NONE at file scope */
    bool is_local;     /* a plain local variable: it comes and goes */
    bool is_defined, is_static;
    int identity, reduce, end; /* tokens of the two expressions */
    int first;                 /* token of the declaration */
};

/* --- views.c --- */

/* A reducer whose view a loop's body, or a function, asks for once. */
struct uk_view {
    int function, loop; /* index, or UK_NONE: the function */
    int reducer;
    bool is_pointer; /* the name is that of a pointer to it */
};

/* A local variable, in a function with loops. */
struct uk_mention {
    unsigned at, declared;
    bool is_address; /* it is taken */
    bool is_view;    /* what is meant is the view of a reducer */
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
    struct uk_pragma *pragmas;
    int n_pragmas;
    bool is_c; /* what is lexed stands behind #pragma lang +C */
    unsigned *lines; /* offsets of the starts of lines, the first is 0 */
    int n_lines;
    struct uk_keyword *keywords;
    int n_keywords;
    struct uk_function *functions; /* all of them */
    int n_functions;
    struct uk_site *sites;
    int n_sites;
    struct uk_loop *loops;
    int n_loops;
    struct uk_reducer *reducers;
    int n_reducers;
    bool has_reducers; /* anywhere: a keyword */
    bool has_spawned_arguments;
    struct uk_inlet *inlets;
    int n_inlets;
    bool may_abort; /* there are inlets or aborts: its strands leave early */
    struct uk_mention *mentions; /* in the function that is walked */
    int n_mentions;
    struct uk_view *views;
    int n_views;
    struct uk_return *returns;
    int n_returns;
    struct uk_jump *jumps; /* gotos and cases */
    int n_jumps;
    unsigned *replaced; /* names in bodies of loops */
    int n_replaced;
    struct uk_edit *edits;
    int n_edits, n_sorted; /* in the order of the text, of the first ones */
    struct uk_message *messages;
    int n_messages, n_errors;
    bool has_target; /* a pragma for another processor */
    bool is_muted;  /* the last warning is off, and so are its notes */
    bool is_broken; /* the compiler underneath is to report what is wrong */
};

void uk_source_lex(struct uk_source *source);

/* The ends of an operator at p, and of a number, p is behind its first
 * letter. */
const char *uk_skip_operator(const char *p, const char *end);
const char *uk_skip_number(const char *p, const char *end);

/* Is token i there, and spelt so? */
bool uk_token_is(const struct uk_source *source, int i, const char *spelling);
bool uk_token_is_any(const struct uk_source *source, int i,
                     const char *const spellings[]); /* ends with NULL */
bool uk_token_assigns(const struct uk_source *source, int i); /* =, op= */
bool uk_token_same(const struct uk_source *source, int a, int b);
/* By their text, in any order; and where it is among n that are sorted so. */
int uk_token_compare(const struct uk_source *source, int i, int j);
int uk_token_find(const struct uk_source *source, const int *tokens, int n,
                  int i);
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

/* statement.c: the token behind the statement that begins with token i. */
int uk_statement_end(const struct uk_source *source, int i);

void uk_source_find_functions(struct uk_source *source);
/* loops.c: reports #pragma cilk grainsize outside of functions. */
void uk_source_check_grains(struct uk_source *source);
void uk_source_find_keywords(struct uk_source *source);
void uk_source_find_apart(struct uk_source *source);
/* A copy of the text for the parser, with spaces for keywords and bodies. */
char *uk_source_blank(struct uk_source *source, bool bodies);
void uk_source_parse(struct uk_source *source);
void uk_source_check_jumps(struct uk_source *source);
void uk_source_loosen_addresses(struct uk_source *source);
void uk_source_order(struct uk_source *source);
void uk_source_emit(struct uk_source *source);
/* What makes the future in the serial elision with pedigrees, but for the last
 * bracket. */
void uk_future_call_serial(struct uk_source *source, const struct uk_site *site,
                           struct uk_buffer *out);

void uk_future_emit_serial(struct uk_source *source,
                           const struct uk_site *site);

/* --- elide.c: the serial elision --- */

/* Blanks the keywords.  Are there some for which that is not enough?  Only
 * these are left, for the parser, and then uk_source_emit_serial. */
bool uk_source_elide(struct uk_source *source);
void uk_source_emit_serial(struct uk_source *source);

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
/* Is it the name of an operation that the compiler knows? */
bool uk_token_is_atomic(const struct uk_source *source, int i);
/* For messages: "spawn", whichever spelling the user has. */
const char *uk_keyword_name(const struct uk_keyword *keyword);
/* The reducer whose name is declared at an offset, or UK_NONE. */
int uk_reducer_at(const struct uk_source *source, unsigned declared);

/* --- reducers.c: cilk_reducer in types --- */

/* Finds the functions that may use reducers; reports keywords without
 * operands. */
void uk_source_find_reducers(struct uk_source *source);
/* In the copy for the parser: an attribute of types; and the flags that define
 * it, as many as uk_reducer_flags returns. */
void uk_reducers_blank(const struct uk_source *source, char *text);
int uk_reducer_flags(struct uk_source *source, const char **flags);
/* `x' of `cilk_reducer(x, y)', and where it ends; false if there is none. */
bool uk_reducer_operands(const struct uk_source *source, int keyword,
                         int *identity, int *reduce, int *end);

/* --- views.c --- */

/* The views that a loop's body asks for. */
void uk_views_hold(struct uk_source *source, int loop,
                   struct uk_buffer *output);
/* `ucilk_abi_look_up(...)' of the variable, or of what points to it. */
const char *uk_view_of(struct uk_source *source, int reducer, bool is_pointer);
/* Is there a keyword, or a get, in [start, end)? */
bool uk_may_wait(const struct uk_source *source, unsigned start, unsigned end);
/* Uses that were not found since the parser has an error in the function. */
void uk_source_check_uses(struct uk_source *source, int function,
                          const char *error);

/* --- inlets.c, emit_inlets.c --- */

/* Is token i the `inlet' of one, in any function? */
bool uk_inlet_is_one(const struct uk_source *source, int token);
void uk_source_find_inlets(struct uk_source *source);
/* In the copy for the parser an inlet is a block, with variables for its
 * parameters, and a call of one is a comma expression. */
void uk_inlets_blank(const struct uk_source *source, char *text);
/* The inlet that is called with the spawn's result, or NULL. */
struct uk_inlet *uk_inlet_called(const struct uk_source *source,
                                 const struct uk_keyword *spawn);
/* The inlet in whose body an offset is, or NULL. */
struct uk_inlet *uk_inlet_around(const struct uk_source *source,
                                 unsigned offset);
/* Reports what cannot stand together with inlets; false after a message. */
bool uk_inlet_check_call(struct uk_source *source,
                         const struct uk_keyword *spawn, struct uk_site *site);
/* Reports a call with too many or too few arguments. */
void uk_inlet_check_count(struct uk_source *source,
                          const struct uk_keyword *spawn,
                          const struct uk_site *site);
/* The first parameter that is no result: there may be none of this. */
static inline int uk_inlet_first(const struct uk_site *site)
{
    return site->result != NULL ? 1 : 0;
}
void uk_source_check_inlets(struct uk_source *source);
/* The name of parameter i. */
char *uk_inlet_param(struct uk_source *source, const struct uk_inlet *inlet,
                     int i);

void uk_inlet_declare(struct uk_source *source, const struct uk_inlet *inlet,
                      struct uk_buffer *output);
void uk_inlet_emit(struct uk_source *source, const struct uk_inlet *inlet);
/* In the serial elision: the call of the inlet behind that of the function. */
void uk_inlet_emit_call(struct uk_source *source, const struct uk_site *site);
/* What a child of a function with inlets takes and does, behind its arguments
 * and its call. */
void uk_inlet_fields(struct uk_source *source, const struct uk_site *site,
                     struct uk_buffer *output);
void uk_inlet_define_run(struct uk_source *source, const struct uk_site *site,
                         struct uk_buffer *output);
void uk_inlet_end_body(struct uk_source *source, const struct uk_site *site,
                       struct uk_buffer *output);
void uk_inlet_set_fields(struct uk_source *source, const struct uk_site *site,
                         struct uk_buffer *output);
/* `if (ucilk_abi_aborted()) return ...;' at a token, or nothing. */
bool uk_may_leave(const struct uk_source *source, int function);
void uk_emit_leave(const struct uk_source *source, int function, int token,
                   struct uk_buffer *output);

/* --- emit_main.c --- */

/* Of `cilk' before a function. */
void uk_main_emit(struct uk_source *source, const struct uk_keyword *keyword);

/* --- futures.c --- */

/* The token of the parenthesis of cilk_future(k), or UK_NONE. */
int uk_future_count(const struct uk_source *source, int token);
/* The token behind the call that follows, UK_NONE if none does. */
int uk_future_call_end(const struct uk_source *source, int token, int count);
/* In the copy for the parser: a prefix of a call that makes it a future. */
void uk_future_blank(const struct uk_source *source,
                     const struct uk_keyword *keyword, char *text);
/* Flags that define the prefix; n is their number. */
enum { UK_N_FUTURE_FLAGS = 2 };
void uk_future_flags(struct uk_source *source,
                     const char *flags[UK_N_FUTURE_FLAGS]);
/* The prefix in the text itself, where the compiler is to complain. */
void uk_futures_stand_in(struct uk_source *source);

/* --- emit.c, emit_futures.c, emit_loops.c, emit_pieces.c, emit_reducers.c --- */

enum { UK_FRAME_NAME = 32 };
/* A frame is that of a cilk_scope or cilk_for, given as its keyword, or of the
 * function, UK_NONE.  Each has a name of its own, for -Wshadow. */
void uk_frame_declare(struct uk_source *source, int frame,
                      struct uk_buffer *output);

/* frame.c: the tokens between the first, which is returned, and *end have the
 * frame of a cilk_scope or cilk_for; of other keywords UK_NONE. */
int uk_frame_extent(const struct uk_source *source,
                    const struct uk_keyword *keyword, int *end);
void uk_source_find_frames(struct uk_source *source);

/* frame.c: before which token the frame of a function is declared, and copies of
 * the parameters behind it. */
int uk_frame_place(const struct uk_source *source,
                   const struct uk_function *function);
void uk_frame_copy_words(struct uk_source *source,
                         const struct uk_function *function, int place,
                         struct uk_buffer *output);

/* Text at file scope at an offset, as if from a system header, and with no line
 * of the user's: breakpoints are not to strike in it. */
void uk_emit_block(struct uk_source *source, unsigned offset,
                   const struct uk_buffer *block);

/* A marker for generated text, which counts as a system header's, on the user's
 * line. */
void uk_emit_mark(struct uk_source *source, unsigned offset,
                  struct uk_buffer *output);

/* The name of the frame around a place, if it has spawns; else false. */
bool uk_frame_at(const struct uk_source *source, int function, int token,
                 char name[UK_FRAME_NAME]);

int uk_loop_number(const struct uk_source *source, const struct uk_loop *loop);
/* The step, a constant or a member of `args'. */
void uk_loop_step(const struct uk_loop *loop, const char *args,
                  struct uk_buffer *output);
/* Before the function, behind it, and in it. */
void uk_loop_declare(struct uk_source *source, const struct uk_loop *loop,
                     struct uk_buffer *output);
void uk_loop_emit_piece(struct uk_source *source, const struct uk_loop *loop);
void uk_loop_emit(struct uk_source *source, const struct uk_loop *loop);
/* Parts of these that a block has, too: a field for what is captured, its value
 * at the site, variables of the body, attributes of the function. */
void uk_capture_declare(const struct uk_capture *capture,
                        struct uk_buffer *output);
/* The innermost loop of a function whose body an offset is in, or NULL. */
struct uk_loop *uk_loop_innermost(const struct uk_source *source,
                                  const struct uk_function *function,
                                  unsigned offset);
void uk_captures_fill(struct uk_source *source, const struct uk_loop *loop,
                      struct uk_buffer *output);
void uk_captures_define(struct uk_source *source, const struct uk_loop *loop,
                        struct uk_buffer *output);
/* What stands before the head of the function that a body moves into. */
void uk_piece_begin(struct uk_source *source, const struct uk_loop *loop,
                    struct uk_buffer *output);
/* Before the function, and the rest. */
void uk_block_declare(struct uk_source *source, const struct uk_loop *loop,
                      struct uk_buffer *output);
void uk_block_emit(struct uk_source *source, const struct uk_loop *loop);
/* local_types.c: around all that is in the function which a body becomes. */
void uk_local_types_open(struct uk_source *source, const struct uk_loop *loop,
                         struct uk_buffer *output);
void uk_local_types_close(const struct uk_loop *loop, struct uk_buffer *output);
void uk_reducers_emit(struct uk_source *source);
/* The tokens [from, to). */
void uk_emit_tokens(struct uk_source *source, int from, int to,
                    struct uk_buffer *output);

/* `long __ucilk_k_N = (k); ' of cilk_future(k), with the text so far in front:
 * what there is from `start' on up to the keyword is replaced.  Where the text
 * that follows it begins. */
unsigned uk_emit_count(struct uk_source *source, const struct uk_site *site,
                       unsigned start, struct uk_buffer *output);

/* The token behind an argument that begins with token i. */
int uk_argument_end(const struct uk_source *source, int i);

/* --- checks.c --- */

void uk_emit_format_check(struct uk_source *s, const struct uk_site *site,
                          struct uk_buffer *out);

/* --- edits.c --- */

/*
 * Replaces [start, end) of the text.  Behind it the user's line and column
 * are restored.
 */
void uk_edit_add(struct uk_source *source, unsigned start, unsigned end,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The same, and empties the buffer. */
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
void uk_edit_render(struct uk_source *source, unsigned start, unsigned end,
                    struct uk_buffer *output);
void uk_edit_apply(struct uk_source *source, struct uk_buffer *output);

/* The same for generated text, where gcc would warn about names in it. */
void uk_edit_align(const struct uk_source *source, unsigned offset,
                   struct uk_buffer *output);
/* A new line, which the compiler takes for the user's at that offset. */
void uk_source_align(const struct uk_source *source, unsigned offset,
                     struct uk_buffer *output);

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

/* --- needless.c --- */

/* Behind uk_source_find_frames. */
void uk_source_check_syncs(struct uk_source *source);

/* --- warnings.c --- */

/* Finds the functions whose bodies the warnings want. */
void uk_source_find_spawned(struct uk_source *source);
/* And then whom the warnings want besides. */
void uk_source_find_callers(struct uk_source *source);

#endif
