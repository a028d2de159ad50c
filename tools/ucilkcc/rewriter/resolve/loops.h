/*
 * What each cilk_for and spawned statement is (loops.c, blocks.c), and what its
 * body takes along of the function around it (captures.c, local_types.c).
 */
#pragma once

#include "text.h"

struct uk_function;

enum uk_capturing {
    UK_COPY,  /* copied by assignment */
    UK_BYTES, /* copied as bytes: arrays, structs */
    UK_ROWS,  /* a pointer to variable length arrays, with their lengths */
    UK_SHARE, /* by address */
    UK_VIEW,  /* a local reducer: each piece has a view */
    UK_OWN,   /* each piece has one: it controls cilk_fors in the body, and is
               * not used elsewhere there */
    UK_FIXED, /* it never has another value than its initializer */
};

struct uk_capture {
    enum uk_capturing how;
    const char *name;
    unsigned declared; /* offset of the name there */
    const char *type;
    const char *object;    /* the type with its qualifiers */
    const char *field;     /* the type in the struct, of UK_COPY */
    bool is_local;         /* the type is: its address, or bytes, are given */
    long long size, align; /* of those */
    const char *lengths;   /* of arrays, behind the name: "[3][4]" */
    const char *initial;   /* its initializer's value, a constant, or NULL */
    int n_rows;            /* of arrays of variable length */
    bool is_pointer;       /* by address: a pointer to such */
    bool is_restrict;      /* a pointer that stays so in a cilk_for's body */
    bool is_shared, is_register;
    bool is_constexpr; /* and an integer */
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

/* A spawned statement has, of these, what a loop's body has; an inlet, whose
 * body moves out of the function in the same way, only what captures.c needs,
 * from its parameters on. */
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
    long long size;             /* of its type */
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
    const char *declarations;    /* which the body needs, or NULL */
    struct uk_local_type *types; /* which it needs, in the text's order */
    int n_types;
};

/* Is an offset in the body? */
bool uk_loop_holds(const struct uk_loop *loop, unsigned offset);
/* What is captured of the variable that is declared there, or NULL. */
struct uk_capture *uk_loop_capture(const struct uk_loop *loop,
                                   unsigned declared);

/* The innermost loop of a function whose body an offset is in, or NULL. */
struct uk_loop *uk_loop_innermost(const struct uk_source *source,
                                  const struct uk_function *function,
                                  unsigned offset);

/* Reports #pragma cilk grainsize outside of functions. */
void uk_source_check_grains(struct uk_source *source);
