/*
 * The order of the passes, and the contract's header in front of the result.
 */
#include <string.h>

#include "clang.h"
#include "emit.h"

/* <ucilk/abi.h>, preprocessed; without the pragmas that are left in it. */
static void add_abi(const struct uk_request *r, struct uk_buffer *output)
{
    uk_buffer_print(output, "# 1 \"ucilk/abi.h\" 3\n");
    const char *p = r->abi_text, *end = p + r->abi_size;
    while (p < end) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const char *next = newline != NULL ? newline + 1 : end;
        if (*p != '#')
            uk_buffer_add(output, p, (size_t)(next - p));
        p = next;
    }
}

/* UCILK_ABI_LINKED, and back to the user's last place: gcc looks there whether
 * it may warn about a static function that is declared only. */
static void add_link(struct uk_source *s, struct uk_buffer *output)
{
    uk_buffer_print(output,
                    "\n# 1 \"ucilk/linked\" 3\n"
                    "static __typeof__(&ucilk_abi_link) const ucilk_abi_linked "
                    "__attribute__((used)) = ucilk_abi_link;\n");
    uk_source_align(s, (unsigned)s->size, output);
}

/* The text starts with a marker of its own, but for one made by hand. */
static void add_first_marker(struct uk_source *s, struct uk_buffer *output)
{
    struct uk_place place = uk_source_place(s, 0);
    if (s->size == 0 || s->text[0] != '#')
        uk_buffer_print(output, "# %u \"%s\"\n", place.line, place.file);
}

/* --ucilk-force: puts the compiler back to the user's place in each of the
 * user's functions, as a spawn does. */
static void edit_all_functions(struct uk_source *s)
{
    for (int i = 0; i < s->n_functions; i++) {
        const struct uk_token *open = &s->tokens[s->functions[i].open];
        if (!open->is_system)
            uk_edit_add(s, open->end, open->end, "%s", "");
    }
}

/* A header in the middle comes too late. */
static void check_header(struct uk_source *s)
{
    const struct uk_keyword *k = &s->keywords[0];
    const char *abi = memmem(s->text, s->size, "struct ucilk_abi_task {", 23);
    if (s->request->abi_text == NULL && s->n_keywords > 0 && abi != NULL &&
        s->text + s->tokens[k->token].start < abi)
        uk_source_error(s, s->tokens[k->token].start,
                        "the first %s stands before a header of Cilk's: "
                        "include <cilk/cilk.h> at the beginning, or none",
                        uk_keyword_name(k));
}

static void find_keywords(struct uk_source *s)
{
    uk_source_lex(s);
    uk_source_find_functions(s);
    uk_source_find_keywords(s);
}

/* And once more if spellings have changed. */
static void spell(struct uk_source *s)
{
    const char *text = uk_source_spell(s);
    if (text == NULL)
        return;
    *s = (struct uk_source){.request = s->request,
                            .text = text,
                            .size = s->size,
                            .arena = s->arena};
    find_keywords(s);
}

static enum uk_result run(struct uk_source *s, struct uk_buffer *output,
                          struct uk_said *said)
{
    bool serial = s->request->serial;
    find_keywords(s);
    if (!serial && s->n_keywords > 0)
        spell(s);
    uk_source_check_grains(s);
    bool has_main = uk_main_emit(s);
    if (s->n_keywords == 0 && (s->n_errors > 0 || !s->request->force)) {
        bool had_some = s->text != s->request->text; /* in returns alone */
        uk_source_report(s, said);
        if (s->n_errors > 0)
            return UK_REWRITE_ERRORS;
        if (!had_some && !has_main)
            return UK_REWRITE_NONE;
        uk_edit_apply(s, output);
        return had_some ? UK_REWRITE_OK : UK_REWRITE_FORCED;
    }
    if (serial && !uk_source_elide(s)) {
        uk_edit_apply(s, output);
        return UK_REWRITE_OK;
    }
    if (uk_clang_load() != 0)
        return UK_REWRITE_ERRORS;
    if (!serial) {
        uk_source_find_apart(s);
        uk_source_find_reducers(s);
        uk_source_find_callees(s);
    }
    uk_source_parse(s);
    if (!serial)
        check_header(s);
    if (s->n_errors == 0 && !s->is_broken && !serial) {
        uk_source_find_frames(s);
        uk_source_check_syncs(s);
    }
    uk_source_report(s, said);
    if (s->n_errors > 0)
        return UK_REWRITE_ERRORS;
    if (s->is_broken) {
        /* The compiler is to see the user's text, and to complain. */
        s->text = uk_source_blank(s, false);
        s->n_edits = 0;
        uk_futures_stand_in(s);
    } else if (serial) {
        uk_source_emit_serial(s);
    } else {
        uk_source_loosen_addresses(s);
        uk_source_order(s);
        uk_source_emit(s);
        if (s->request->force)
            edit_all_functions(s);
        if (s->request->abi_text != NULL)
            add_abi(s->request, output);
        add_first_marker(s, output);
    }
    uk_edit_apply(s, output);
    if (!serial && !s->request->elides && !s->is_broken && s->n_keywords > 0)
        add_link(s, output);
    return s->n_keywords == 0 ? UK_REWRITE_FORCED : UK_REWRITE_OK;
}

enum uk_result uk_rewrite(const struct uk_request *request,
                          struct uk_buffer *output, struct uk_said *said)
{
    struct uk_source source = {.request = request,
                               .text = request->text,
                               .size = request->size,
                               .n_wide_functions = UK_NONE};
    enum uk_result result = run(&source, output, said);
    uk_arena_free(&source.arena);
    return result;
}
