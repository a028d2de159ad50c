/*
 * Which functions spawn their children apart, on stacks of their own
 * (ucilk/abi.h): those that move the stack pointer themselves, behind the first
 * spawn, or return twice.
 * Bodies of loops count with the function that they stand in, spawned
 * statements if they have keywords: they become functions of their own.
 */
#include <string.h>

#include "types.h"
#include "walk.h"

static bool returns_twice(const struct uk_source *s, int i)
{
    static const char names[] = "setjmp _setjmp sigsetjmp __sigsetjmp "
                                "getcontext __builtin_setjmp swapcontext vfork";
    return uk_token_is_any(s, i, names) && uk_token_is(s, i + 1, "(");
}

static bool is_alloca(const struct uk_source *s, int i)
{
    static const char prefix[] = "__builtin_alloca";
    return uk_token_is(s, i + 1, "(") &&
           (uk_token_is_any(s, i, "alloca __libc_alloca") ||
            strncmp(s->text + s->tokens[i].start, prefix, sizeof prefix - 1) ==
                0);
}

/* Is the alloca over when the function first spawns?  It stands before every
 * keyword, not in a loop with one, and nothing jumps back. */
static bool is_before_spawns(const struct uk_source *s,
                             const struct uk_function *f, int alloca)
{
    static const char ends[] = "; { }";
    for (int i = 0; i < s->n_keywords; i++)
        if (f->open < s->keywords[i].token && s->keywords[i].token < alloca)
            return false;
    for (int i = f->open + 1; i < f->close; i++) {
        if (uk_token_is(s, i, "goto"))
            return false;
        if (i < alloca && alloca < s->tokens[i].match && uk_token_is(s, i, "{"))
            return false;
    }
    int i = alloca;
    while (!uk_token_is_any(s, i, ends) &&
           !uk_token_is_any(s, i, "for while do")) {
        i--;
        if (uk_token_is(s, i, ")"))
            i = s->tokens[i].match;
    }
    return uk_token_is_any(s, i, ends);
}

/* The compiler shall not take the address for the stack pointer, which a stolen
 * parent's is not any more. */
static void hide_alloca(struct uk_source *s, int i)
{
    int close = s->tokens[i + 1].match;
    uk_edit_wrap(s, s->tokens[i].start, s->tokens[close].end,
                 "ucilk_abi_hidden(", ")");
}

/* Is token t in a spawned statement that spawns nothing itself? */
static bool is_in_leaf(const struct uk_source *s, int t)
{
    for (int i = 0; i < s->n_keywords; i++) {
        const struct uk_keyword *k = &s->keywords[i];
        bool is_leaf = k->word == UK_BLOCK && k->first <= t && t < k->end;
        for (int j = 0; is_leaf && j < s->n_keywords; j++)
            is_leaf = j == i || s->keywords[j].token < k->first ||
                      s->keywords[j].token >= k->end;
        if (is_leaf)
            return true;
    }
    return false;
}

/* What <ucilk/abi.h> says of the compiler: the letter behind a name in it, or
 * 0. */
static char abi_letter(const struct uk_source *s, const char *name)
{
    const char *abi = s->request->abi_text ? s->request->abi_text : s->text;
    size_t size = s->request->abi_text ? strlen(abi) : s->size;
    const char *found = memmem(abi, size, name, strlen(name));
    return found != NULL ? found[strlen(name)] : 0;
}

static void read_abi(struct uk_source *s)
{
    char hides = abi_letter(s, "ucilk_abi_hides = '");
    s->modifier = abi_letter(s, "ucilk_abi_modifier = '");
    s->has_more = abi_letter(s, "ucilk_abi_has_more") != 0;
    s->uncounted =
        hides == 'c' ? "no_instrument_function, no_profile_instrument_function"
                     : "no_instrument_function";
    s->hidden = uk_arena_print(
        &s->arena,
        "no_instrument_function, no_profile_instrument_function, "
        "patchable_function_entry(0, 0)%s",
        hides == 0     ? ""
        : hides == 'c' ? ", no_sanitize(\"coverage\")"
                       : ", no_sanitize_coverage");
}

void uk_source_find_apart(struct uk_source *s)
{
    for (int t = 0; t < s->n_tokens; t++)
        s->has_half = s->has_half || uk_token_is(s, t, "_Float16");
    read_abi(s);
    for (int i = 0; i < s->n_functions; i++) {
        struct uk_function *f = &s->functions[i];
        for (int t = f->first; f->n_keywords > 0 && t < f->close; t++) {
            bool allocates = s->tokens[t].kind == UK_NAME && is_alloca(s, t);
            if (!(allocates || returns_twice(s, t)) || is_in_leaf(s, t))
                continue;
            if (allocates && is_before_spawns(s, f, t))
                hide_alloca(s, t);
            else
                f->is_apart = true;
        }
    }
}

void uk_walk_apart(struct uk_walk *w, CXCursor c)
{
    struct uk_source *s = w->source;
    if (c.kind != CXCursor_VarDecl || !uk_type_is_variable(uk_cursor_type(c)))
        return;
    UK_PUSH(s, arrays, uk_cursor_place(c));
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(c);
    if (storage != CX_SC_Static && storage != CX_SC_Extern &&
        !is_in_leaf(s, uk_cursor_token(s, c)))
        s->functions[w->function].is_apart = true;
}
