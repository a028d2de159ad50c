/*
 * The frames that children are counted in, and where they are waited for.
 *
 *     {                              becomes
 *     { struct ucilk_abi_frame __ucilk_frame
 *           __attribute__((cleanup(ucilk_abi_end))), ...;
 *
 * in a function that spawns, behind the statements at its beginning that may
 * return before (frame.c), and in a cilk_scope and the body of a cilk_for,
 * where it is called __ucilk_frame_K.  The clean-up syncs where the block ends.
 *
 *     sync;                          becomes
 *     ({ if (__ucilk_frame.outstanding != 0) { ucilk_abi_sync(&__ucilk_frame);
 *        } });
 *     return x + y;                  becomes, where x is the result of a spawn,
 *     return (the same as of a sync), x + y;
 *     cilk_scope statement           becomes
 *     { the frame; statement }
 *
 * A sync that a function only returns behind is ucilk_abi_sync_end, as in the
 * clean-up, and compilers are told that the clean-up has nothing to do.
 */
#include "emit.h"

/* Does the frame of keyword k extend to a place? */
static bool has_frame_at(const struct uk_source *s, const struct uk_keyword *k,
                         int token)
{
    int end;
    int first = uk_frame_extent(s, k, &end);
    return first < token && token < end;
}

const char *uk_frame_name(struct uk_source *s, int frame)
{
    return frame == UK_NONE
               ? "__ucilk_frame"
               : uk_arena_print(&s->arena, "__ucilk_frame_%d", frame);
}

/* The keyword of the innermost frame that a place is in, or UK_NONE. */
static int frame_around(const struct uk_source *s, int function, int token)
{
    int i = s->n_keywords - 1;
    while (i >= 0 && (s->keywords[i].function != function ||
                      !has_frame_at(s, &s->keywords[i], token)))
        i--;
    return i >= 0 ? i : UK_NONE;
}

static bool has_spawns(const struct uk_source *s, int function, int frame)
{
    return frame != UK_NONE ? s->keywords[frame].has_spawns
                            : s->functions[function].has_spawns;
}

const char *uk_frame_at(struct uk_source *s, int function, int token)
{
    int frame = frame_around(s, function, token);
    return has_spawns(s, function, frame) ? uk_frame_name(s, frame) : NULL;
}

/* One declaration, so that the user's may follow in C90 too. */
void uk_frame_declare(struct uk_source *s, int frame, struct uk_buffer *out)
{
    const char *name = uk_frame_name(s, frame);
    uk_buffer_print(out,
                    " struct ucilk_abi_frame %s "
                    "__attribute__((cleanup(ucilk_abi_%send))), *%s_zero "
                    "__attribute__((unused)) = ((void)(%s.outstanding = 0), "
                    "&%s);",
                    name, s->request->style->pedigrees ? "pedigree_" : "", name,
                    name, name);
}

/* Behind the frame, and so synced before it. */
static void declare_inlets(const struct uk_function *f, struct uk_buffer *out)
{
    if (f->has_inlets)
        uk_put(out, 0, " struct ucilk_abi_inlets @in __attribute__((cleanup(ucilk_abi_inlets_end))) = {&@frame, 0, 0, 0, 0, 0};");
}

/* Behind an opening brace. */
static void emit_frame(struct uk_source *s, int open, int frame)
{
    struct uk_buffer out = {0};
    unsigned offset = s->tokens[uk_behind_labels(s, open + 1) - 1].end;
    uk_frame_declare(s, frame, &out);
    uk_edit_take(s, offset, offset, &out);
}

/* In the body's own braces, if it has some: the sync then comes before the end
 * of its variables. */
void uk_body_frame_emit(struct uk_source *s, const struct uk_loop *l,
                        struct uk_buffer *before)
{
    int token = uk_token_at(s, l->start);
    if (!s->keywords[l->keyword].has_spawns)
        return;
    if (uk_token_is(s, token, "{"))
        emit_frame(s, token, l->keyword);
    else
        uk_frame_declare(s, l->keyword, before);
}

/* The bracket around a token. */
static int bracket_around(const struct uk_source *s, int token)
{
    int t = token - 1;
    while (t >= 0 && s->tokens[t].match <= t)
        t = s->tokens[t].match == UK_NONE ? t - 1 : s->tokens[t].match - 1;
    return t;
}

/* Where an array of variable length and a frame end with the same block, and the
 * array is declared behind the frame, the sync comes first. */
static void emit_end_first(struct uk_source *s, int n, int f, int token)
{
    const struct uk_function *function = &s->functions[f];
    int opens = bracket_around(s, token), end = token, from = function->open;
    int frame = frame_around(s, f, token);
    if (frame != UK_NONE)
        from = uk_frame_extent(s, &s->keywords[frame], &end) + 1;
    if (!has_spawns(s, f, frame) || opens != from ||
        (frame == UK_NONE && token < uk_frame_place(s, function)))
        return;
    bool is_in = frame == UK_NONE && function->has_inlets;
    unsigned at = s->tokens[uk_statement_end(s, token) - 1].end;
    uk_edit_append(s, at,
                   " struct ucilk_abi_%s *__ucilk_first_%d "
                   "__attribute__((unused, cleanup(ucilk_abi_%send_first))) = "
                   "&%s;",
                   is_in ? "inlets" : "frame", n,
                   is_in                          ? "inlets_"
                   : s->request->style->pedigrees ? "pedigree_"
                                                  : "",
                   is_in ? "__ucilk_in" : uk_frame_name(s, frame));
}

void uk_frames_end_first(struct uk_source *s)
{
    for (int i = 0; i < s->n_arrays; i++) {
        int token = uk_token_at(s, s->arrays[i]);
        for (int f = 0; f < s->n_functions; f++)
            if (s->functions[f].open < token && token < s->functions[f].close)
                emit_end_first(s, i, f, token);
    }
}

/* Compilers do not see by themselves that the two halves may keep a parameter in
 * different registers. */
static void copy_words(const struct uk_source *s, const struct uk_function *f,
                       int place, struct uk_buffer *out)
{
    for (int i = 0; i < f->n_words; i++)
        if (*f->words[i] && uk_tokens_have(s, place, f->close, f->words[i]))
            uk_buffer_print(out,
                            " __asm__(\"{mov %%1, %%0|mov %%0, %%1}\" : "
                            "\"=r\"(%s) : \"r\"(%s));",
                            f->words[i], f->words[i]);
}
void uk_frame_emit(struct uk_source *s, const struct uk_function *function)
{
    int place = uk_frame_place(s, function);
    struct uk_buffer frame = {0};
    bool is_behind =
        place > uk_behind_labels(s, function->open + 1);
    if (is_behind) /* where the statement is, for -Wmisleading-indentation */
        uk_edit_align(s, s->tokens[place].start, &frame);
    uk_frame_declare(s, UK_NONE, &frame);
    declare_inlets(function, &frame);
    if (is_behind) {
        copy_words(s, function, place, &frame);
        uk_edit_align(s, s->tokens[place - 1].end, &frame);
    }
    uk_edit_take(s, s->tokens[place - 1].end, s->tokens[place - 1].end, &frame);
}

/* Is all that the function does behind the sync at `token', or in that return,
 * a value without calls?  Futures are waited for behind that, if at all. */
static bool is_last(const struct uk_source *s, int function, int token)
{
    const struct uk_function *f = &s->functions[function];
    int i = token;
    if (!uk_calls_are_written(s) || s->has_futures ||
        s->request->style->pedigrees || s->request->style->race ||
        f->uses_reducer || f->has_inlets || f->is_apart ||
        uk_may_leave(s, function) ||
        frame_around(s, function, token) != UK_NONE)
        return false;
    if (!uk_token_is(s, token, "return")) {
        i = token + 2;
        if (!uk_token_is_any(s, token - 1, "; { }") || /* of a loop? */
            !uk_token_is(s, token + 1, ";"))
            return false;
        if (i == f->close)
            return true;
        if (!uk_token_is(s, i, "return"))
            return false;
    }
    for (i++; i < s->n_tokens && !uk_token_is(s, i, ";"); i++) {
        bool is_behind = s->tokens[i - 1].kind == UK_NAME ||
                         uk_token_is_any(s, i - 1, ") ]");
        bool is_call = uk_token_is(s, i, "(") && is_behind &&
                       !uk_token_is(s, i - 1, "return");
        if (is_call || (uk_token_is(s, i, "{") && !is_behind))
            return false;
    }
    return true;
}

/* ucilk_abi_join, where code of the user's line is to be. */
static void print_sync(struct uk_source *s, int function, int token,
                       const char *frame, struct uk_buffer *out)
{
    bool is_in = s->functions[function].has_inlets;
    bool keeps = s->request->style->pedigrees;
    bool ends = is_last(s, function, token);
    uk_buffer_print(out,
                    "__extension__ ({ %sif (__builtin_expect(%s.outstanding "
                    "!= 0%s, 0)) { ucilk_abi_%s(&%s); ",
                    keeps ? "struct ucilk_pedigree __ucilk_q = "
                            "ucilk_abi_pedigree(); "
                          : "",
                    frame, is_in ? " || __ucilk_in.is_counted" : "",
                    is_in  ? "inlets_join"
                    : ends ? "sync_end"
                           : "sync",
                    is_in ? "__ucilk_in" : frame);
    if (ends)
        uk_buffer_print(
            out, "if (%s.outstanding != 0) __builtin_unreachable(); ", frame);
    uk_emit_leave(s, function, token, out);
    uk_buffer_print(out, "} %s})",
                    keeps ? "ucilk_abi_pedigree_go_on(__ucilk_q); " : "");
}

void uk_sync_emit(struct uk_source *s, const struct uk_keyword *k,
                      const char *frame)
{
    const struct uk_token *t = &s->tokens[k->token];
    struct uk_buffer out = {0};
    print_sync(s, k->function, k->token, frame, &out);
    uk_edit_take(s, t->start, t->end, &out);
}

/* Does the frame of a keyword extend to a return? */
static bool reaches(const struct uk_source *s, const struct uk_keyword *k,
                    int token)
{
    return k->frame != UK_NONE
               ? has_frame_at(s, &s->keywords[k->frame], token)
               : token >= uk_frame_place(s, &s->functions[k->function]);
}

static void sync_before(struct uk_source *s, int function, int token, int frame,
                        struct uk_buffer *out)
{
    uk_buffer_print(out, " ");
    print_sync(s, function, token, uk_frame_name(s, frame), out);
    uk_buffer_print(out, ",");
}

/* `return x + y;', where x is the result of a spawn, syncs first. */
void uk_return_emit(struct uk_source *s, int i)
{
    const struct uk_return *r = &s->returns[i];
    const struct uk_keyword *k = &s->keywords[r->keyword];
    unsigned at = s->tokens[r->token].end;
    struct uk_buffer out = {0};
    if (!reaches(s, k, r->token))
        return;
    for (int j = i - 1; j >= 0 && s->returns[j].token == r->token; j--)
        if (s->keywords[s->returns[j].keyword].frame == k->frame)
            return;
    /* Inner ones first, whose children began later. */
    for (int j = s->n_keywords - 1; j > k->frame; j--) {
        const struct uk_keyword *in = &s->keywords[j];
        if (in->function != k->function || !in->has_spawns ||
            !has_frame_at(s, in, r->token))
            continue;
        sync_before(s, k->function, r->token, j, &out);
    }
    sync_before(s, k->function, r->token, k->frame, &out);
    uk_edit_take(s, at, at, &out);
}

/* A statement without braces gets some. */
void uk_scope_emit(struct uk_source *s, const struct uk_keyword *k)
{
    const struct uk_token *t = &s->tokens[k->token];
    int frame = (int)(k - s->keywords);
    uk_edit_add(s, t->start, t->end, " ");
    if (!k->has_spawns)
        return;
    if (uk_token_is(s, k->token + 1, "{")) {
        emit_frame(s, k->token + 1, frame);
        return;
    }
    struct uk_buffer out = {0};
    uk_buffer_print(&out, "{");
    uk_frame_declare(s, frame, &out);
    uk_edit_wrap(s, t->start, s->tokens[k->end - 1].end,
                 uk_arena_print(&s->arena, "%s", out.bytes), " }");
    uk_buffer_free(&out);
}
