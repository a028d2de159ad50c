/*
 * cilk_reducer in types: T cilk_reducer(identity, reduce) x = v;
 *
 * The parser sees an attribute of types in its place, __ukN for keyword N,
 * which goes with the type through pointers, arrays, members and typedefs.  So
 * the type of an expression says whether it is a reducer (views.c).
 *
 * What describes the reducers of a keyword stands before the declaration or the
 * function that the keyword is in (emit_reducers.c).
 */
#include <string.h>

#include "clang.h"
#include "types.h"
#include "walk.h"

int uk_reducer_at(const struct uk_source *s, unsigned declared)
{
    for (int i = 0; i < s->n_reducers; i++)
        if (s->reducers[i].declared == declared &&
            s->reducers[i].keyword != UK_NONE)
            return i;
    return UK_NONE;
}

bool uk_reducer_operands(const struct uk_source *s, int keyword, int *identity,
                         int *reduce, int *end)
{
    int open = s->keywords[keyword].token + 1, i = open + 1;
    if (!uk_token_is(s, open, "(") || s->tokens[open].match == UK_NONE)
        return false;
    *identity = i;
    *end = s->tokens[open].match;
    *reduce = uk_token_seek(s, i, *end, ",") + 1;
    return uk_token_seek(s, *reduce, *end, ",") >= *end &&
           *identity < *reduce - 1 && *reduce < *end &&
           (s->tokens[*end - 1].kind != UK_PUNCT ||
            s->tokens[*end - 1].match != UK_NONE);
}

/* 0, also with casts, or nullptr: OpenCilk takes it, and jumps there when the
 * program runs. */
static bool is_null(const struct uk_source *s, int from, int to)
{
    static const char casts[] = "( ) * void ,";
    while (from < to && uk_token_is_any(s, from, casts))
        from++;
    while (from < to && uk_token_is_any(s, to - 1, casts))
        to--;
    return to == from + 1 && (uk_token_is(s, from, "0") ||
                              uk_token_is_any(s, from, "nullptr __null"));
}

/* --- for the parser --- */

void uk_source_find_reducers(struct uk_source *s)
{
    int first = UK_NONE, identity, reduce, end;
    for (int i = s->n_keywords - 1; i >= 0; i--) {
        if (s->keywords[i].word != UK_REDUCER)
            continue;
        first = s->keywords[i].token;
        if (!uk_reducer_operands(s, i, &identity, &reduce, &end) ||
            is_null(s, identity, reduce - 1) || is_null(s, reduce, end))
            uk_source_error(s, s->tokens[first].start,
                            "cilk_reducer needs two functions: write "
                            "`cilk_reducer(identity, reduce)'");
    }
    s->has_reducers = first != UK_NONE;
    for (int i = 0; i < s->n_tokens && !s->has_plus_reducers; i++)
        if (uk_token_is(s, i, "ucilk_c_reducer_view")) {
            s->has_plus_reducers = true;
            first = s->has_reducers && first < i ? first : i;
        }
    for (int i = 0; i < s->n_functions && first != UK_NONE; i++) {
        struct uk_function *f = &s->functions[i];
        f->uses_reducer = f->close > first && !s->tokens[f->open].is_system;
    }
}

static bool has_operands(const struct uk_source *s, int keyword)
{
    int identity, reduce, end;
    return uk_reducer_operands(s, keyword, &identity, &reduce, &end);
}

/* `struct { ... } cilk_reducer(...) x': behind the definition, where attributes
 * are the struct's. */
static bool is_behind_struct(const struct uk_source *s, int token)
{
    int i = token - 1;
    while (uk_token_is(s, i, ")") && s->tokens[i].match > 0 &&
           uk_token_is(s, s->tokens[i].match - 1, "__attribute__"))
        i = s->tokens[i].match - 2;
    return uk_token_is(s, i, "}");
}

void uk_reducers_blank(const struct uk_source *s, char *text)
{
    for (int i = 0; i < s->n_keywords; i++) {
        const struct uk_keyword *k = &s->keywords[i];
        if (k->word != UK_REDUCER || !has_operands(s, i))
            continue;
        char name[32]; /* shorter than cilk_reducer(a,b) */
        int length = snprintf(name, sizeof name, "%s__uk%d",
                              is_behind_struct(s, k->token) ? "__ukd " : "", i);
        memcpy(text + s->tokens[k->token].start, name, (size_t)length);
    }
}

int uk_reducer_flags(struct uk_source *s, const char **flags)
{
    int n = 0;
    if (s->has_reducers && flags != NULL) {
        flags[0] = "-fdeclspec"; /* what is behind it is the variable's */
        flags[1] = "-D__ukd=__declspec()";
    }
    n = s->has_reducers ? 2 : 0;
    for (int i = 0; i < s->n_keywords; i++) {
        if (s->keywords[i].word != UK_REDUCER)
            continue;
        if (flags != NULL)
            flags[n] = uk_arena_print(&s->arena,
                                      "-D__uk%d=__attribute__((noderef))", i);
        n++;
    }
    return n;
}

/* --- what the parser says --- */

/* Of arrays, functions and pointers the mark is not theirs. */
static bool can_be_marked(CXType type)
{
    switch (type.kind) {
    case CXType_Invalid:
    case CXType_Pointer:
    case CXType_ConstantArray:
    case CXType_VariableArray:
    case CXType_IncompleteArray:
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        return false;
    default:
        return true;
    }
}

/* The mark that a type's spelling begins with. */
static int find_spelt(struct uk_source *s, CXType type)
{
    int keyword = UK_NONE;
    CXString string = clang_getTypeSpelling(type);
    const char *p = uk_type_skip_qualifiers(clang_getCString(string));
    if (strncmp(p, "__uk", 4) == 0 && p[4] >= '0' && p[4] <= '9') {
        keyword = 0;
        for (p += 4; *p >= '0' && *p <= '9'; p++)
            keyword = 10 * keyword + (*p - '0');
    }
    if (keyword >= s->n_keywords)
        keyword = UK_NONE;
    /* An array that does not show as one would itself be the reducer. */
    if (keyword != UK_NONE && type.kind == CXType_Unexposed &&
        p[strlen(p) - 1] == ']')
        uk_source_doubt(s, uk_keyword_start(s, keyword),
                        "%s does not show the type of `%s'", uk_clang_version(),
                        p + strspn(p, " "));
    clang_disposeString(string);
    return keyword;
}

int uk_type_reducer(struct uk_source *s, CXType type)
{
    type = uk_type_desugar(type);
    return s->has_reducers && can_be_marked(type) ? find_spelt(s, type)
                                                  : UK_NONE;
}

int uk_type_reducer_below(struct uk_source *s, CXType type)
{
    type = uk_type_desugar(type);
    CXType below = type.kind == CXType_Pointer
                       ? clang_getPointeeType(type)
                       : clang_getArrayElementType(type);
    int keyword = uk_type_reducer(s, below);
    return keyword == UK_NONE && s->has_reducers &&
                   can_be_marked(uk_type_desugar(below))
               ? find_spelt(s, type)
               : keyword;
}

struct mark {
    struct uk_keyword *keyword;
    unsigned at;
    char text[32]; /* in the types that have it */
};

UK_VISITOR(find_mark, cursor)
{
    struct mark *m = data;
    if (m->at < uk_cursor_start(cursor) || m->at >= uk_cursor_end(cursor) ||
        cursor.kind == CXCursor_UnexposedDecl)
        return CXChildVisit_Continue;
    CXType type = clang_getCursorType(cursor);
    if (cursor.kind == CXCursor_TypedefDecl)
        type = clang_getTypedefDeclUnderlyingType(cursor);
    CXString string = clang_getTypeSpelling(type);
    const char *spelling = clang_getCString(string);
    m->keyword->is_shown |= spelling != NULL && strstr(spelling, m->text);
    clang_disposeString(string);
    return m->keyword->is_shown ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* Does the token stand in a declaration of variables at file scope? */
static bool declares_variables(const struct uk_source *s, int token,
                               bool *is_behind_star)
{
    *is_behind_star = false;
    for (int i = token - 1; i >= 0; i--) {
        int open = s->tokens[i].match;
        if (open != UK_NONE && open < i &&
            (!uk_token_is(s, i, "}") || uk_token_opens_type(s, open)))
            i = open;
        else if (uk_token_is_any(s, i, "; }"))
            break;
        else if (uk_token_is_any(s, i, "( { [ , = typedef"))
            return false;
        *is_behind_star |= uk_token_is(s, i, "*");
    }
    return true;
}

/* The name of the variable that is declared from here on, or UK_NONE: what a
 * pointer or a function declares is no reducer. */
static int find_variable(const struct uk_source *s, int i)
{
    int name = UK_NONE;
    for (; i < s->n_tokens && s->tokens[i].kind == UK_NAME; i++) {
        if (!uk_token_is(s, i + 1, "("))
            name = i;
        else if (uk_token_is(s, i + 2, "(") || name != UK_NONE)
            i = s->tokens[i + 1].match; /* an attribute, or asm() */
        else
            return UK_NONE;
    }
    return uk_token_is_any(s, i, "* (") ? UK_NONE : name;
}

static bool is_taken(const struct uk_source *s, unsigned declared)
{
    int i = 0;
    while (i < s->n_reducers && s->reducers[i].declared != declared)
        i++;
    return i < s->n_reducers || uk_source_has_error(s, declared, declared + 1);
}

/* Of several variables in a declaration one may be missing; `i': behind the
 * type's name, or the keyword. */
static void check_variables(struct uk_source *s, int token, int i)
{
    bool is_behind_star;
    if (!declares_variables(s, token, &is_behind_star))
        return;
    for (;; i++) {
        int name = find_variable(s, i);
        if (name != UK_NONE && !is_taken(s, s->tokens[name].start))
            uk_source_error(s, s->tokens[name].start,
                            "%s does not show this as a reducer",
                            uk_clang_version());
        i = uk_token_seek(s, i, s->n_tokens, ", ;");
        if (is_behind_star || !uk_token_is(s, i, ","))
            return;
    }
}

static bool is_in_typedef(const struct uk_source *s, int token)
{
    while (token >= 0 && !uk_token_is_any(s, token, "; typedef"))
        token--;
    return token >= 0 && uk_token_is(s, token, "typedef");
}

/* Variables of a type that a typedef names, `name': all that stand behind its
 * name at file scope, and behind those of its typedefs. */
static void check_named(struct uk_source *s, int name)
{
    for (int i = name + 1; i < s->n_tokens; i++) {
        if (uk_token_is_any(s, i - 1, "struct union enum"))
            continue;
        if (uk_token_same(s, i, name) && is_in_typedef(s, i)) {
            int next = find_variable(s, i + 1);
            if (next != UK_NONE)
                check_named(s, next);
        } else if (uk_token_same(s, i, name)) {
            check_variables(s, i, i + 1);
        } else if (s->tokens[i].match > i) {
            i = s->tokens[i].match;
        }
    }
}

static void check_keyword(struct uk_source *s, const struct uk_keyword *k)
{
    if (!uk_token_is(s, k->token + 1, "(") || k->function != UK_NONE)
        return;
    int behind = s->tokens[k->token + 1].match + 1;
    if (!is_in_typedef(s, k->token))
        check_variables(s, k->token, behind);
    else if (find_variable(s, behind) != UK_NONE)
        check_named(s, find_variable(s, behind));
}

void uk_source_confirm_reducers(struct uk_source *s, CXTranslationUnit unit)
{
    for (int i = 0; s->has_reducers && i < s->n_keywords; i++)
        if (s->keywords[i].word == UK_REDUCER && s->keywords[i].is_shown)
            check_keyword(s, &s->keywords[i]);
    for (int i = 0; s->has_reducers && i < s->n_keywords; i++) {
        struct mark m = {&s->keywords[i], uk_keyword_start(s, i), ""};
        snprintf(m.text, sizeof m.text, "__uk%d ", i);
        if (m.keyword->word == UK_REDUCER && !m.keyword->is_shown)
            clang_visitChildren(clang_getTranslationUnitCursor(unit), find_mark,
                                &m);
    }
}

typedef bool judge(struct uk_source *source, CXType type);

static bool holds(struct uk_source *s, CXType type, judge *is_one);

static bool has_in_members(struct uk_source *s, CXType type, judge *is_one)
{
    struct uk_fields fields = uk_type_fields(s, type);
    for (int i = 0; i < fields.n; i++)
        if (holds(s, clang_getCursorType(fields.at[i]), is_one))
            return true;
    return false;
}

/* Is it one, or are there some in an array or struct? */
static bool holds(struct uk_source *s, CXType type, judge *is_one)
{
    if (is_one(s, type))
        return true;
    type = uk_type_desugar(type);
    if (type.kind == CXType_ConstantArray || type.kind == CXType_VariableArray)
        return holds(s, clang_getArrayElementType(type), is_one);
    return has_in_members(s, type, is_one);
}

static bool is_reducer(struct uk_source *s, CXType type)
{
    return uk_type_reducer(s, type) != UK_NONE;
}

/* What each reducer of <cilk/reducer.h> begins with. */
static bool is_plus(struct uk_source *s, CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind == CXType_Record &&
           strcmp(uk_cursor_name(s, clang_getTypeDeclaration(type)),
                  "ucilk_c_reducer") == 0;
}

/* Does the function register it, or some in it, itself? */
static bool is_registered(const struct uk_source *s, int function,
                          const char *name)
{
    const struct uk_function *f = &s->functions[function];
    for (int i = f->open; i < f->close; i++)
        if (uk_token_is(s, i, "ucilk_abi_reducers_begin"))
            for (int to = s->tokens[i + 1].match; i < to; i++)
                if (uk_token_is(s, i, name))
                    return true;
    return false;
}

/* A local reducer of Cilk Plus that is not registered comes and goes like a
 * cilk_reducer. */
static bool is_unregistered(struct uk_source *s, CXCursor variable,
                            int function)
{
    return s->has_plus_reducers && function != UK_NONE &&
           variable.kind == CXCursor_VarDecl &&
           holds(s, clang_getCursorType(variable), is_plus) &&
           !is_registered(s, function, uk_cursor_name(s, variable));
}

/* Why no variable of the type can have views, or NULL. */
static const char *why_no_reducer(struct uk_source *s, CXType type)
{
    CXType canonical = clang_getCanonicalType(type);
    if (clang_isConstQualifiedType(canonical))
        return "it is const";
    if (canonical.kind == CXType_VariableArray)
        return "its size is not known before the program runs";
    return has_in_members(s, type, is_reducer) ? "there are reducers in it"
                                               : NULL;
}

/* It may be declared several times: one declaration defines it, which is that
 * with a value, or the first that is not extern. */
static void take_definition(struct uk_source *s, struct uk_reducer *r,
                            bool is_extern)
{
    int i = uk_token_seek(s, uk_token_at(s, r->declared), s->n_tokens, "= , ;");
    bool has_value = uk_token_is(s, i, "=");
    r->is_defined = has_value || !is_extern;
    for (i = 0; i < s->n_reducers; i++) {
        struct uk_reducer *other = &s->reducers[i];
        if (!other->is_defined || strcmp(other->name, r->name) != 0)
            continue;
        r->is_defined = has_value;
        other->is_defined = other->is_defined && !has_value;
    }
}

void uk_source_take_reducer(struct uk_source *s, CXCursor variable,
                            int function)
{
    CXType type = clang_getCursorType(variable);
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(variable);
    bool is_static = storage == CX_SC_Static || storage == CX_SC_Extern;
    if (!(s->has_reducers && holds(s, type, is_reducer)) &&
        (is_static || !is_unregistered(s, variable, function)))
        return;
    struct uk_reducer r = {.keyword = uk_type_reducer(s, type),
                           .name = uk_cursor_name(s, variable),
                           .declared = uk_cursor_place(variable),
                           .function = function,
                           .is_local = function != UK_NONE && !is_static,
                           .is_static = storage == CX_SC_Static,
                           .first = uk_cursor_token(s, variable)};
    bool cluster = s->request->style->cluster;
    if (r.keyword != UK_NONE) {
        s->keywords[r.keyword].site = s->n_reducers;
        s->keywords[r.keyword].is_shown = true;
    }
    if (variable.kind == CXCursor_ParmDecl) {
        uk_source_error(s, r.declared,
                        "a parameter is no reducer: pass a pointer, `%s *%s'",
                        uk_type_spell_canonical(s, type), r.name);
        return;
    }
    const char *odd = r.keyword != UK_NONE ? why_no_reducer(s, type) : NULL;
    if (odd != NULL) {
        uk_source_error(s, r.declared, "`%s' cannot be a reducer: %s", r.name,
                        odd);
        return;
    }
    if (clang_getCursorTLSKind(variable) != CXTLS_None) {
        uk_source_error(s, r.declared,
                        "each worker has views of `%s' already: leave out "
                        "`_Thread_local'",
                        r.name);
        return;
    }
    if (cluster && function != UK_NONE && !r.is_local) {
        uk_source_error(s, r.declared,
                        "a reducer in a function is a plain local variable: "
                        "move `%s' to file scope",
                        r.name);
        return;
    }
    if (r.keyword != UK_NONE) {
        uk_reducer_operands(s, r.keyword, &r.identity, &r.reduce, &r.end);
        if (function == UK_NONE)
            take_definition(s, &r, storage == CX_SC_Extern);
    }
    UK_PUSH(s, reducers, r);
}
