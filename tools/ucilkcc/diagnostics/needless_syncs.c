/*
 * Syncs where nothing is spawned: in the function, or the cilk_scope or body of
 * a cilk_for that the sync is for.  What a macro expands to is for other
 * places, too, and not warned about.
 */
#include "message_list.h"

/* Has the user's file the keyword at this place? */
static bool is_written_here(struct uk_source *s, const struct uk_keyword *k)
{
    struct uk_shown_place at = uk_shown_place(s, s->tokens[k->token].start);
    unsigned start = at.column - 1, end = start;
    while (end < at.text_size && uk_continues_name(at.text[end]))
        end++;
    return end > start && uk_words_have("sync cilk_sync _Cilk_sync",
                                        at.text + start, end - start);
}

static void check(struct uk_source *s, const struct uk_keyword *k,
                  const bool *has_futures)
{
    const char *where = "function";
    if (k->frame != UK_NONE)
        where = s->keywords[k->frame].word == UK_FOR     ? "body of a cilk_for"
                : s->keywords[k->frame].word == UK_BLOCK ? "spawned statement"
                                                         : "cilk_scope";
    unsigned at = s->tokens[k->token].start;
    if (!is_written_here(s, k) ||
        !uk_source_warn(s, UK_W_NEEDLESS_SYNC, at,
                        "nothing is spawned in this %s that sync could wait "
                        "for",
                        where))
        return;
    if (has_futures[k->function])
        uk_source_note(s, at,
                       "it does not wait for futures: get their results");
    else if (k->frame != UK_NONE && s->functions[k->function].has_spawns)
        uk_source_note(s, at,
                       "it does not wait for what the function has spawned");
}

void uk_source_check_syncs(struct uk_source *s)
{
    if (s->request->style->quiet || s->request->serial || s->n_keywords == 0)
        return;
    size_t n_frames = (size_t)s->n_keywords, n = (size_t)s->n_functions;
    bool *spawns = uk_arena_get(&s->arena, n_frames + 2 * n);
    bool *functions = spawns + n_frames, *has_futures = functions + n;
    for (int i = 0; i < s->n_keywords; i++) {
        const struct uk_keyword *k = &s->keywords[i];
        if (k->function == UK_NONE)
            continue;
        if (k->word == UK_FUTURE)
            has_futures[k->function] = true;
        else if (k->word != UK_SPAWN && k->word != UK_BLOCK)
            continue;
        else if (k->frame != UK_NONE)
            spawns[k->frame] = true;
        else
            functions[k->function] = true;
    }
    for (int i = 0; i < s->n_keywords; i++) {
        const struct uk_keyword *k = &s->keywords[i];
        if (k->word == UK_SYNC && k->function != UK_NONE &&
            !(k->frame != UK_NONE ? spawns[k->frame] : functions[k->function]))
            check(s, k, has_futures);
    }
}
