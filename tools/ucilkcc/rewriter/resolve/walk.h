/*
 * The walk through libclang's tree, between parse.c, which does it, and
 * resolve.c, which is shown the calls.
 */
#pragma once

#include <clang-c/Index.h>

#include "source.h"

struct uk_level {
    CXCursor cursor;
    int child; /* index of the next one down */
};

struct uk_walk {
    struct uk_source *source;
    CXTranslationUnit unit;
    const char *text; /* as the parser has it */
    int function;
    int *addressed; /* target.c: tokens of names behind `&', sorted */
    int n_addressed;
    int depth;
    int room;
    struct uk_level *path; /* as far as it is deep */
};

/* The node that the walk is at. */
static inline CXCursor uk_walk_top(const struct uk_walk *walk)
{
    return walk->path[walk->depth - 1].cursor;
}

/* Is an offset in the function that is walked? */
static inline bool uk_walk_holds(const struct uk_walk *w, unsigned offset)
{
    const struct uk_function *f = &w->source->functions[w->function];
    return f->start <= offset && offset < w->source->tokens[f->close].end;
}

/* A function for clang_visitChildren, with its cursor and its `data'. */
#define UK_VISITOR(name, cursor)                                               \
    static enum CXChildVisitResult name(                                       \
        CXCursor cursor, CXCursor parent __attribute__((unused)),              \
        CXClientData data __attribute__((unused)))

/* --- cursor.c: places and children of cursors --- */

void uk_cursor_extent(CXCursor cursor, unsigned *start, unsigned *end);
unsigned uk_cursor_start(CXCursor cursor);
unsigned uk_cursor_end(CXCursor cursor);

/* The first and the last of its tokens. */
int uk_cursor_token(const struct uk_source *source, CXCursor cursor);
int uk_cursor_last(const struct uk_source *source, CXCursor cursor);
/* Its canonical type. */
CXType uk_cursor_type(CXCursor cursor);
/* Is it an integer constant?  Which one. */
bool uk_cursor_evaluate(CXCursor cursor, long long *value);

/* Where the name is that it declares. */
unsigned uk_cursor_place(CXCursor cursor);
const char *uk_cursor_name(struct uk_source *source, CXCursor cursor);
/* What libclang has in a string, which is disposed of. */
char *uk_string(struct uk_source *source, CXString string);

/* A loop of C; a label, case or default. */
static inline bool uk_kind_is_loop(enum CXCursorKind kind)
{
    return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt ||
           kind == CXCursor_DoStmt;
}
static inline bool uk_kind_is_label(enum CXCursorKind kind)
{
    return kind == CXCursor_LabelStmt || kind == CXCursor_CaseStmt ||
           kind == CXCursor_DefaultStmt;
}

struct uk_children {
    CXCursor first, last;
    int n;
};

struct uk_children uk_cursor_children(CXCursor cursor);
/* Does the expression name the variable that is declared at an offset? */
bool uk_cursor_names(CXCursor expression, unsigned declared);
/* Through the implicit casts, and parentheses where asked. */
CXCursor uk_cursor_strip(CXCursor cursor, bool parentheses);

/* --- answers.c: answers of libclang that cannot be read are errors --- */

/* clang.c: puts the checks before libclang's functions. */
void uk_answers_check(void);
/* From here on answers count, for one text, which the parser has as given. */
void uk_answers_begin(struct uk_source *source, const char *text);
/* A doubt, if one could not be read. */
void uk_answers_end(void);

/* --- standard.c: the standard of C that the text is in --- */

bool uk_standard_is_c23(const struct uk_source *source); /* or later */
/* A word of C23 is a keyword in that and in later ones alone; other names have
 * nothing to do with it, and are what they are. */
bool uk_standard_has(const struct uk_source *source, int token);
/* What the parser gets for a flag of the user's; with the newest standard, or
 * that which every libclang knows. */
const char *uk_standard_flag(const struct uk_source *source, const char *flag,
                             bool newest);
/* Fills in the flags that define words which the parser does not know; returns
 * their number. */
enum { UK_MAX_STANDARD_WORDS = 16 };
int uk_standard_words(struct uk_source *source, const char **flags);

/* --- account.c --- */

/* The first token of the function that no node of the tree can have, or
 * UK_NONE; the text is the parser's. */
int uk_account(struct uk_source *source, CXCursor function, const char *text);

/* --- destination.c: false after a message --- */

bool uk_walk_assignment(struct uk_walk *walk, const struct uk_keyword *k,
                        struct uk_site *site, CXCursor assignment);
bool uk_walk_initializer(struct uk_walk *walk, const struct uk_keyword *k,
                         struct uk_site *site, CXCursor variable);

/* --- target.c --- */

/* What uk_walk_target wants to know of a function before it is walked. */
void uk_walk_find_addressed(struct uk_walk *walk);
/* Says which object it is; `result' is the type that goes there. */
void uk_walk_target(struct uk_walk *walk, struct uk_site *site,
                    CXCursor destination, CXType result);

/* --- futures.c --- */

/* The form of a call behind cilk_future, which is on top of the path; false
 * after a message. */
bool uk_walk_future(struct uk_walk *walk, const struct uk_keyword *keyword,
                    struct uk_site *site);
/* Is the expression on top of the path dropped? */
bool uk_walk_is_dropped(const struct uk_walk *walk, int at);

/* --- groups.c --- */

/* Finds the blobs of a group's arguments and result; `function' is the
 * callee's canonical type.  False after a message: something in them means
 * nothing on another node. */
bool uk_walk_group(struct uk_source *source, const struct uk_keyword *k,
                   struct uk_site *site, CXCursor call, CXType function);

/* --- selections.c --- */

/* Types that the parser takes for float, double or long double. */
extern const char uk_floats_read_as_others[];
/* Reports what chooses by such a type; text: what was parsed. */
void uk_source_check_selections(struct uk_source *source,
                                CXTranslationUnit unit, const char *text);

/* --- checks.c --- */

/* Which of the compiler's checks a spawned call would not get by itself. */
void uk_walk_find_checks(struct uk_source *source, struct uk_site *site,
                         CXCursor call, CXType function);

/* --- warnings.c --- */

/* Checks a function, the walk's current one. */
void uk_walk_warn(struct uk_walk *walk, CXCursor function);

/* --- resolve.c --- */

/* Makes a site of the call on top of the path, which the keyword is for. */
void uk_walk_resolve(struct uk_walk *walk, struct uk_keyword *keyword,
                     CXCursor call);

/* --- separate_stacks.c --- */

/* Does a node of the tree make its function one that spawns apart? */
void uk_walk_apart(struct uk_walk *walk, CXCursor cursor);

/* --- frame.c --- */

/* Takes note of a parameter. */
void uk_walk_word(struct uk_walk *walk, CXCursor cursor);

/* --- jumps.c --- */

/* Takes note of a goto, case or default. */
void uk_walk_jump(struct uk_walk *walk, CXCursor cursor);

/* --- loops.c, captures.c, reducers.c --- */

/* Makes a loop of a for statement whose keyword is cilk_for. */
void uk_walk_loop(struct uk_walk *walk, struct uk_keyword *keyword,
                  CXCursor statement);
/* blocks.c: makes a loop, which is a block, of the node on top of the path if a
 * spawn stands before it. */
void uk_walk_block(struct uk_walk *walk);
/* Is node `at' of the path a spawned statement, or at its beginning? */
bool uk_walk_is_block(const struct uk_walk *walk, int at);
/* Makes an inlet of a block that is one. */
void uk_walk_inlet(struct uk_walk *walk, CXCursor block);
/* local_types.c: the body needs a type, which may be one of its function. NULL,
 * or why it cannot have it. */
const char *uk_walk_take_type(struct uk_walk *walk, struct uk_loop *loop,
                              CXCursor declaration);
/* uses.c: what is done to the variable that the top of the path names.  Looked
 * at: its address is taken as one of const. */
enum uk_use { UK_READ, UK_WRITTEN, UK_ADDRESS, UK_LOOKED_AT };
enum uk_use uk_walk_use_of(const struct uk_walk *walk);
/* Is the pointer there used for an element, with which no other pointer is
 * made? */
bool uk_walk_is_element(const struct uk_walk *walk);
/* jumps.c: rejects a way out of a body, on top of the path. */
void uk_walk_exit(struct uk_walk *walk);
/* updates.c: the declaration that makes a reducer of the variable, if what is
 * done to it on top of the path is an update that reducers are for, or NULL. */
const char *uk_walk_reducer_for(struct uk_walk *walk, CXCursor variable);
/* The variable is written in the body of a loop: warns if that is an update by
 * all iterations. */
bool uk_walk_warn_update(struct uk_walk *walk, const struct uk_loop *loop,
                         CXCursor expression, CXCursor variable);
/* What the top of the path is to the loops around it. */
void uk_walk_capture(struct uk_walk *walk);
/* __func__ in a body is the name of the function around it. */
void uk_walk_name_function(struct uk_walk *walk, const struct uk_loop *loop);
/* sharing.c: behind a function, how its loops have each variable. */
void uk_walk_settle(struct uk_walk *walk);
/* Adds a loop of the function; its index. */
int uk_walk_add_loop(struct uk_walk *walk, struct uk_loop loop);
/* The innermost loop around the top of the path, or NULL. */
struct uk_loop *uk_loop_around(struct uk_walk *walk);
/* Another text for the name at an offset, in whichever bodies it stands. */
void uk_replace(struct uk_source *source, unsigned at, const char *text);
/* Is there another text for the name at an offset, in the body of a loop? */
bool uk_is_replaced(const struct uk_source *source, unsigned at);
/* The keyword whose cilk_reducer a type has, not behind a pointer and not in an
 * array or struct, or UK_NONE. */
int uk_type_reducer(struct uk_source *source, CXType type);
/* That of what a pointer points to, or of an array's elements, which the
 * spelling of either type may tell. */
int uk_type_reducer_below(struct uk_source *source, CXType type);
/* Looks for those that are in the type of no variable. */
void uk_source_confirm_reducers(struct uk_source *source,
                                CXTranslationUnit unit);
/* If the variable, in that function or UK_NONE, is a reducer or has some. */
void uk_source_take_reducer(struct uk_source *source, CXCursor variable,
                            int function);

/* --- views.c --- */

/* A use of a reducer, on top of the path, becomes its view.  True where it is a
 * local one in a loop that is declared outside: uk_view_mention. */
bool uk_walk_view(struct uk_walk *walk, CXCursor expression);
/* What a mention of a local reducer in the body of a loop becomes. */
void uk_view_mention(struct uk_source *source, const struct uk_loop *loop,
                     int reducer, unsigned at);
/* A variable at file scope that begins with a reducer's address. */
void uk_source_check_static(struct uk_source *source, CXCursor variable);
