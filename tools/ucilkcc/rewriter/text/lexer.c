/*
 * Tokens and line markers of preprocessed C.
 *
 * Literals are one kind, and operators are split only as finely as the other
 * passes need: `->' and the assignments are one token, the rest may be one
 * character each.  Brackets are matched; where they do not match, the
 * compiler underneath will say so.
 */
#include <ctype.h>
#include <string.h>

#include "source.h"

bool uk_continues_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80;
}

/* The end of the name at p, or p: gcc -E prints \u00e4 for letters. */
static const char *skip_name(const char *p, const char *end)
{
    if (p < end && isdigit((unsigned char)*p))
        return p;
    while (p < end && (uk_continues_name(*p) ||
                       (*p == '\\' && p + 1 < end && (p[1] | 0x20) == 'u')))
        p++;
    return p;
}

static const char *end_of_line(const char *p, const char *end)
{
    const char *newline = memchr(p, '\n', (size_t)(end - p));
    return newline != NULL ? newline : end;
}

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    return p;
}

const char *uk_skip_word(const char *p, const char *stop, const char *word)
{
    size_t length = strlen(word);
    p = skip_blanks(p, stop);
    if ((size_t)(stop - p) < length || strncmp(p, word, length) != 0 ||
        (stop - p > (long)length && uk_continues_name(p[length])))
        return NULL;
    return skip_blanks(p + length, stop);
}

const char *uk_skip_grainsize(const char *p, const char *stop)
{
    static const char *const words[] = {"pragma", "cilk", "grainsize"};
    p++;
    for (int i = 0; i < 3 && p != NULL; i++)
        p = uk_skip_word(p, stop, words[i]);
    return p != NULL && p < stop && *p == '=' ? skip_blanks(p + 1, stop) : p;
}

static void add_pragma(struct uk_source *s, const char *hash, const char *stop,
                       const char *grain, bool is_taken)
{
    struct uk_pragma pragma = {
        (unsigned)(hash - s->text), (unsigned)(stop - s->text),
        grain ? (unsigned)(grain - s->text) : 0, is_taken};
    UK_PUSH(s, pragmas, pragma);
}

/* `pragma lang +C' of Cilk-5: its words are none until `-C', or `+cilk'. */
static void lex_lang(struct uk_source *s, const char *p, const char *stop)
{
    bool is_on = p < stop && *p == '+';
    if (p == stop || (*p != '+' && *p != '-'))
        return;
    if (uk_skip_word(p + 1, stop, "C") || uk_skip_word(p + 1, stop, "c"))
        s->is_c = is_on;
    else if (uk_skip_word(p + 1, stop, "cilk") && is_on)
        s->is_c = false;
}

bool uk_names_avx512(const char *target, size_t size)
{
    return memmem(target, size, "avx512", 6) != NULL ||
           memmem(target, size, "avx10", 5) != NULL ||
           memmem(target, size, "arch=", 5) != NULL;
}

/* `pragma cilk grainsize N'; `pragma GCC target' and clang's attribute of that
 * name; what compilers want before a for. */
static void lex_pragma(struct uk_source *s, const char *hash, const char *stop)
{
    static const char *const hints[][2] = {{"GCC", "ivdep"},
                                           {"GCC", "unroll"},
                                           {"GCC", "novector"},
                                           {"clang", "loop"}};
    const char *p = uk_skip_word(hash + 1, stop, "pragma"), *q;
    bool is_system = s->n_markers > 0 && s->markers[s->n_markers - 1].is_system;
    if (p == NULL)
        return;
    if (!is_system && memmem(p, (size_t)(stop - p), "target", 6) != NULL &&
        uk_names_avx512(p, (size_t)(stop - p)))
        s->has_target_512 = true;
    if ((q = uk_skip_word(p, stop, "lang")) != NULL) {
        lex_lang(s, q, stop);
        add_pragma(s, hash, stop, NULL, true);
    }
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++)
        if ((q = uk_skip_word(p, stop, hints[i][0])) != NULL &&
            uk_skip_word(q, stop, hints[i][1]) != NULL)
            add_pragma(s, hash, stop, NULL, false);
    if ((p = uk_skip_grainsize(hash, stop)) != NULL)
        add_pragma(s, hash, stop, p, false);
}

/*
 * gcc -E marks what a system header's macro expands to as that header's, in the
 * user's file: there the text goes on as the user's behind it, and does not in
 * a header with `#pragma GCC system_header'.
 */
static bool is_expansion(const struct uk_marker *before,
                         const struct uk_marker *marker, const char *p,
                         const char *end)
{
    if ((before->is_system && !before->is_expansion) ||
        strcmp(before->file, marker->file) != 0)
        return false;
    while (p < end && !(p[0] == '#' && end - p > 2 && p[1] == ' ' &&
                        isdigit((unsigned char)p[2])))
        p = end_of_line(p, end) < end ? end_of_line(p, end) + 1 : end;
    const char *stop = end_of_line(p, end);
    const char *name = memchr(p, '"', (size_t)(stop - p));
    size_t size = strlen(marker->file);
    return name != NULL && (size_t)(stop - name) == size + 2 &&
           memcmp(name + 1, marker->file, size) == 0;
}

/* p is at a `#' that starts a line: a marker, a pragma or an ident. */
static const char *lex_directive(struct uk_source *s, const char *p)
{
    const char *end = s->text + s->size, *stop = end_of_line(p, end);
    const char *next = stop < end ? stop + 1 : end;
    lex_pragma(s, p, stop);
    p = skip_blanks(p + 1, stop);
    if (stop - p > 5 && strncmp(p, "line ", 5) == 0)
        p = skip_blanks(p + 5, stop);
    if (p == stop || !isdigit((unsigned char)*p))
        return next;
    unsigned line = 0;
    bool goes_on = true; /* in the same file */
    for (; p < stop && isdigit((unsigned char)*p); p++)
        line = line * 10 + (unsigned)(*p - '0');
    p = skip_blanks(p, stop);
    struct uk_marker marker = {
        .start = (unsigned)(next - s->text), .line = line, .file = ""};
    if (p < stop && *p == '"') {
        const char *name = ++p;
        while (p < stop && *p != '"')
            p += *p == '\\' && p + 1 < stop ? 2 : 1;
        marker.file = uk_arena_print(&s->arena, "%.*s", (int)(p - name), name);
        for (p = p < stop ? p + 1 : p; p < stop; p++) {
            marker.is_system |= *p == '3';
            goes_on &= *p != '1' && *p != '2';
        }
        if (marker.is_system && goes_on && s->n_markers > 0)
            marker.is_expansion =
                is_expansion(&s->markers[s->n_markers - 1], &marker, next, end);
    } else if (s->n_markers > 0) {
        marker.file = s->markers[s->n_markers - 1].file;
        marker.is_system = s->markers[s->n_markers - 1].is_system;
    }
    UK_PUSH(s, markers, marker);
    return next;
}

const char *uk_skip_quoted(const char *p, const char *end)
{
    char quote = *p++;
    while (p < end && *p != quote && *p != '\n')
        p += *p == '\\' && p + 1 < end ? 2 : 1;
    return p < end && *p == quote ? p + 1 : p;
}

static const char *skip_line_comment(const char *p, const char *end)
{
    while ((p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
        const char *last = p - 1;
        while (*last == ' ' || *last == '\t' || *last == '\r')
            last--;
        if (*last != '\\')
            return p;
        p++;
    }
    return end;
}

const char *uk_skip_comment(const char *p, const char *end)
{
    if (p[1] == '/')
        return skip_line_comment(p, end);
    const char *stop = memmem(p + 2, (size_t)(end - p - 2), "*/", 2);
    return stop != NULL ? stop + 2 : end;
}

static const char *skip_number(const char *p, const char *end)
{
    for (; p < end; p++) {
        if ((*p == '+' || *p == '-') && strchr("eEpP", p[-1]) != NULL)
            continue;
        if (*p == '\'' && p + 1 < end && isalnum((unsigned char)p[1]))
            continue; /* 1'000 */
        if (*p != '.' && !uk_continues_name(*p))
            break;
    }
    return p;
}

static const char *skip_operator(const char *p, const char *end)
{
    static const char *const operators[] = {
        "<<=", ">>=", "...", "->", "==", "!=", "<=", ">=", "+=", "-=", "*=",
        "/=",  "%=",  "&=",  "|=", "^=", "++", "--", "&&", "||", "<<", ">>",
    };
    /* Brackets and the like are most of them. */
    bool may_be_long = end - p > 1 && strchr("=.<>-+&|", p[1]) && p[1] != 0;
    size_t n = may_be_long ? sizeof operators / sizeof operators[0] : 0;
    for (size_t i = 0; i < n; i++) {
        if (*p != *operators[i])
            continue;
        size_t length = strlen(operators[i]);
        if ((size_t)(end - p) >= length && !strncmp(p, operators[i], length))
            return p + length;
    }
    return p + 1;
}

/* The bracket that two characters at p mean, or 0. */
static char digraph(const char *p, const char *end)
{
    static const char spellings[] = "<%{%>}<:[:>]";
    for (const char *d = spellings; *d != 0 && end - p >= 2; d += 3)
        if (p[0] == d[0] && p[1] == d[1])
            return d[2];
    return 0;
}

/* No pass but this one knows digraphs: they become brackets and a blank. */
static const char *replace_digraph(struct uk_source *s, const char *p,
                                   char bracket)
{
    if (s->text == s->request->text) {
        char *copy = uk_source_copy(s);
        p = copy + (p - s->text);
        s->text = copy;
    }
    char *own = (char *)p; /* in the copy */
    own[0] = bracket;
    own[1] = ' ';
    return p;
}

/* R"x(...)x" of gcc: p is at the quote. */
static const char *skip_raw(const char *p, const char *end)
{
    const char *open = memchr(p, '(', (size_t)(end - p));
    size_t length = open != NULL ? (size_t)(open - p) : 0;
    for (const char *q = open; q != NULL && q + length < end; q++)
        if (*q == ')' && memcmp(q + 1, p + 1, length - 1) == 0 &&
            q[length] == '"')
            return q + length + 1;
    return uk_skip_quoted(p, end);
}

/* Literals with prefixes: L"x", u8"x". */
static bool is_prefix(const char *p, const char *stop, const char *end)
{
    if (stop == end || (*stop != '"' && *stop != '\''))
        return false;
    size_t length = (size_t)(stop - p);
    return (length == 1 && strchr("LuU", *p) != NULL) ||
           (length == 2 && strncmp(p, "u8", 2) == 0);
}

const char *uk_skip_piece(const char *p, const char *end, enum uk_kind *kind)
{
    const char *stop = skip_name(p, end);
    *kind = UK_LITERAL;
    if (is_prefix(p, stop, end) || *p == '"' || *p == '\'')
        return uk_skip_quoted(stop, end);
    if (isdigit((unsigned char)*p) ||
        (*p == '.' && p + 1 < end && isdigit((unsigned char)p[1])))
        return skip_number(p + 1, end);
    *kind = stop != p ? UK_NAME : UK_PUNCT;
    return stop != p ? stop : skip_operator(p, end);
}

static void add_token(struct uk_source *s, const char *p, const char *stop,
                      enum uk_kind kind)
{
    struct uk_token token = {(unsigned)(p - s->text),
                             (unsigned)(stop - s->text),
                             kind,
                             UK_NONE,
                             false,
                             false,
                             s->is_c};
    if (s->n_markers > 0) {
        token.is_system = s->markers[s->n_markers - 1].is_system;
        token.is_expanded = s->markers[s->n_markers - 1].is_expansion;
    }
    UK_PUSH(s, tokens, token);
}

static void match_brackets(struct uk_source *s)
{
    int *stack =
        uk_arena_get(&s->arena, ((size_t)s->n_tokens + 1) * sizeof *stack);
    int depth = 0;
    for (int i = 0; i < s->n_tokens; i++) {
        char c = s->text[s->tokens[i].start];
        if (s->tokens[i].kind != UK_PUNCT)
            continue;
        if (c == '(' || c == '[' || c == '{') {
            stack[depth++] = i;
        } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
            char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
            int open = stack[depth - 1];
            if (s->text[s->tokens[open].start] != wanted)
                continue;
            depth--;
            s->tokens[open].match = i;
            s->tokens[i].match = open;
        }
    }
}

static void find_lines(struct uk_source *s)
{
    const char *p = s->text, *end = p + s->size;
    while (p != NULL) {
        UK_PUSH(s, lines, (unsigned)(p - s->text));
        p = p < end ? memchr(p, '\n', (size_t)(end - p)) : NULL;
        p = p != NULL ? p + 1 : NULL;
    }
}

void uk_source_lex(struct uk_source *s)
{
    find_lines(s);
    const char *p = s->text, *end = s->text + s->size;
    bool at_line_start = true;
    while (p < end) {
        const char *stop;
        enum uk_kind kind = UK_PUNCT;
        if (*p == '\n') {
            at_line_start = true;
            p++;
            continue;
        }
        if (isspace((unsigned char)*p) || *p == 0) {
            p++;
            continue;
        }
        if (*p == '#' && at_line_start) {
            p = lex_directive(s, p);
            continue;
        }
        if (*p == '/' && p + 1 < end && (p[1] == '/' || p[1] == '*')) {
            p = uk_skip_comment(p, end); /* with -C only */
            continue;
        }
        at_line_start = false;
        stop = uk_skip_piece(p, end, &kind);
        char bracket = kind == UK_PUNCT ? digraph(p, end) : 0;
        if (kind == UK_NAME && stop < end && *stop == '"' && stop[-1] == 'R' &&
            stop - p <= 3) {
            stop = skip_raw(stop, end);
            kind = UK_LITERAL;
        } else if (bracket != 0) {
            p = replace_digraph(s, p, bracket);
            end = s->text + s->size;
            stop = p + 1;
        }
        add_token(s, p, stop, kind);
        p = stop;
    }
    match_brackets(s);
}

bool uk_token_is_name(const struct uk_source *s, int i)
{
    return i >= 0 && i < s->n_tokens && s->tokens[i].kind == UK_NAME;
}

bool uk_token_is(const struct uk_source *s, int i, const char *spelling)
{
    if (i < 0 || i >= s->n_tokens)
        return false;
    const struct uk_token *t = &s->tokens[i];
    const char *p = s->text + t->start;
    if (*p != *spelling)
        return false;
    size_t length = strlen(spelling);
    return t->end - t->start == length && memcmp(p, spelling, length) == 0;
}

bool uk_words_have(const char *words, const char *text, size_t size)
{
    for (size_t n; *words != 0; words += n + (words[n] == ' ')) {
        n = strcspn(words, " ");
        if (n == size && memcmp(words, text, n) == 0)
            return true;
    }
    return false;
}

bool uk_token_is_any(const struct uk_source *s, int i, const char *words)
{
    if (i < 0 || i >= s->n_tokens)
        return false;
    const struct uk_token *t = &s->tokens[i];
    return uk_words_have(words, s->text + t->start, t->end - t->start);
}

bool uk_token_assigns(const struct uk_source *s, int i)
{
    static const char operators[] = "= += -= *= /= %= &= |= ^= <<= >>=";
    return uk_token_is_any(s, i, operators);
}

char *uk_token_text(struct uk_source *s, int i)
{
    const struct uk_token *t = &s->tokens[i];
    return uk_arena_print(&s->arena, "%.*s", (int)(t->end - t->start),
                          s->text + t->start);
}

void uk_blank(char *text, unsigned start, unsigned end)
{
    for (unsigned i = start; i < end; i++)
        if (text[i] != '\n')
            text[i] = ' ';
}

char *uk_source_copy(struct uk_source *s)
{
    return memcpy(uk_arena_get(&s->arena, s->size + 1), s->text, s->size);
}

int uk_token_compare(const struct uk_source *s, int i, int j)
{
    const struct uk_token *a = &s->tokens[i], *b = &s->tokens[j];
    unsigned x = a->end - a->start, y = b->end - b->start;
    return x != y ? (x < y ? -1 : 1)
                  : memcmp(s->text + a->start, s->text + b->start, x);
}

bool uk_token_same(const struct uk_source *s, int i, int j)
{
    return uk_token_compare(s, i, j) == 0;
}

int uk_token_find(const struct uk_source *s, const int *tokens, int n, int i)
{
    int found = UK_FIRST(k, n, uk_token_compare(s, tokens[k], i) < 0);
    return found < n && uk_token_compare(s, tokens[found], i) == 0 ? found
                                                                   : UK_NONE;
}

int uk_token_at(const struct uk_source *s, unsigned offset)
{
    return UK_FIRST(i, s->n_tokens, s->tokens[i].start < offset);
}

/* The line, counted from 0, that an offset is in. */
static int line_of(const struct uk_source *s, unsigned offset)
{
    return UK_FIRST(i, s->n_lines, s->lines[i] <= offset) - 1;
}

struct uk_place uk_source_place(const struct uk_source *s, unsigned offset)
{
    int behind = UK_FIRST(i, s->n_markers, s->markers[i].start <= offset);
    int line = line_of(s, offset);
    struct uk_place place = {
        .file = "", .line = (unsigned)line + 1, .line_start = s->lines[line]};
    if (behind > 0) {
        const struct uk_marker *marker = &s->markers[behind - 1];
        place.file = marker->file;
        place.line =
            marker->line + (unsigned)(line - line_of(s, marker->start));
    }
    place.column = offset - place.line_start + 1;
    return place;
}

bool uk_tokens_have(const struct uk_source *s, int from, int to,
                    const char *words)
{
    while (from < to && !uk_token_is_any(s, from, words))
        from++;
    return from < to;
}
