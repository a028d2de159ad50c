/*
 * cilk_future and cilk_group: an expression, `cilk_future call' or
 * `cilk_future(k) call', whose type is struct ucilk_future, whatever the call
 * returns.
 *
 * To the parser it is a prefix that makes the type so and hides nothing:
 *
 *     *(struct ucilk_future *)sizeof call
 *
 * where k is in the cast's typeof.  Macros with names as long as the keyword
 * stand for the prefix, so that offsets stay: what they expand to has the
 * keyword's.
 */
#include <string.h>

#include <ucilk/abi.h>

#include "types.h"
#include "walk.h"

static bool is_any_of(const struct uk_source *s, int i, const char *a)
{
    return i < s->n_tokens && uk_token_is_any(s, i, a);
}

static bool is_group(const struct uk_source *s, int i)
{
    return uk_token_is(s, i, "(") && s->tokens[i].match > i;
}

/* In `cilk_future (a)(b)' a is what is called, and in `cilk_future (a)(b)(c)'
 * the number. */
int uk_future_count(const struct uk_source *s, int token)
{
    int open = token + 1;
    if (!is_group(s, open))
        return UK_NONE;
    int next = s->tokens[open].match + 1;
    bool is_count = next < s->n_tokens &&
                    (s->tokens[next].kind == UK_NAME ||
                     (is_group(s, next) &&
                      is_any_of(s, s->tokens[next].match + 1, "( [ . ->")));
    return is_count ? open : UK_NONE;
}

static bool is_empty(const struct uk_source *s, int open)
{
    return s->tokens[open].match == open + 1;
}

int uk_future_call_end(const struct uk_source *s, int token, int count)
{
    int i = (count != UK_NONE ? s->tokens[count].match : token) + 1;
    bool is_call = false;
    if (i >= s->n_tokens || (s->tokens[i].kind != UK_NAME && !is_group(s, i)))
        return UK_NONE;
    i = uk_token_next(s, i);
    for (;;) {
        if (is_group(s, i) || uk_token_is(s, i, "[")) {
            is_call = is_group(s, i);
            i = uk_token_next(s, i);
        } else if (uk_token_is_any(s, i, ". ->")) {
            is_call = false;
            i += 2;
        } else {
            return is_call ? i : UK_NONE;
        }
    }
}

/* --- for the parser --- */

static const char plain[] = "__ucilk_f_1", counted[] = "__ucilk_f_k";
static const char plain_group[] = "__ucilk_g1", counted_group[] = "__ucilk_gk";

/* Among a macro's arguments the parser wants no line markers. */
static void blank_markers(char *text, unsigned start, unsigned end)
{
    for (unsigned i = start; i < end; i++)
        if (text[i] == '#' && text[i - 1] == '\n')
            uk_blank(text, i, i + (unsigned)strcspn(text + i, "\n"));
}

void uk_future_blank(const struct uk_source *s, const struct uk_keyword *k,
                     char *text)
{
    unsigned start = s->tokens[k->token].start;
    bool has_number = k->count != UK_NONE && !is_empty(s, k->count);
    if (!k->is_in_place)
        return;
    if (k->is_group)
        memcpy(text + start, has_number ? counted_group : plain_group,
               sizeof plain_group - 1);
    else
        memcpy(text + start, has_number ? counted : plain, sizeof plain - 1);
    if (has_number)
        blank_markers(text, start, s->tokens[s->tokens[k->count].match].end);
    else if (k->count != UK_NONE)
        uk_blank(text, s->tokens[k->count].start, s->tokens[k->count + 1].end);
}

/* What a file without <ucilk/abi.h> cannot name. */
static const char *type(const struct uk_source *s)
{
    return s->request->abi_text == NULL ? "struct ucilk_future"
                                        : "struct { unsigned long ref, tag; }";
}

static void define(struct uk_source *s, const char *one, const char *more,
                   const char *flags[2])
{
    flags[0] = uk_arena_print(&s->arena, "-D%s=*(%s *)sizeof", one, type(s));
    flags[1] = uk_arena_print(
        &s->arena,
        "-D%s(...)=*(__typeof__(__builtin_choose_expr(1, (%s *)0, "
        "(__VA_ARGS__))))sizeof",
        more, type(s));
}

void uk_future_flags(struct uk_source *s, const char *flags[UK_N_FUTURE_FLAGS])
{
    define(s, plain, counted, flags);
    define(s, plain_group, counted_group, flags + 2);
}

void uk_futures_stand_in(struct uk_source *s)
{
    for (int i = 0; i < s->n_keywords; i++) {
        const struct uk_keyword *k = &s->keywords[i];
        const struct uk_token *t = &s->tokens[k->token];
        int end = k->word == UK_FUTURE
                      ? uk_future_call_end(s, k->token, k->count)
                      : UK_NONE;
        if (end == UK_NONE)
            continue;
        if (k->count == UK_NONE) {
            uk_edit_add(s, t->start, t->end, "*(%s *)sizeof((", type(s));
        } else {
            const struct uk_token *open = &s->tokens[k->count];
            unsigned behind = s->tokens[open->match].end;
            uk_edit_add(s, t->start, open->start,
                        "*(__typeof__(__builtin_choose_expr(1, (%s *)0, ",
                        type(s));
            uk_edit_add(s, behind, behind, ")))sizeof((");
        }
        uk_edit_add(s, s->tokens[end - 1].end, s->tokens[end - 1].end,
                    "), 0) ");
    }
}

/* --- what the parser finds --- */

/* k, in the cast: (__typeof__(__builtin_choose_expr(1, 0, (k)))). */
static CXCursor number_of(CXCursor cast)
{
    CXCursor type = uk_cursor_children(cast).first;
    return uk_cursor_children(uk_cursor_strip(type, true)).last;
}

static bool check_number(struct uk_source *s, CXCursor number, unsigned at)
{
    if (!uk_type_is_integer(clang_getCursorType(number)))
        return uk_reject(s, at,
                         "the number of a future's consumers is an integer");
    long long value;
    uk_cursor_evaluate(number, &value);
    if (value < 1)
        uk_source_error(s, at, "a future has at least one consumer, not %lld",
                        value);
    else if (value > UCILK_ABI_MAX_CONSUMERS)
        uk_source_error(s, at, "a future has at most %ld consumers, not %lld",
                        UCILK_ABI_MAX_CONSUMERS, value);
    else
        return true;
    return false;
}

bool uk_walk_future(struct uk_walk *w, const struct uk_keyword *k,
                    struct uk_site *site)
{
    struct uk_source *s = w->source;
    unsigned keyword = s->tokens[k->token].start;
    int at = w->depth - 4; /* the whole: *(cast)sizeof call */
    site->form = UK_VALUE;
    if (at < 1 || w->path[at + 2].cursor.kind != CXCursor_UnaryExpr ||
        uk_cursor_start(w->path[at + 2].cursor) != keyword)
        return uk_reject(s, keyword,
                         "%s needs a call of a function right behind it: write "
                         "`%s f(...)'",
                         uk_keyword_name(k), uk_keyword_name(k));
    if (k->count != UK_NONE && !is_empty(s, k->count) &&
        !check_number(s, number_of(w->path[at + 1].cursor),
                      s->tokens[k->count + 1].start))
        return false;
    return true;
}
