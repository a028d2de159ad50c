/*
 * The serial elision: plain C without the keywords, which are blanked.  Three
 * are more than a word too many, and only files with them take the way through
 * the parser: cilk_future, since a handle is no result, and Cilk-5's inlets
 * with the spawns that call them, since gcc alone has functions in functions.
 */
#include <string.h>

#include "emit.h"

static bool is_kept(const struct uk_source *s, const struct uk_keyword *k)
{
    return k->word == UK_FUTURE ||
           (k->word == UK_INLET && k->function != UK_NONE) ||
           uk_inlet_called(s, k) != NULL;
}

/* Keyword k was number `from'. */
static void keep(struct uk_source *s, const struct uk_keyword *k, int from,
                 struct uk_keyword *kept, int to)
{
    kept[to] = *k;
    for (int i = 0; i < s->n_inlets; i++)
        if (s->inlets[i].keyword == from)
            s->inlets[i].keyword = to;
    if (k->function == UK_NONE)
        return;
    struct uk_function *f = &s->functions[k->function];
    if (f->n_keywords++ == 0)
        f->first_keyword = to;
}

bool uk_source_elide(struct uk_source *s)
{
    int n = 0, n_blanked = 0, future = UK_NONE;
    struct uk_keyword *kept =
        uk_arena_get(&s->arena, ((size_t)s->n_keywords + 1) * sizeof *kept);
    for (int f = 0; f < s->n_functions; f++)
        s->functions[f].n_keywords = 0;
    for (int i = 0; i < s->n_keywords; i++) {
        struct uk_keyword k = s->keywords[i];
        if (!is_kept(s, &k)) {
            s->keywords[n_blanked++] = k;
            continue;
        }
        if (k.word == UK_FUTURE && future == UK_NONE)
            future = n;
        keep(s, &k, i, kept, n++);
    }
    s->n_keywords = n_blanked;
    s->text = uk_source_blank(s, false);
    s->keywords = kept;
    s->n_keywords = n;
    if (future != UK_NONE &&
        memmem(s->text, s->size, "ucilk_serial_future", 19) == NULL)
        uk_source_error(s, uk_keyword_start(s, future),
                        "%s needs `#include <ucilk/ucilk.h>'",
                        uk_keyword_name(&kept[future]));
    return n > 0;
}

void uk_source_emit_serial(struct uk_source *s)
{
    uk_edit_sort(s);
    for (int i = 0; i < s->n_sites; i++)
        if (s->sites[i].form == UK_VALUE)
            uk_future_emit_serial(s, &s->sites[i]);
        else
            uk_inlet_emit_call(s, &s->sites[i]);
    for (int i = 0; i < s->n_inlets; i++) {
        struct uk_buffer out = {0};
        const struct uk_inlet *in = &s->inlets[i];
        uk_inlet_declare(s, in, &out);
        uk_emit_block(s, s->functions[in->function].start, &out);
        uk_inlet_emit(s, in);
    }
}
