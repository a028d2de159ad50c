/*
 * What each spawn and cilk_future is: a site (resolve.c, checks.c), where its
 * result goes (destination.c, target.c), and what that waits for (order.c).
 */
#pragma once

#include "text.h"

enum uk_form {
    UK_DROP,     /* spawn f(); */
    UK_ASSIGN,   /* x op= spawn f(); */
    UK_INIT,     /* T x = spawn f(); */
    UK_VALUE,    /* cilk_future f(), anywhere in an expression */
    UK_TO_INLET, /* inlet(spawn f(), more); */
};

enum { UK_WORDS = 2 };

struct uk_argument {
    const char *type;
    const char *checked; /* checks.c: the type in the call, before promotion */
    bool is_struct;      /* no union: any member can stand for one */
    bool has_const;      /* so that it cannot be assigned */
    int words;           /* uk_type_words */
    bool floats[UK_WORDS];
};

#define UK_NO_PLACE (~0u)

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
    bool is_call;     /* the registers and the stack pass its arguments */
    bool is_written;  /* emit_calls.c: it is written out as a call */
    int result_words; /* uk_type_words; 0 for void */
    bool result_floats[UK_WORDS];
    const char *result;      /* type, or NULL for void */
    const char *destination; /* type, or NULL */
    bool is_packed;          /* it may be aligned less than its type */
    bool is_named;           /* the destination is a variable: name */
    const char *name;
    unsigned declared;     /* and offset of its declaration */
    const char *operator_; /* "=", "+=", ... */
    bool
        is_branch; /* of UK_INIT: a branch of what is assigned, `x = c ? spawn
                    * f() : 1': x has tokens from left to assign, or is_named */
    const char *cast;               /* type, of `x = (T)spawn f()', or NULL */
    int left;                       /* first token of the destination */
    int assign;                     /* token of the operator */
    const char *callee;             /* name, or NULL for an expression */
    bool is_intrinsic;              /* built into the compiler */
    bool is_inlined;                /* it need not exist but in its callers */
    const char *callee_declaration; /* where that is needed, or NULL */
    const char *pointer;            /* type of the expression */
    const char *shown;              /* name in messages of the runtime */
    int open, close;                /* tokens of the call's parentheses */
    int n_args;
    struct uk_argument *args;
    bool result_is_bool, result_has_const;
    bool result_is_plain; /* its type can be named in the function */
    bool must_use;        /* the compiler warns where the result is not used */
    bool is_deprecated;
    const char *nonnull; /* attribute of the callee, or NULL */
    int format; /* the argument that may be a printf's format, UK_NONE */
    struct uk_target target;
    int sync_before, sync_behind; /* keywords of syncs that are always passed
                                   * before and behind it, or UK_NONE */
    int waits;  /* before its result is used it waits for the other children
                 * of so many frames, from the innermost on outwards */
    bool is_in; /* the function has inlets: ucilk_abi_inlets_spawn */
    int inlet;  /* index; of UK_TO_INLET */
    int call, call_close; /* of that: its name and its last parenthesis */
    int deduced; /* token `__auto_type', or of a type that is const and whose
                  * name says nothing of it, or UK_NONE */
    int deduced_end;     /* its last token */
    bool is_unqualified; /* it is of a const type */
    bool is_split; /* and gets a declaration of its own, out of one that also
                    * declares pointers to const */
    bool is_group;
    struct uk_blob
        *blobs; /* of a group: in its arguments, then in its result */
    int n_blobs_in, n_blobs_out;
};

/* A struct ucilk_bytes. */
struct uk_blob {
    int argument; /* it is in, or UK_NONE: the result */
    long long at; /* bytes from that */
};

/* --- target.c --- */

/* May two destinations be the same object? */
bool uk_target_may_be(const struct uk_target *a, const struct uk_target *b);

/* --- order.c --- */

/* Has the result a destination? */
bool uk_site_is_stored(const struct uk_site *site);

void uk_source_order(struct uk_source *source);

/* --- futures.c --- */

struct uk_keyword;

/* The token of the parenthesis of cilk_future(k), or UK_NONE. */
int uk_future_count(const struct uk_source *source, int token);
/* The token behind the call that follows, UK_NONE if none does. */
int uk_future_call_end(const struct uk_source *source, int token, int count);
/* In the copy for the parser: a prefix of a call that makes it a future. */
void uk_future_blank(const struct uk_source *source,
                     const struct uk_keyword *keyword, char *text);
/* Flags that define the prefix; n is their number. */
enum { UK_N_FUTURE_FLAGS = 4 };
void uk_future_flags(struct uk_source *source,
                     const char *flags[UK_N_FUTURE_FLAGS]);
/* The prefix in the text itself, where the compiler is to complain. */
void uk_futures_stand_in(struct uk_source *source);
