/*
 * cilk_group: what goes to another node and back, the arguments and the result.
 * They are copied by their bytes, with the bytes of each struct ucilk_bytes in
 * them.  Any other pointer, and the handle of a future, would mean nothing
 * there.
 */
#include <string.h>

#include "types.h"
#include "walk.h"

struct search {
    struct uk_source *source;
    struct uk_site *site;
    int argument;
    int n;           /* blobs found */
    const char *bad; /* what was found that cannot go */
};

static void look(struct search *w, CXType type, long long at);

static void look_at_fields(struct search *w, CXType type, long long at)
{
    struct uk_fields fields = uk_type_fields(w->source, type);
    for (int i = 0; i < fields.n && w->bad == NULL; i++) {
        long long offset = clang_Cursor_getOffsetOfField(fields.at[i]);
        if (!clang_Cursor_isBitField(fields.at[i]))
            look(w, clang_getCursorType(fields.at[i]), at + offset / 8);
    }
}

static void add(struct search *w, long long at)
{
    struct uk_site *site = w->site;
    int n = site->n_blobs_in + site->n_blobs_out;
    site->blobs =
        uk_arena_grow(&w->source->arena, site->blobs, n, sizeof *site->blobs);
    site->blobs[n] = (struct uk_blob){w->argument, at};
    if (w->argument == UK_NONE)
        site->n_blobs_out++;
    else
        site->n_blobs_in++;
    w->n++;
}

static bool is_named(struct search *w, CXType type, const char *name)
{
    return type.kind == CXType_Record &&
           strcmp(uk_type_spell_canonical(w->source, type), name) == 0;
}

/* The members of a union lie upon each other, so that nobody knows whether a
 * blob is there. */
static void look_at_union(struct search *w, CXType type, long long at)
{
    int n = w->n;
    struct uk_site before = *w->site;
    look_at_fields(w, type, at);
    if (w->n != n && w->bad == NULL)
        w->bad = "a struct ucilk_bytes within a union";
    w->site->n_blobs_in = before.n_blobs_in;
    w->site->n_blobs_out = before.n_blobs_out;
    w->n = n;
}

static void look(struct search *w, CXType type, long long at)
{
    CXType plain = clang_getCanonicalType(type);
    CXType bare = uk_cursor_type(clang_getTypeDeclaration(plain));
    if (w->bad != NULL)
        return;
    if (plain.kind == CXType_Pointer || plain.kind == CXType_BlockPointer) {
        w->bad = "a pointer";
    } else if (plain.kind == CXType_ConstantArray) {
        CXType element = clang_getArrayElementType(plain);
        long long size = clang_Type_getSizeOf(element);
        for (long long i = 0; i < clang_getArraySize(plain); i++)
            look(w, element, at + i * size);
    } else if (is_named(w, bare, "struct ucilk_bytes")) {
        add(w, at);
    } else if (is_named(w, bare, "struct ucilk_future")) {
        w->bad = "a future's handle";
    } else if (plain.kind == CXType_Record && uk_type_is_struct(plain)) {
        look_at_fields(w, plain, at);
    } else if (plain.kind == CXType_Record) {
        look_at_union(w, plain, at);
    }
}

static bool search(struct uk_source *s, struct uk_site *site, int argument,
                   CXType type, unsigned place)
{
    struct search w = {.source = s, .site = site, .argument = argument};
    look(&w, type, 0);
    if (w.bad == NULL)
        return true;
    const char *what =
        argument == UK_NONE
            ? "the result"
            : uk_arena_print(&s->arena, "argument %d", argument + 1);
    return uk_reject(s, place,
                     "%s of a group has %s, which means nothing on another "
                     "node: %s values, or a struct ucilk_bytes",
                     what, w.bad, argument == UK_NONE ? "return" : "pass");
}

bool uk_walk_group(struct uk_source *s, const struct uk_keyword *k,
                   struct uk_site *site, CXCursor call, CXType function)
{
    unsigned place = s->tokens[k->token].start;
    int n_params = function.kind == CXType_FunctionProto
                       ? clang_getNumArgTypes(function)
                       : 0;
    if (s->request->style->cluster || s->request->style->pedigrees)
        return uk_reject(s, place,
                         s->request->style->cluster
                             ? "cilk_group is for programs whose tasks share "
                               "memory: leave --ucilk-cluster out, or write "
                               "`cilk_future'"
                             : "a group has no pedigree: leave "
                               "--ucilk-pedigrees out, or write `cilk_future'");
    bool good = site->pointer == NULL;
    if (!good)
        uk_source_error(s, place,
                        "a group calls through a pointer, which means nothing "
                        "on another node: call a function by its name");
    for (int i = 0; i < site->n_args; i++) {
        CXCursor arg = clang_Cursor_getArgument(call, (unsigned)i);
        CXType type = i < n_params ? clang_getArgType(function, (unsigned)i)
                                   : clang_getCursorType(arg);
        good &= search(s, site, i, type, uk_cursor_start(arg));
    }
    return good && search(s, site, UK_NONE, clang_getCursorType(call), place);
}
