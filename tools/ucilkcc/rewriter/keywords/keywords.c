/*
 * Which tokens are keywords.
 *
 * cilk_spawn and _Cilk_spawn, and the same with sync and scope, always are, and
 * so is cilk_future.
 * `cilk_spawn;' means nothing.
 * So is SYNCHED in a function, unless the program declares it.  `cilk' is one
 * where a type or a name follows, unless the program has a type of that name.
 * `inlet' is one before the definition of a function in a function, `abort' as
 * the statement `abort;'. `sync' is one only as the statement `sync;', `spawn'
 * only where a call can follow: POSIX sync(), <spawn.h>, and the program's own
 * functions, types, variables and members of these names stay what they are.
 */
#include <string.h>

#include "source.h"

/* Those of Cilk-5, which are none in what it calls C. */
static const char cilk5[] = "cilk spawn sync inlet abort SYNCHED";
/* Words of C that can stand before an expression. */
static const char openers[] =
    "else do return case sizeof __extension__ cilk_scope _Cilk_scope";
static const char tags[] = "struct union enum goto";
static const char type_words[] =
    "__attribute__ __attribute __typeof__ __typeof typeof _Alignas _Atomic";

/* What the program itself has named `spawn' so far. */
struct own {
    bool is_declared, is_type;
};

/* A word of a type or another name, so that a name behind it is declared. */
static bool is_type_word(const struct uk_source *s, int i)
{
    return uk_token_is_name(s, i) && !uk_token_is_any(s, i, openers);
}

static bool is_member_name(const struct uk_source *s, int i)
{
    return uk_token_is_any(s, i - 1, ". ->");
}

/* Does the `}' at i end the definition of a struct, union or enum? */
static bool ends_type(const struct uk_source *s, int i)
{
    return uk_token_is(s, i, "}") && s->tokens[i].match != UK_NONE &&
           uk_token_opens_type(s, s->tokens[i].match);
}

static bool ends_type_word(const struct uk_source *s, int i)
{
    return uk_token_is(s, i, ")") &&
           uk_token_is_any(s, uk_token_owner(s, i), type_words);
}

/* Is the `:' at i that of a label, and not of `a ? b : c'? */
static bool ends_label(const struct uk_source *s, int i)
{
    int first = i, questions = 0;
    while (first > 0 && !uk_token_is_any(s, first - 1, "; { }")) {
        first--;
        if (s->tokens[first].match > i)
            return false; /* within parentheses */
        first = uk_token_open(s, first);
    }
    for (; first < i; first = uk_token_next(s, first)) {
        if (uk_token_is(s, first, "?"))
            questions++;
        else if (uk_token_is(s, first, ":") && questions > 0)
            questions--;
    }
    return questions == 0;
}

/* Token i, or the first of the [[...]] before it. */
static int skip_attributes_back(const struct uk_source *s, int i)
{
    while (uk_token_is(s, i - 1, "]") && uk_token_is(s, i - 2, "]") &&
           s->tokens[i - 1].match == s->tokens[i - 2].match - 1)
        i = s->tokens[i - 1].match;
    return i;
}

bool uk_starts_statement(const struct uk_source *s, int i)
{
    static const char before[] =
        "; { } else do cilk_scope _Cilk_scope cilk_spawn _Cilk_spawn spawn";
    static const char heads[] = "if while for switch cilk_for _Cilk_for";
    i = skip_attributes_back(s, i);
    if (uk_token_is(s, i - 1, ":"))
        return ends_label(s, i - 1);
    if (uk_token_is(s, i - 1, ")"))
        return uk_token_is_any(s, uk_token_owner(s, i - 1), heads);
    return uk_token_is_any(s, i - 1, before) && !ends_type(s, i - 1);
}

static bool is_sync(const struct uk_source *s, int i)
{
    return uk_token_is(s, i + 1, ";") && uk_starts_statement(s, i);
}

static bool declares(const struct uk_source *s, int i)
{
    bool typed = is_type_word(s, i - 1) || ends_type(s, i - 1) ||
                 ends_type_word(s, i - 1);
    if (!typed && !uk_token_is(s, i - 1, "*"))
        return false;
    return uk_token_is_any(s, i + 1, "( ; , = [ )") &&
           !(uk_token_is(s, i + 1, ")") && !typed);
}

static bool is_spawn(const struct uk_source *s, int i, const struct own *own)
{
    int next = i + 1;
    if (is_member_name(s, i) || uk_token_is_any(s, i - 1, tags) ||
        is_type_word(s, i - 1) || own->is_type)
        return false;
    if (uk_token_is_name(s, next))
        return true;
    if (uk_token_is_any(s, next, "( *"))
        return !own->is_declared && !ends_type(s, i - 1);
    /* No spawn either, but meant as one. */
    if (next < s->n_tokens && s->tokens[next].kind == UK_LITERAL)
        return true;
    if (uk_token_is_any(s, next, "; {"))
        return !own->is_declared && uk_starts_statement(s, i);
    return false;
}

/* `cilk int f(...)', `cilk int (*f)(...)', also as a parameter. */
static bool is_qualifier(const struct uk_source *s, int i,
                         const struct own *own)
{
    return uk_token_is_name(s, i + 1) && !is_member_name(s, i) &&
           !uk_token_is_any(s, i - 1, tags) && !own->is_type;
}

static bool is_synched(const struct uk_source *s, int i, const struct own *own)
{
    bool is_declaration = declares(s, i) && !uk_token_is(s, i - 1, "*");
    if (own->is_declared || is_declaration || is_member_name(s, i) ||
        uk_token_is_any(s, i - 1, tags))
        return false;
    for (int f = 0; f < s->n_functions; f++)
        if (s->functions[f].open < i && i < s->functions[f].close)
            return true;
    return false;
}

static bool is_any_spelling(const struct uk_source *s, int i, const char *tail)
{
    const struct uk_token *t = &s->tokens[i];
    size_t length = strlen(tail), size = t->end - t->start;
    const char *p = s->text + t->start;
    if (size != length + 5 && size != length + 6)
        return false;
    if (strncmp(p + size - length, tail, length) != 0)
        return false;
    return !strncmp(p, size == length + 5 ? "cilk_" : "_Cilk_", size - length);
}

bool uk_token_is_atomic(const struct uk_source *s, int i)
{
    static const char *const names[] = {"__atomic_", "__c11_atomic_",
                                        "__sync_"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
        if (uk_token_is_name(s, i) && strncmp(s->text + s->tokens[i].start, names[n],
                                     strlen(names[n])) == 0)
            return true;
    return false;
}

/* `({', also behind __extension__, or `(void)' */
static bool is_statement_expression(const struct uk_source *s, int i)
{
    if (uk_token_is(s, i, "__extension__"))
        i++;
    return uk_token_is(s, i, "(") &&
           (uk_token_is(s, i + 1, "{") ||
            (uk_token_is(s, i + 1, "void") && uk_token_is(s, i + 2, ")")));
}

/* A spawn at token i: does a statement follow that is neither a call nor a
 * declaration?  One is an atomic operation, which calls no function. */
static bool is_block(const struct uk_source *s, int i)
{
    static const char heads[] = "{ if while for switch do cilk_for _Cilk_for "
                                "cilk_scope _Cilk_scope asm __asm__ __asm";
    if (!uk_starts_statement(s, i))
        return false;
    if (uk_token_is_any(s, i + 1, heads) || uk_token_is_atomic(s, i + 1) ||
        is_statement_expression(s, i + 1))
        return true;
    if (uk_token_is_name(s, i + 1) && uk_token_is_name(s, i + 2))
        return false;
    for (int t = i + 1; t < s->n_tokens && !uk_token_is(s, t, ";");
         t = uk_token_next(s, t)) {
        if (uk_token_assigns(s, t) || uk_token_is_any(s, t, "++ --"))
            return true;
        if (uk_token_is_any(s, t, ", } )"))
            return false;
    }
    return false;
}

/* `(f(x));' behind a spawn: the token of its first parenthesis, or UK_NONE. */
static int parenthesis_of_call(const struct uk_source *s, int spawn)
{
    int open = spawn + 1;
    if (!uk_token_is(s, open, "(") || s->tokens[open].match <= open)
        return UK_NONE;
    int close = s->tokens[open].match;
    bool ends = uk_token_is_any(s, close + 1, "; , )");
    bool holds_call =
        uk_token_is(s, close - 1, ")") && s->tokens[close - 1].match > open + 1;
    return ends && holds_call ? open : UK_NONE;
}

static void add(struct uk_source *s, int token, enum uk_word word)
{
    if (word == UK_SPAWN && is_block(s, token))
        word = UK_BLOCK;
    struct uk_keyword k = {
        .token = token,
        .word = word,
        .function = UK_NONE,
        .site = UK_NONE,
        .count = UK_NONE,
        .paren = word == UK_SPAWN ? parenthesis_of_call(s, token) : UK_NONE,
        .frame = UK_NONE,
        .end = UK_NONE,
        .first = token + 1};
    if (word == UK_FUTURE) {
        s->has_futures = true;
        k.is_group = uk_token_is(s, token, "cilk_group");
        k.count = uk_future_count(s, token);
        k.is_in_place = uk_future_call_end(s, token, k.count) != UK_NONE;
    } else {
        k.is_in_place = word == UK_SCOPE ? uk_starts_statement(s, token)
                                         : is_sync(s, token);
    }
    if (word == UK_SCOPE || word == UK_BLOCK)
        k.end = uk_statement_end(s, token + 1);
    UK_PUSH(s, keywords, k);
}

static void find_functions_of_keywords(struct uk_source *s)
{
    int f = 0;
    for (int i = 0; i < s->n_keywords; i++) {
        struct uk_keyword *k = &s->keywords[i];
        while (f < s->n_functions && s->functions[f].close < k->token)
            f++;
        if (f < s->n_functions && s->functions[f].open < k->token) {
            k->function = f;
            if (s->functions[f].n_keywords++ == 0)
                s->functions[f].first_keyword = i;
            s->functions[f].has_loops |=
                k->word == UK_FOR || k->word == UK_BLOCK || k->word == UK_INLET;
        }
    }
}

/* gcc's atomic_store(&x, spawn f(y)) is a statement expression, in which the
 * value is that of a variable.  Where it begins, or UK_NONE. */
static int statement_of_macro(const struct uk_source *s, int spawn)
{
    for (int i = spawn - 1; i > 0; i--) {
        int match = s->tokens[i].match;
        if (match != UK_NONE && match < i) {
            i = match;
        } else if (uk_token_is(s, i, ";") && !s->tokens[i].is_expanded) {
            break; /* a statement before, in the user's own block */
        } else if (match > spawn && uk_token_is(s, i, "{")) {
            int first = uk_token_is(s, i - 2, "__extension__") ? i - 2 : i - 1;
            return s->tokens[i].is_expanded && uk_token_is(s, i - 1, "(") &&
                           uk_starts_statement(s, first) &&
                           uk_token_is(s, match + 2, ";")
                       ? first
                       : UK_NONE;
        }
    }
    return UK_NONE;
}

/*
 * `g(x, spawn f(y));' is a spawned statement: the result of f is needed there
 * at once.  Where the statement begins whose call has the spawn as an argument,
 * or UK_NONE.
 */
static int statement_of_argument(const struct uk_source *s, int spawn)
{
    int open = spawn - 1, close, first = statement_of_macro(s, spawn);
    if (first != UK_NONE)
        return first;
    while (uk_token_is(s, open, "(") && (uk_token_is_any(s, open - 1, "( ,")))
        open--;
    if (!uk_token_is_any(s, open, "( ,"))
        return UK_NONE;
    while (open > 0 &&
           !(uk_token_is(s, open, "(") && s->tokens[open].match > spawn)) {
        if (uk_token_is_any(s, open, "{ ;"))
            return UK_NONE;
        open = uk_token_open(s, open) - 1;
    }
    close = s->tokens[open].match;
    first = open - 1;
    if (first < 0 || !uk_token_is_name(s, first) ||
        uk_token_is_any(s, first, "while if for switch") ||
        !uk_token_is(s, close + 1, ";") ||
        !uk_token_is_any(s, uk_argument_end(s, spawn + 1) - 1, ")"))
        return UK_NONE;
    while (uk_token_is_any(s, first - 1, ". ->")) {
        first -= 2;
        while (uk_token_is(s, first, "]"))
            first = s->tokens[first].match - 1;
    }
    return uk_token_is_name(s, first) && uk_starts_statement(s, first) &&
                   !uk_token_is_any(s, first, openers)
               ? first
               : UK_NONE;
}

static void find_spawned_arguments(struct uk_source *s)
{
    int end = 0;
    for (int i = 0; i < s->n_keywords; i++) {
        struct uk_keyword *k = &s->keywords[i];
        if (k->word != UK_SPAWN || k->function == UK_NONE || k->token < end ||
            uk_inlet_called(s, k) != NULL)
            continue;
        int first = statement_of_argument(s, k->token);
        if (first == UK_NONE)
            continue;
        k->word = UK_BLOCK;
        k->first = first;
        k->end = end = uk_statement_end(s, first);
        s->functions[k->function].has_loops = true;
        s->has_spawned_arguments = true;
    }
}

/* Token i is no keyword.  Does it declare a name?  Not if it is a member. */
static void note_own(const struct uk_source *s, int i, int type_end,
                     struct own *own)
{
    if (i < type_end || !declares(s, i) || is_member_name(s, i) ||
        uk_token_is_any(s, i - 1, tags))
        return;
    own->is_declared = true;
    int first = i;
    while (first > 0 && !uk_token_is(s, first - 1, ";") &&
           !(uk_token_is(s, first - 1, "{")) &&
           !(uk_token_is(s, first - 1, "}") && !ends_type(s, first - 1)))
        first = uk_token_open(s, first - 1);
    if (uk_token_is(s, first, "typedef") ||
        (uk_token_is(s, first, "__extension__") &&
         uk_token_is(s, first + 1, "typedef")))
        own->is_type = true;
}

struct uk_keyword *uk_keyword_on(const struct uk_source *s, int token)
{
    int i = UK_FIRST(k, s->n_keywords, s->keywords[k].token < token);
    return i < s->n_keywords && s->keywords[i].token == token ? &s->keywords[i]
                                                              : NULL;
}

struct uk_keyword *uk_keyword_at(const struct uk_source *s, unsigned offset,
                                 enum uk_word word)
{
    struct uk_keyword *k = uk_keyword_on(s, uk_token_at(s, offset));
    return k != NULL && k->word == word ? k : NULL;
}

struct uk_keyword *uk_keyword_of_call(const struct uk_source *s,
                                      unsigned offset)
{
    int at = uk_token_at(s, offset) - 1, count = UK_NONE;
    if (uk_token_is(s, at, ")") && s->tokens[at].match > 0) {
        count = s->tokens[at].match;
        at = count - 1;
    }
    if (at < 0)
        return NULL;
    if (at > 0 && uk_token_is(s, at, "(")) {
        struct uk_keyword *around =
            uk_keyword_at(s, s->tokens[at - 1].start, UK_SPAWN);
        if (around != NULL && around->paren == at)
            return around;
    }
    unsigned start = s->tokens[at].start;
    struct uk_keyword *k = uk_keyword_at(s, start, UK_FUTURE);
    if (k != NULL)
        return k->count == count ? k : NULL;
    return count == UK_NONE ? uk_keyword_at(s, start, UK_SPAWN) : NULL;
}

int uk_keyword_call(const struct uk_source *s, const struct uk_keyword *k)
{
    return (k->count != UK_NONE   ? s->tokens[k->count].match
            : k->paren != UK_NONE ? k->paren
                                  : k->token) +
           1;
}

unsigned uk_keyword_start(const struct uk_source *s, int keyword)
{
    return uk_keyword_place(s, &s->keywords[keyword]);
}

unsigned uk_keyword_place(const struct uk_source *s, const struct uk_keyword *k)
{
    return s->tokens[k->token].start;
}

const char *uk_keyword_name(const struct uk_keyword *k)
{
    static const char *const names[] = {
        [UK_SPAWN] = "spawn",        [UK_BLOCK] = "spawn",
        [UK_FUTURE] = "cilk_future", [UK_SYNC] = "sync",
        [UK_FOR] = "cilk_for",       [UK_REDUCER] = "cilk_reducer",
        [UK_SCOPE] = "cilk_scope",   [UK_SYNCHED] = "SYNCHED",
        [UK_QUALIFIER] = "cilk",     [UK_INLET] = "inlet",
        [UK_ABORT] = "abort"};
    return k->is_group ? "cilk_group" : names[k->word];
}

/* What OpenCilk's compiler knows, unless the program has it. */
static void check_builtin(struct uk_source *s, int i, struct own *own)
{
    bool is_frame = uk_token_is(s, i, "__tapir_frame");
    if (declares(s, i))
        own->is_declared = true;
    else if (!own->is_declared && uk_token_is(s, i + 1, "("))
        uk_source_error(s, s->tokens[i].start,
                        "`%s' is built into OpenCilk's compiler%s",
                        uk_token_text(s, i),
                        is_frame ? ", and its frame is not there: leave it out"
                                 : ": write `__cilkrts_reducer_lookup(p, "
                                   "size, identity, reduce)'");
}

void uk_source_find_keywords(struct uk_source *s)
{
    struct own own = {false, false}, own_cilk = own, own_synched = own;
    struct own own_builtin = own;
    int type_end = 0; /* the struct that is being defined ends there */
    for (int i = 0; i < s->n_tokens; i++) {
        if (s->tokens[i].kind != UK_NAME) {
            if (i > type_end && uk_token_is(s, i, "{") &&
                s->tokens[i].match > i && uk_token_opens_type(s, i))
                type_end = s->tokens[i].match;
            continue;
        }
        if (s->tokens[i].is_system && !s->tokens[i].is_expanded)
            continue;
        if (s->tokens[i].is_c && uk_token_is_any(s, i, cilk5))
            continue;
        struct own *owner = NULL; /* of a word that the program may have */
        int word = UK_NONE;
        if (uk_token_is(s, i, "spawn")) {
            owner = &own;
            word = is_spawn(s, i, &own) ? UK_SPAWN : UK_NONE;
        } else if (uk_token_is(s, i, "cilk")) {
            owner = &own_cilk;
            word = is_qualifier(s, i, &own_cilk) ? UK_QUALIFIER : UK_NONE;
        } else if (uk_token_is(s, i, "SYNCHED")) {
            owner = &own_synched;
            word = is_synched(s, i, &own_synched) ? UK_SYNCHED : UK_NONE;
        } else if (uk_token_is_any(s, i, "__tapir_frame __hyper_lookup")) {
            check_builtin(s, i, &own_builtin);
        } else if (is_any_spelling(s, i, "spawn")) {
            /* `cilk_spawn;' of OpenCilk does nothing */
            word = is_sync(s, i) ? UK_QUALIFIER : UK_SPAWN;
        } else if (is_any_spelling(s, i, "sync") ||
                   (uk_token_is(s, i, "sync") && is_sync(s, i))) {
            word = UK_SYNC;
        } else if (is_any_spelling(s, i, "scope")) {
            word = UK_SCOPE;
        } else if (is_any_spelling(s, i, "for")) {
            word = UK_FOR;
        } else if (uk_token_is_any(s, i, "cilk_future cilk_group")) {
            word = UK_FUTURE;
        } else if (uk_token_is_any(s, i, "cilk_reducer _Hyperobject")) {
            word = UK_REDUCER;
        } else if (uk_token_is(s, i, "inlet") && uk_inlet_is_one(s, i)) {
            word = UK_INLET;
        } else if (uk_token_is(s, i, "abort") && is_sync(s, i)) {
            word = UK_ABORT;
        }
        if (word != UK_NONE)
            add(s, i, (enum uk_word)word);
        else if (owner != NULL)
            note_own(s, i, type_end, owner);
    }
    find_functions_of_keywords(s);
    uk_source_find_inlets(s);
    find_spawned_arguments(s);
}
