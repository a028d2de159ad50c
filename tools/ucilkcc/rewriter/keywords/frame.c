/*
 * Which frame each keyword belongs to: the function's, or that of a cilk_scope
 * or of an iteration of a cilk_for.
 *
 * Where the frame of a function is declared: behind the statements at its
 * beginning that return before anything is spawned.  So the calls that end
 * there, of fib() half of them, do not set up a stack frame.  The parameters
 * are copied there, since compilers do not see that the two halves may keep
 * them in different registers.
 */
#include <string.h>

#include "walk.h"

int uk_frame_extent(const struct uk_source *s, const struct uk_keyword *k,
                    int *end)
{
    *end = UK_NONE;
    if (k->word == UK_SCOPE) {
        *end = k->end;
        return k->token;
    }
    if ((k->word != UK_FOR && k->word != UK_BLOCK) || k->site == UK_NONE)
        return UK_NONE;
    const struct uk_loop *l = &s->loops[k->site];
    *end = uk_token_at(s, l->end);
    return uk_token_at(s, l->start) - 1;
}

/* Frames are in one another, or apart. */
void uk_source_find_frames(struct uk_source *s)
{
    int open = UK_NONE, end; /* the last that may go on */
    for (int i = 0; i < s->n_keywords; i++) {
        struct uk_keyword *k = &s->keywords[i];
        for (; open != UK_NONE; open = s->keywords[open].frame) {
            uk_frame_extent(s, &s->keywords[open], &end);
            if (k->token < end)
                break;
        }
        for (k->frame = open; k->frame != UK_NONE;
             k->frame = s->keywords[k->frame].frame)
            if (uk_frame_extent(s, &s->keywords[k->frame], &end) < k->token)
                break; /* not in the header of a cilk_for */
        if (uk_frame_extent(s, k, &end) != UK_NONE)
            open = i;
    }
    for (int i = 0; i < s->n_keywords; i++) {
        const struct uk_keyword *k = &s->keywords[i];
        bool spawns = /* an inlet needs the frame, called or not */
            k->word == UK_SPAWN || k->word == UK_FUTURE ||
            k->word == UK_BLOCK || k->word == UK_INLET || k->word == UK_ABORT;
        if (!spawns)
            continue;
        if (k->frame == UK_NONE)
            s->functions[k->function].has_spawns = true;
        else
            s->keywords[k->frame].has_spawns = true;
    }
}

/* Parameters that fit a register. */
void uk_walk_word(struct uk_walk *w, CXCursor c)
{
    struct uk_source *s = w->source;
    struct uk_function *f = &s->functions[w->function];
    CXType type = uk_cursor_type(c);
    unsigned at = uk_cursor_place(c);
    bool is_word = type.kind == CXType_Pointer || type.kind == CXType_Enum ||
                   (type.kind >= CXType_Bool && type.kind <= CXType_LongLong &&
                    type.kind != CXType_UInt128);
    if (c.kind == CXCursor_ParmDecl && is_word && f->n_words < UK_MAX_WORDS &&
        f->n_keywords > 0 && at < s->tokens[f->open].start &&
        !clang_isConstQualifiedType(type) &&
        !clang_isVolatileQualifiedType(type))
        f->words[f->n_words++] = uk_cursor_name(s, c);
}

/* The first token of the statement of the body in which the token stands; the
 * first one of the body where that is hard to say. */
static int statement_of(const struct uk_source *s, const struct uk_function *f,
                        int token)
{
    int start = f->open + 1;
    bool has_tag = false;
    for (int t = start; t < token; t++) {
        int from = t;
        if (uk_token_is(s, t, "do"))
            break;
        has_tag = has_tag || uk_token_is_any(s, t, "struct union enum =");
        if (s->tokens[t].match > t)
            t = s->tokens[t].match;
        if (t >= token)
            break;
        bool ends =
            uk_token_is(s, t, ";") || (uk_token_is(s, from, "{") && !has_tag);
        if (ends && !uk_token_is_any(s, t + 1, "else ;")) {
            start = t + 1;
            has_tag = false;
        }
    }
    return start;
}

int uk_behind_labels(const struct uk_source *s, int i)
{
    while (uk_token_is(s, i, "__label__"))
        i = uk_statement_end(s, i);
    return i;
}

int uk_frame_place(const struct uk_source *s, const struct uk_function *f)
{
    int k = f->first_keyword;
    while (s->keywords[k].token < f->open ||
           s->keywords[k].word == UK_QUALIFIER)
        k++;
    int first = s->keywords[k].token;
    for (int i = 0; i < s->n_reducers; i++) /* local ones end with a sync */
        if (s->reducers[i].function == f - s->functions &&
            uk_token_at(s, s->reducers[i].declared) < first)
            first = uk_token_at(s, s->reducers[i].declared);
    int start = statement_of(s, f, first);
    int open = uk_behind_labels(s, f->open + 1);
    /* A jump may pass it. */
    if (s->request->style->in_order ||
        uk_tokens_have(s, f->open, f->close, "goto") ||
        !uk_tokens_have(s, f->open, start, "return"))
        return open;
    return start;
}
