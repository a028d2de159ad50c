/*
 * Which functions spawn their children apart, on stacks of their own
 * (ucilk/abi.h): those that move the stack pointer themselves or return twice.
 * Bodies of loops count with the function that they stand in, spawned
 * statements if they have keywords: they become functions of their own.
 */
#include <string.h>

#include "walk.h"

static bool is_called(const struct uk_source *s, int i)
{
    static const char *const names[] = {
        "alloca",           "setjmp",      "_setjmp",
        "sigsetjmp",        "__sigsetjmp", "getcontext",
        "__builtin_setjmp", "swapcontext", "vfork",
        "__libc_alloca",    NULL};
    static const char prefix[] = "__builtin_alloca";
    return uk_token_is(s, i + 1, "(") &&
           (uk_token_is_any(s, i, names) ||
            strncmp(s->text + s->tokens[i].start, prefix, sizeof prefix - 1) ==
                0);
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

/* What <ucilk/abi.h> says of the compiler. */
static void read_abi(struct uk_source *s)
{
    static const char modifier[] = "ucilk_abi_modifier = '",
                      more[] = "ucilk_abi_has_more";
    const char *abi = s->request->abi_text ? s->request->abi_text : s->text;
    size_t size = s->request->abi_text ? strlen(abi) : s->size;
    const char *found = memmem(abi, size, modifier, sizeof modifier - 1);
    if (found != NULL)
        s->modifier = found[sizeof modifier - 1];
    s->has_more = memmem(abi, size, more, sizeof more - 1) != NULL;
}

void uk_source_find_apart(struct uk_source *s)
{
    for (int t = 0; t < s->n_tokens; t++)
        s->has_half = s->has_half || uk_token_is(s, t, "_Float16");
    read_abi(s);
    for (int i = 0; i < s->n_functions; i++) {
        struct uk_function *f = &s->functions[i];
        for (int t = f->first; f->n_keywords > 0 && t < f->close; t++)
            if (s->tokens[t].kind == UK_NAME && is_called(s, t) &&
                !is_in_leaf(s, t))
                f->is_apart = true;
    }
}

static bool is_variable(CXType type)
{
    while (type.kind == CXType_ConstantArray)
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    return type.kind == CXType_VariableArray;
}

void uk_walk_apart(struct uk_walk *w, CXCursor c)
{
    struct uk_source *s = w->source;
    if (c.kind != CXCursor_VarDecl ||
        !is_variable(clang_getCanonicalType(clang_getCursorType(c))))
        return;
    s->arrays =
        uk_arena_grow(&s->arena, s->arrays, s->n_arrays, sizeof *s->arrays);
    s->arrays[s->n_arrays++] = uk_cursor_place(c);
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(c);
    if (storage != CX_SC_Static && storage != CX_SC_Extern &&
        !is_in_leaf(s, uk_token_at(s, uk_cursor_start(c))))
        s->functions[w->function].is_apart = true;
}
