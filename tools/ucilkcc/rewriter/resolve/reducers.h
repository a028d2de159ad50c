/* What each cilk_reducer is (reducers.c), and the uses of reducers (views.c).
 */
#pragma once

#include "text.h"

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

/* The reducer whose name is declared at an offset, or UK_NONE. */
int uk_reducer_at(const struct uk_source *source, unsigned declared);

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

/* A reducer whose view a loop's body, or a function, asks for once. */
struct uk_view {
    int function, loop; /* index, or UK_NONE: the function */
    int reducer;
    bool is_pointer; /* the name is that of a pointer to it */
};

/* A local variable, in a function with loops. */
struct uk_mention {
    unsigned at, declared;
    bool is_written;
    bool is_address; /* it is taken */
    bool is_element; /* of what the variable points to */
    bool is_view;    /* what is meant is the view of a reducer */
};

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
