/*
 * One function as a tree of its own, for the warnings: with parents, the
 * operators, the variables that names mean, and the spawned calls.
 */
#pragma once

#include "types.h"
#include "walk.h"

enum uk_storage {
    UK_AUTOMATIC,
    UK_STATIC, /* also at file scope */
    UK_THREAD,
};

/* Where an address leads that a task should not have. */
enum uk_to {
    UK_TO_LOCAL, /* or thread-local */
    UK_TO_HEAP,
    UK_TO_PARAMETER, /* to what a pointer that is a parameter leads to */
    UK_N_TO
};

struct uk_pointee {
    const struct uk_variable *variable; /* or NULL */
    const char *name;                   /* "`x'", or "memory from alloca" */
    unsigned offset;                    /* where its address is taken */
    bool is_thread_local;
};

/* What an expression may hold; and the variable that it was read from. */
struct uk_value {
    const struct uk_pointee *to[UK_N_TO];
    const struct uk_variable *through;
};

struct uk_holding {
    const char *field; /* NULL: of the whole */
    struct uk_value value;
    struct uk_holding *next;
};

struct uk_variable {
    unsigned declared;
    const char *name;
    enum uk_storage storage;
    bool is_array; /* parameters never are */
    struct uk_holding *holdings;
    struct uk_variable *next;
    enum { UK_NOT_ASKED, UK_HIDDEN, UK_EXPOSED } exposure; /* returns.c */
};

struct uk_node {
    CXCursor cursor;
    enum CXCursorKind kind;
    unsigned start, end;
    struct uk_node *parent, *child, *last, *next;
    const char *name; /* of a call's function, of a member; or NULL */
    struct uk_variable *variable; /* that a name means, or that is declared */
    bool is_spawned;              /* a call, also behind cilk_future */
    bool is_future;
    bool is_sync; /* sync; or cilk_scope {...} */
    bool is_task; /* a spawned block */
};

enum { UK_VARIABLE_LISTS = 512 };

struct uk_tree {
    struct uk_source *source;
    struct uk_node *root; /* the definition */
    struct uk_variable *variables[UK_VARIABLE_LISTS];
    struct uk_function *function;
    const char *name;
    bool is_spawned;         /* somewhere in this file */
    int first_loop, n_loops; /* of the source's, in the function */
};

struct uk_tree *uk_tree_make(struct uk_source *source, CXCursor function);

/* The keyword right before a statement or expression, if it is that word, or
 * NULL. */
const struct uk_keyword *uk_node_keyword(const struct uk_tree *tree,
                                         const struct uk_node *node,
                                         enum uk_word word);
/* The token of the operator of a unary or binary operator, an assignment. */
int uk_node_operator(const struct uk_tree *tree, const struct uk_node *node);
bool uk_node_is(const struct uk_tree *tree, const struct uk_node *node,
                const char *operator_);
/* Through parentheses and implicit casts. */
struct uk_node *uk_node_strip(struct uk_node *node);
/* The value that a declared variable begins with, or NULL. */
struct uk_node *uk_node_initializer(const struct uk_tree *tree,
                                    const struct uk_node *declaration);
bool uk_node_is_assignment(const struct uk_tree *tree,
                           const struct uk_node *node); /* =, op=, ++, -- */
/* Does it call a function with one of these names? */
bool uk_node_is_name(const struct uk_node *call, const char *words);

/* Is there such a node in the tree of this one? */
bool uk_node_has(const struct uk_node *node,
                 bool (*is_such)(const struct uk_node *node));

/* The next in the order of the text, NULL at the end. */
struct uk_node *uk_node_next(const struct uk_tree *tree, struct uk_node *node);

/* --- possible_values.c --- */

/* Finds out what each variable may hold, wherever it is assigned. */
void uk_values_find(struct uk_tree *tree);
struct uk_value uk_value_of(const struct uk_tree *tree, struct uk_node *node);
/* The variable that an assignment to the expression changes, or NULL: what a
 * pointer leads to is none. */
struct uk_variable *uk_value_root(struct uk_node *node, const char **field);

/* --- passed_addresses.c --- */

/* A value goes into a task: the parameter that it comes from is noted. */
void uk_passed_note(struct uk_tree *tree, const struct uk_value *value);
/* A plain call: of a function that gives what it is given to a task? */
void uk_passed_check(struct uk_tree *tree, struct uk_node *call);

/* --- unsynced_results.c --- */

/* Is it a sync, or a way in? */
bool uk_node_syncs(const struct uk_node *node);
/* If the statement spawns: is its result read before a sync? */
void uk_unsynced_check(struct uk_tree *tree, struct uk_node *statement);

/* --- returns.c --- */

/* Finds the returns that sync before they compute their value. */
void uk_returns_find(struct uk_tree *tree);

/* --- main_alone.c --- */

/* Is the place in main, and surely in no parallel region? */
bool uk_main_is_alone(const struct uk_tree *tree, const struct uk_node *node);
