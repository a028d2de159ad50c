/*
 * From the text to libclang's tree, and through the tree to the calls that
 * are spawned.
 */
#include <stdlib.h>
#include <string.h>

#include "clang.h"
#include "types.h"
#include "walk.h"

/* A sync is an empty statement to the parser, a scope the one behind it. */
static void confirm(struct uk_source *s, CXCursor cursor)
{
    int token = uk_cursor_token(s, cursor);
    struct uk_keyword *k = uk_keyword_on(s, token);
    if (k != NULL && k->word == UK_SYNCHED)
        k->is_shown |= cursor.kind == CXCursor_IntegerLiteral;
    while (--token >= 0 && (k = uk_keyword_on(s, token)) != NULL)
        k->is_shown |= k->word == UK_SCOPE || cursor.kind == CXCursor_NullStmt;
}

UK_VISITOR(visit, cursor)
{
    struct uk_walk *w = data;
    if (w->depth == w->room) {
        struct uk_level *path =
            uk_arena_get(&w->source->arena, 2 * (size_t)w->room * sizeof *path);
        memcpy(path, w->path, (size_t)w->room * sizeof *path);
        w->path = path;
        w->room *= 2;
    }
    w->path[w->depth].cursor = cursor;
    w->path[w->depth].child = -1;
    w->path[w->depth - 1].child++;
    w->depth++;
    uk_walk_apart(w, cursor);
    uk_walk_word(w, cursor);
    confirm(w->source, cursor);
    uk_walk_block(w);
    if (cursor.kind == CXCursor_CallExpr) {
        struct uk_keyword *k =
            uk_keyword_of_call(w->source, uk_cursor_start(cursor));
        if (k != NULL && k->site == UK_NONE && k->function == w->function)
            uk_walk_resolve(w, k, cursor);
    } else {
        uk_walk_capture(w);
    }
    clang_visitChildren(cursor, visit, w);
    w->depth--;
    return CXChildVisit_Continue;
}

/* gcc's <stdatomic.h> initializes an _Atomic struct, and has operations on
 * _Atomic variables that clang has others for: the tree knows the operands. */
static bool is_of_gcc(const char *error)
{
    static const char *const starts[] = {"address argument to atomic operation",
                                         "illegal initializer type"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (strncmp(error, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

/* The parser's errors. */
static void take_faults(struct uk_source *s, CXTranslationUnit unit)
{
    s->is_unparsed = unit == NULL;
    s->n_faults = 0;
    for (unsigned i = 0; unit && i < clang_getNumDiagnostics(unit); i++) {
        CXDiagnostic d = clang_getDiagnostic(unit, i);
        if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error) {
            struct uk_fault fault = {
                .text = uk_string(s, clang_getDiagnosticSpelling(d))};
            clang_getFileLocation(clang_getDiagnosticLocation(d), NULL, NULL,
                                  NULL, &fault.at);
            UK_PUSH(s, faults, fault);
        }
        clang_disposeDiagnostic(d);
    }
}

/* Functions inside of functions, an extension of gcc that the parser does not
 * know.  They reach the variables around them by an address on the stack, which
 * a spawned call cannot have. */
static void reject_nested(struct uk_source *s, unsigned offset)
{
    for (int f = 0; f < s->n_functions; f++) {
        struct uk_function *around = &s->functions[f];
        if (around->n_keywords > 0 && s->tokens[around->open].start < offset &&
            offset < s->tokens[around->close].start) {
            around->has_nested = true;
            uk_source_error(s, offset,
                            "a function inside of a function that spawns: "
                            "move it to file scope");
        }
    }
}

static void find_nested(struct uk_source *s)
{
    static const char error[] = "function definition is not allowed here";
    for (int i = 0; i < s->n_faults; i++)
        if (strcmp(s->faults[i].text, error) == 0)
            reject_nested(s, s->faults[i].at);
}

/* The parser's first error in a function, or NULL. */
static const char *error_in(const struct uk_source *s,
                            const struct uk_function *f)
{
    if (s->is_unparsed)
        return "the parser failed";
    for (int i = 0; i < s->n_faults; i++)
        if (s->faults[i].at >= s->tokens[f->first].start &&
            s->faults[i].at <= s->tokens[f->close].end &&
            !is_of_gcc(s->faults[i].text))
            return s->faults[i].text;
    return NULL;
}

/* The function whose body starts where the cursor's does, if the body was
 * left to the parser. */
static int function_of(struct uk_source *s, CXCursor cursor)
{
    CXCursor body = uk_cursor_children(cursor).last;
    if (body.kind != CXCursor_CompoundStmt)
        return UK_NONE;
    int open = uk_cursor_token(s, body);
    int low = UK_FIRST(i, s->n_functions, s->functions[i].open < open);
    bool found =
        low < s->n_functions && s->functions[low].open == open &&
        (s->functions[low].n_keywords > 0 || s->functions[low].is_spawned ||
         s->functions[low].is_wanted || s->functions[low].uses_reducer);
    return found ? low : UK_NONE;
}

static const char *return_type(struct uk_source *s, CXCursor function)
{
    const char *why = NULL;
    CXType type = clang_getCursorResultType(function);
    if (uk_type_kind(type) == CXType_Void)
        return "";
    return uk_type_print(s, type, &why);
}

UK_VISITOR(visit_top, cursor)
{
    struct uk_walk *w = data;
    if (cursor.kind == CXCursor_VarDecl) {
        uk_source_take_reducer(w->source, cursor, UK_NONE);
        uk_source_check_static(w->source, cursor);
    }
    if (cursor.kind != CXCursor_FunctionDecl ||
        !clang_isCursorDefinition(cursor))
        return CXChildVisit_Continue;
    w->function = function_of(w->source, cursor);
    if (w->function != UK_NONE &&
        !w->source->functions[w->function].has_nested) {
        struct uk_function *f = &w->source->functions[w->function];
        f->start = w->source->tokens[f->first].start;
        if (uk_cursor_start(cursor) < f->start)
            f->start = uk_cursor_start(cursor);
        f->is_inline = clang_Cursor_isFunctionInlined(cursor) &&
                       clang_Cursor_getStorageClass(cursor) != CX_SC_Static;
        f->returns = return_type(w->source, cursor);
        f->is_shown = true;
        f->missing = uk_account(w->source, cursor, w->text);
        w->path[0].cursor = cursor;
        w->path[0].child = -1;
        w->depth = 1;
        uk_walk_find_addressed(w);
        if (f->n_keywords > 0 || f->uses_reducer)
            clang_visitChildren(cursor, visit, w);
        uk_walk_settle(w);
        if (f->missing == UK_NONE &&
            (f->n_keywords > 0 || f->is_spawned || f->is_wanted))
            uk_walk_warn(w, cursor);
    }
    return CXChildVisit_Continue;
}

/* The parser refuses a whole command for one flag that it does not know. */
enum { WITH_BRACKETS = 1, WITH_USERS = 2, WITH_NEWEST = 4 };

static CXTranslationUnit parse(struct uk_source *s, CXIndex index,
                               struct CXUnsavedFile *file, int with)
{
    /* __ukat16 and so on: what blank_floats() writes, types unlike those. */
    static const char *const own[] = {"-x",
                                      "c",
                                      "-undef",
                                      "-nostdinc",
                                      "-w",
                                      "-ferror-limit=0",
                                      "-D_Float16=float",
                                      "-D_Float32=float",
                                      "-D_Float64=double",
                                      "-D_Float32x=double",
                                      "-D_Float64x=long double",
                                      "-D__ukat16=char[16]",
                                      "-D__ukat32=char[32]",
                                      "-D__ukat64=char[64]",
                                      "-D__ukat32x=char[96]",
                                      "-D__ukat64x=char[128]",
                                      "-D_Float128=__float128",
                                      "-D__builtin_va_arg_pack()=0",
                                      "-D__builtin_va_arg_pack_len()=0"};
    enum { N_OWN = sizeof own / sizeof own[0] };
    const struct uk_request *r = s->request;
    unsigned n = with & WITH_USERS ? r->n_flags : 0;
    unsigned n_own =
        N_OWN + UK_N_FUTURE_FLAGS + (unsigned)uk_reducer_flags(s, NULL);
    const char **flags = uk_arena_get(
        &s->arena, (n + n_own + UK_MAX_STANDARD_WORDS + 2) * sizeof *flags);
    memcpy(flags, own, sizeof own);
    uk_future_flags(s, flags + N_OWN);
    uk_reducer_flags(s, flags + N_OWN + UK_N_FUTURE_FLAGS);
    n_own += (unsigned)uk_standard_words(s, flags + n_own);
    if (atoi(uk_clang_number()) < 15) /* divides by the size of a __bf16: 0 */
        flags[n_own++] = "-D__bf16=short";
    for (unsigned i = 0; i < n; i++)
        flags[n_own + i] = uk_standard_flag(s, r->flags[i], with & WITH_NEWEST);
    if (with & WITH_BRACKETS) /* gcc has [[...]] always, and so has clang 18 */
        flags[n_own + n++] = "-fdouble-square-bracket-attributes";
    CXTranslationUnit unit = NULL;
    clang_parseTranslationUnit2(
        index, file->Filename, flags, (int)(n + n_own), file, 1,
        CXTranslationUnit_KeepGoing | CXTranslationUnit_IncludeAttributedTypes,
        &unit);
    return unit;
}

/*
 * The parser has errors where the spawn is.  The compiler is to report them;
 * should it know more than the parser, this is an error all the same: a spawn
 * never turns into a plain call in silence.
 */
static void leave_to_compiler(struct uk_source *s, const struct uk_keyword *k)
{
    const char *error =
        k->function == UK_NONE ? NULL : error_in(s, &s->functions[k->function]);
    if (error != NULL)
        uk_source_doubt(s, uk_keyword_place(s, k),
                        "this %s cannot be translated, since %s does not "
                        "understand the function: %s",
                        uk_keyword_name(k), uk_clang_version(), error);
    else
        uk_source_doubt(s, uk_keyword_place(s, k),
                        "this %s cannot be translated: %s does not show it",
                        uk_keyword_name(k), uk_clang_version());
}

/* Has each bracket its partner?  If not, no function has an end. */
static bool is_balanced(const struct uk_source *s)
{
    for (int i = 0; i < s->n_tokens; i++)
        if (s->tokens[i].match == UK_NONE &&
            uk_token_is_any(s, i, "( ) [ ] { }"))
            return false;
    return true;
}

/* Those that become no sites, and are more than a qualifier. */
static bool is_shown_as_node(enum uk_word word)
{
    return word == UK_SYNC || word == UK_SCOPE || word == UK_SYNCHED ||
           word == UK_ABORT || word == UK_INLET;
}

/* Did the parser take offence at a keyword, or right before it? */
static bool is_error_at(const struct uk_source *s, int token)
{
    unsigned first = token > 0 ? s->tokens[token - 1].end : 0;
    for (int i = 0; i < s->n_faults; i++)
        if (first <= s->faults[i].at &&
            s->faults[i].at <= s->tokens[token].start)
            return true;
    return false;
}

static void check_reducer(struct uk_source *s, const struct uk_keyword *k)
{
    if (is_error_at(s, k->token))
        uk_source_error(s, uk_keyword_place(s, k),
                        "cilk_reducer stands in a type: write `long "
                        "cilk_reducer(identity, reduce) x = 0;'");
    else if (!k->is_shown && s->has_reducers &&
             !uk_source_has_error(s, uk_keyword_place(s, k),
                                  uk_keyword_place(s, k) + 1))
        uk_source_error(s, uk_keyword_place(s, k),
                        "%s does not show this cilk_reducer in a type",
                        uk_clang_version());
    else if (s->request->style->cluster && k->site == UK_NONE)
        uk_source_error(
            s, uk_keyword_place(s, k),
            "on a cluster a reducer is a variable, at file scope or "
            "of a function with a cilk_for: tasks share no memory "
            "for others, and no pointers");
}

/* Reports keywords outside of functions, and spawns that are no calls. */
static void check_keywords(struct uk_source *s)
{
    for (int i = 0; i < s->n_keywords; i++) {
        const struct uk_keyword *k = &s->keywords[i];
        const char *error = NULL;
        if (k->word == UK_QUALIFIER ||
            (k->function != UK_NONE && s->functions[k->function].has_nested))
            continue;
        if (k->word == UK_REDUCER) {
            check_reducer(s, k);
        } else if (k->function == UK_NONE && !is_balanced(s)) {
            leave_to_compiler(s, k);
        } else if (k->function == UK_NONE) {
            uk_source_error(s, uk_keyword_place(s, k),
                            "%s outside of a function", uk_keyword_name(k));
        } else if (k->word == UK_SYNC && !k->is_in_place) {
            uk_source_error(s, uk_keyword_place(s, k),
                            "sync is a statement: write `sync;'");
        } else if (k->word == UK_SCOPE && !k->is_in_place) {
            uk_source_error(s, uk_keyword_place(s, k),
                            "cilk_scope stands before a statement: write "
                            "`cilk_scope { ... }'");
        } else if (is_shown_as_node(k->word)) {
            if (!k->is_shown)
                leave_to_compiler(s, k);
        } else if (k->word == UK_FUTURE && k->count != UK_NONE &&
                   s->tokens[k->count].match == k->count + 1) {
            uk_source_error(s, uk_keyword_place(s, k),
                            "%s() lacks the number of consumers: "
                            "write `%s(2) f(...)', or `%s f(...)' for one",
                            uk_keyword_name(k), uk_keyword_name(k),
                            uk_keyword_name(k));
        } else if (k->site == UK_NONE) {
            if (k->word != UK_FUTURE || k->is_in_place)
                error = error_in(s, &s->functions[k->function]);
            if (error != NULL)
                leave_to_compiler(s, k);
            else if (uk_token_is_atomic(s, uk_keyword_call(s, k)) ||
                     s->tokens[uk_keyword_call(s, k)].is_expanded)
                uk_source_error(s, uk_keyword_place(s, k),
                                "what is built into the compiler, or a macro "
                                "of a header, cannot be spawned: write "
                                "`cilk_spawn { x = ...; }'");
            else if (k->word != UK_FOR)
                uk_source_error(s, uk_keyword_place(s, k),
                                "%s needs a call of a function right behind "
                                "it: write `%s f(...)'",
                                uk_keyword_name(k), uk_keyword_name(k));
            else
                uk_source_error(s, uk_keyword_place(s, k),
                                "cilk_for is a statement: write `cilk_for "
                                "(int i = 0; i < n; i++) ...'");
        }
    }
}

/* What the parser does not show cannot be translated, nor be called absent. */
static void check_function(struct uk_source *s, const struct uk_function *f)
{
    bool is_needed = f->n_keywords > 0 || f->uses_reducer;
    bool is_whole = f->is_shown ? f->missing == UK_NONE : !is_needed;
    unsigned start = s->tokens[f->first].start, end = s->tokens[f->close].end;
    if (is_whole || f->has_nested || uk_source_has_error(s, start, end))
        return;
    int missing = f->is_shown ? f->missing : f->open;
    const char *error = error_in(s, f);
    /* A statement that the parser does not understand, such as gcc's intrinsics
     * without optimization, stays what it is, but for the variables that bodies
     * capture, and reducers. */
    if (error != NULL && f->is_shown && f->n_loops == 0 && !f->uses_reducer)
        return;
    if (error != NULL)
        uk_source_doubt(s, s->tokens[missing].start,
                        "%s does not understand the function: %s",
                        uk_clang_version(), error);
    else
        uk_source_doubt(s, s->tokens[missing].start,
                        "%s does not show `%s' of this function",
                        uk_clang_version(), uk_token_text(s, missing));
}

/* Where an empty statement can stand behind the token: a blank, or the end of a
 * line before no marker. */
static char *blank_behind(const struct uk_source *s, char *text, int token)
{
    unsigned end = token + 1 < s->n_tokens ? s->tokens[token + 1].start : 0;
    for (unsigned i = s->tokens[token].end; i < end; i++) {
        if (text[i] == '#')
            break;
        if (text[i] == ' ' || (text[i] == '\n' && text[i + 1] != '#'))
            return &text[i];
    }
    return NULL;
}

/* libclang before 18 knows no label before a declaration or a block's end. */
static bool mend_labels(struct uk_source *s, char *text)
{
    bool is_mended = false;
    for (int i = 0; i < s->n_faults; i++) {
        int colon = uk_token_at(s, s->faults[i].at) - 1;
        char *blank =
            uk_token_is(s, colon, ":") ? blank_behind(s, text, colon) : NULL;
        if (blank != NULL)
            *blank = ';';
        is_mended = is_mended || blank != NULL;
    }
    return is_mended;
}

/* In a _Generic, `_Float32: f' beside `float: g' is no second float. */
static void blank_floats(struct uk_source *s, char *text)
{
    for (int i = 0; i + 1 < s->n_tokens; i++)
        if (uk_token_is(s, i + 1, ":") &&
            uk_token_is_any(s, i, uk_floats_read_as_others) &&
            text[s->tokens[i].start] != ' ')
            memcpy(text + s->tokens[i].start, "__uk", 4);
}

void uk_source_parse(struct uk_source *s)
{
    char *text = uk_source_blank(s, !s->request->force);
    uk_reducers_blank(s, text);
    uk_inlets_blank(s, text);
    blank_floats(s, text);
    struct CXUnsavedFile file = {"ucilk-input.c", text, s->size};
    /* Its own thread has 8 MiB of stack, and its handler cannot run in one
     * that is full. */
    setenv("LIBCLANG_NOTHREADS", "1", 1);
    setenv("LIBCLANG_DISABLE_CRASH_RECOVERY", "1", 1);
    CXIndex index = clang_createIndex(0, 0);
    static const int tries[] = {WITH_NEWEST | WITH_BRACKETS | WITH_USERS,
                                WITH_NEWEST | WITH_USERS,
                                WITH_BRACKETS | WITH_USERS,
                                WITH_USERS,
                                WITH_BRACKETS,
                                0};
    enum { N_TRIES = sizeof tries / sizeof tries[0] };
    CXTranslationUnit unit = NULL;
    int n = 0;
    while (unit == NULL && n < N_TRIES)
        unit = parse(s, index, &file, tries[n++]);
    take_faults(s, unit);
    if (mend_labels(s, text)) {
        clang_disposeTranslationUnit(unit);
        unit = parse(s, index, &file, tries[n - 1]);
        take_faults(s, unit);
    }
    uk_answers_begin(s, text);
    if (unit != NULL) {
        struct uk_walk *w = uk_arena_get(&s->arena, sizeof *w);
        w->source = s;
        w->unit = unit;
        w->text = text;
        w->room = 256;
        w->path = uk_arena_get(&s->arena, (size_t)w->room * sizeof *w->path);
        find_nested(s);
        clang_visitChildren(clang_getTranslationUnitCursor(unit), visit_top, w);
        uk_source_confirm_reducers(s, unit);
        uk_source_check_selections(s, unit, text);
    }
    uk_answers_end();
    check_keywords(s);
    uk_source_check_inlets(s);
    for (int i = 0; i < s->n_functions; i++) {
        const char *error =
            s->functions[i].uses_reducer ? error_in(s, &s->functions[i]) : NULL;
        if (error != NULL)
            uk_source_check_uses(s, i, error);
    }
    for (int i = 0; !s->is_unparsed && i < s->n_functions; i++)
        check_function(s, &s->functions[i]);
    uk_source_check_jumps(s);
    if (unit != NULL)
        clang_disposeTranslationUnit(unit);
    clang_disposeIndex(index);
    unsetenv("LIBCLANG_NOTHREADS");
    unsetenv("LIBCLANG_DISABLE_CRASH_RECOVERY");
}
