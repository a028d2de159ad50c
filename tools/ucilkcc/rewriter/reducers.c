/*
 * Reducers: T cilk_reducer(identity, reduce) x = v;
 *
 * At file scope what describes it stands behind x (emit_reducers.c), and uses
 * of x are looked up (views.c).  A local one stays the variable that it is, and
 * has views in the pieces of a cilk_for.
 */
#include <string.h>

#include "types.h"
#include "walk.h"

int uk_reducer_at(const struct uk_source *s, unsigned declared)
{
    for (int i = 0; i < s->n_reducers; i++)
        if (s->reducers[i].declared == declared)
            return i;
    return UK_NONE;
}

/* The keyword in a variable's declaration, before its name, or NULL. */
static struct uk_keyword *keyword_in(struct uk_source *s, unsigned start,
                                     unsigned name)
{
    int low = 0, high = s->n_keywords; /* the first that is not before */
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (s->tokens[s->keywords[middle].token].start < start)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < s->n_keywords; low++) {
        struct uk_keyword *k = &s->keywords[low];
        if (s->tokens[k->token].start >= name)
            break;
        if (k->word == UK_REDUCER)
            return k;
    }
    return NULL;
}

/* The tokens of `(identity, reduce)', or false. */
static bool find_operands(const struct uk_source *s, struct uk_reducer *r,
                          int token)
{
    int open = token + 1, i = open + 1;
    if (!uk_token_is(s, open, "(") || s->tokens[open].match == UK_NONE)
        return false;
    r->identity = i;
    r->end = s->tokens[open].match;
    while (i < r->end && !uk_token_is(s, i, ","))
        i = s->tokens[i].match > i ? s->tokens[i].match + 1 : i + 1;
    r->reduce = i + 1;
    return r->identity < i && r->reduce < r->end;
}

/* It may be declared several times: one declaration defines it, which is that
 * with a value, or the first that is not extern. */
static void take_definition(struct uk_source *s, struct uk_reducer *r,
                            bool is_extern)
{
    int i = uk_token_at(s, r->declared);
    while (i < s->n_tokens && !uk_token_is(s, i, "=") &&
           !uk_token_is(s, i, ",") && !uk_token_is(s, i, ";"))
        i = s->tokens[i].match > i ? s->tokens[i].match + 1 : i + 1;
    bool has_value = uk_token_is(s, i, "=");
    r->is_defined = has_value || !is_extern;
    for (i = 0; i < s->n_reducers; i++) {
        struct uk_reducer *other = &s->reducers[i];
        if (!other->is_defined || strcmp(other->name, r->name) != 0)
            continue;
        r->is_defined = has_value;
        other->is_defined = other->is_defined && !has_value;
    }
}

static bool take(struct uk_source *s, struct uk_reducer *r, CXCursor variable)
{
    unsigned at = uk_cursor_place(variable);
    const char *why = "";
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(variable);
    if (!find_operands(s, r, s->keywords[r->keyword].token)) {
        uk_source_error(s, s->tokens[s->keywords[r->keyword].token].start,
                        "cilk_reducer needs two functions: write "
                        "`cilk_reducer(identity, reduce)'");
        return false;
    }
    if (r->is_local && storage != CX_SC_None && storage != CX_SC_Auto) {
        uk_source_error(s, at,
                        "a reducer in a function is a plain local variable: "
                        "move `%s' to file scope",
                        r->name);
        return false;
    }
    if (clang_getCursorTLSKind(variable) != CXTLS_None) {
        uk_source_error(s, at,
                        "each worker has views of `%s' already: leave out "
                        "`_Thread_local'",
                        r->name);
        return false;
    }
    r->type = uk_type_print_array(s, clang_getCursorType(variable), &r->lengths,
                                  &why);
    if (r->type == NULL)
        uk_source_error(s, at, "the type of the reducer `%s' %s", r->name, why);
    r->length = clang_getArraySize(clang_getCursorType(variable));
    r->is_static = storage == CX_SC_Static;
    if (!r->is_local)
        take_definition(s, r, storage == CX_SC_Extern);
    return r->type != NULL;
}

void uk_source_take_reducer(struct uk_source *s, CXCursor variable,
                            int function)
{
    unsigned start = uk_cursor_start(variable);
    unsigned declared = uk_cursor_place(variable);
    struct uk_keyword *k = keyword_in(s, start, declared);
    if (k == NULL)
        return;
    struct uk_reducer r = {.keyword = (int)(k - s->keywords),
                           .name = uk_cursor_name(s, variable),
                           .declared = declared,
                           .is_local = function != UK_NONE,
                           .first = uk_token_at(s, start)};
    s->reducers =
        uk_arena_grow(&s->arena, s->reducers, s->n_reducers, sizeof r);
    take(s, &r, variable);
    k->site = s->n_reducers;
    s->reducers[s->n_reducers++] = r;
}
