/*
 * What one spawn is: its form, its callee and types, and the destination of
 * its result.  Whatever cannot be one is reported here.
 *
 * libclang's C API tells neither parents nor operators: so the way
 * down to a call is kept in a stack, and operators are looked up among the
 * tokens.
 */
#include <string.h>

#include "types.h"
#include "walk.h"

/* Is the cursor at path[at] what the for statement around it begins with, or
 * its step? */
static bool is_step_of_for(const struct uk_walk *w, int at)
{
    const struct uk_source *s = w->source;
    unsigned start = uk_cursor_start(w->path[at - 1].cursor);
    int open = uk_token_at(s, start) + 1, semicolons = 0;
    int here = uk_cursor_token(s, w->path[at].cursor);
    if (!uk_token_is(s, open, "(") || uk_keyword_at(s, start, UK_FOR) != NULL ||
        here > s->tokens[open].match)
        return false;
    for (int i = open + 1; i < here; i = uk_token_next(s, i))
        semicolons += uk_token_is(s, i, ";");
    return semicolons != 1;
}

/* Is the cursor at path[at] a statement of its own, and not in a header, unless
 * it begins a for or is its step? */
static bool is_statement(const struct uk_walk *w, int at)
{
    if (at == 0)
        return false;
    const struct uk_level *up = &w->path[at - 1];
    unsigned end = uk_cursor_end(w->path[at].cursor);
    switch (up->cursor.kind) {
    case CXCursor_CompoundStmt:
        return true;
    case CXCursor_IfStmt:
        return up->child > 0;
    case CXCursor_DoStmt:
        return up->child == 0;
    case CXCursor_WhileStmt:
    case CXCursor_SwitchStmt:
        return up->child > 0;
    case CXCursor_ForStmt:
        return uk_cursor_end(up->cursor) == end || is_step_of_for(w, at);
    case CXCursor_LabelStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        return uk_cursor_end(up->cursor) == end;
    default:
        return false;
    }
}

/* Is the statement at path[at] the value of a ({ ... }) that is used? */
static bool is_value(const struct uk_walk *w, int at)
{
    const struct uk_source *s = w->source;
    if (at < 3 || w->path[at - 2].cursor.kind != CXCursor_StmtExpr)
        return false;
    int next = uk_token_at(s, uk_cursor_end(w->path[at].cursor));
    while (uk_token_is(s, next, ")")) /* of spawn (f(x)) */
        next++;
    if (!uk_token_is(s, next, ";") || !uk_token_is(s, next + 1, "}"))
        return false;
    CXCursor around = w->path[at - 3].cursor;
    bool dropped = around.kind == CXCursor_CStyleCastExpr &&
                   clang_getCursorType(around).kind == CXType_Void;
    return !dropped && !is_statement(w, at - 2);
}

/* Why the expression at path[at] is no place for a spawn. */
static void reject_place(struct uk_walk *w, const struct uk_keyword *k, int at)
{
    struct uk_source *s = w->source;
    const char *text = "spawn must be a statement of its own: write "
                       "`x = spawn f(...);'";
    while (at > 1 && clang_isExpression(w->path[at - 1].cursor.kind) &&
           w->path[at - 1].cursor.kind != CXCursor_InitListExpr)
        at--;
    switch (w->path[at - 1].cursor.kind) {
    case CXCursor_ReturnStmt:
        text = "spawn cannot stand in a return: write `x = spawn f(...); "
               "sync; return x;'";
        break;
    case CXCursor_ForStmt:
        if (!is_statement(w, at))
            text = "spawn cannot stand in the condition of a for: write "
                   "`x = spawn f(...); sync;' before it";
        break;
    case CXCursor_IfStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_SwitchStmt:
        if (!is_statement(w, at))
            text = "spawn cannot stand in a condition: write "
                   "`x = spawn f(...); sync;' and test x";
        break;
    case CXCursor_InitListExpr:
        text = "spawn cannot stand in an initializer list: write "
               "`x = spawn f(...);' as a statement";
        break;
    default:
        break;
    }
    uk_source_error(s, uk_keyword_place(s, k), "%s", text);
}

static bool reject_value(struct uk_source *s, const struct uk_keyword *k)
{
    return uk_reject(s, uk_keyword_place(s, k),
                     "the value of a statement expression cannot be a "
                     "spawn's: write `x = spawn f(...); sync; x;'");
}

/* Up through the implicit casts of path[at]. */
static int skip_casts(const struct uk_walk *w, int at)
{
    unsigned start = uk_cursor_start(w->path[at].cursor);
    unsigned end = uk_cursor_end(w->path[at].cursor);
    while (at > 0 && w->path[at - 1].cursor.kind == CXCursor_UnexposedExpr &&
           uk_cursor_start(w->path[at - 1].cursor) == start &&
           uk_cursor_end(w->path[at - 1].cursor) == end)
        at--;
    return at;
}

/* Is a comma before the expression at path[at], and maybe its spawn? */
static bool is_behind_comma(const struct uk_walk *w, int at)
{
    const struct uk_source *s = w->source;
    int before = uk_cursor_token(s, w->path[at].cursor) - 1;
    if (before > 0 &&
        uk_keyword_at(s, s->tokens[before].start, UK_SPAWN) != NULL)
        before--;
    return uk_token_is(s, before, ",");
}

/* Up to the comma expression that path[at] is the last of. */
static int skip_commas(const struct uk_walk *w, int at)
{
    at = skip_casts(w, at);
    while (at > 0 && w->path[at - 1].cursor.kind == CXCursor_BinaryOperator &&
           w->path[at - 1].child == 1 && is_behind_comma(w, at))
        at = skip_casts(w, at - 1);
    return at;
}

/* Up from a branch of a conditional expression, and parentheses, to the whole.
 */
static int skip_branches(const struct uk_walk *w, int at)
{
    at = skip_casts(w, at);
    for (; at > 0; at = skip_casts(w, at - 1)) {
        const struct uk_level *up = &w->path[at - 1];
        if (up->cursor.kind != CXCursor_ParenExpr &&
            (up->cursor.kind != CXCursor_ConditionalOperator || up->child == 0))
            break;
    }
    return at;
}

/* Is the expression at path[at] cast to void, as a statement? */
static bool is_cast_away(const struct uk_walk *w, int at)
{
    CXCursor up = at > 0 ? w->path[at - 1].cursor : clang_getNullCursor();
    return at > 0 && up.kind == CXCursor_CStyleCastExpr &&
           clang_getCursorType(up).kind == CXType_Void &&
           is_statement(w, skip_commas(w, at - 1));
}

/* Can the tokens of the destination be evaluated twice? */
static bool is_plain(const struct uk_source *s, int from, int to)
{
    for (int i = from; i < to; i++)
        if (uk_token_is_any(s, i, "++ --") || uk_token_assigns(s, i) ||
            (i > from && uk_token_is(s, i, "(") &&
             (s->tokens[i - 1].kind == UK_NAME ||
              uk_token_is_any(s, i - 1, ") ]"))))
            return false;
    return true;
}

/*
 * `x = c ? spawn f() : y', whose whole is path[at].  The expression has a value
 * in any case, as an initializer's does: where the child is outstanding x gets
 * nonsense, and the result at the sync.
 */
static bool resolve_branch(struct uk_walk *w, const struct uk_keyword *k,
                           struct uk_site *site, int at)
{
    struct uk_source *s = w->source;
    CXCursor parent = w->path[at - 1].cursor;
    int assign = uk_cursor_token(s, w->path[at].cursor) - 1;
    bool is_last = uk_cursor_end(parent) == uk_cursor_end(w->path[at].cursor);
    site->is_branch = true;
    for (int i = at; i > 0; i--)
        if (w->path[i].cursor.kind == CXCursor_StmtExpr) {
            reject_place(w, k, at); /* as in a macro, whose variable ends */
            return false;
        }
    if (is_statement(w, skip_commas(w, at)) || is_cast_away(w, at)) {
        site->form = UK_DROP;
        return !is_value(w, skip_commas(w, at)) || reject_value(s, k);
    }
    if (site->is_in || !is_last || !uk_token_is(s, assign, "=")) {
        reject_place(w, k, at);
        return false;
    }
    if (parent.kind == CXCursor_VarDecl && at > 1 &&
        w->path[at - 2].cursor.kind == CXCursor_DeclStmt &&
        is_statement(w, at - 2)) {
        if (!uk_walk_initializer(w, k, site, parent))
            return false;
        if (site->deduced == UK_NONE || site->is_unqualified)
            return true;
    } else if (parent.kind == CXCursor_BinaryOperator &&
               is_statement(w, skip_commas(w, at - 1)) &&
               !is_value(w, skip_commas(w, at - 1))) {
        site->assign = assign;
        if (!uk_walk_assignment(w, k, site, parent))
            return false;
        site->form = UK_INIT;
        if (is_plain(s, site->left, assign))
            return true;
    }
    reject_place(w, k, at);
    return false;
}

/* Up from path[at] through a cast, `x = (T)spawn f()'. */
static int skip_user_cast(struct uk_walk *w, const struct uk_keyword *k,
                          struct uk_site *site, int at)
{
    struct uk_source *s = w->source;
    CXCursor cast = at > 0 ? w->path[at - 1].cursor : clang_getNullCursor();
    int close = k->token - 1;
    const char *why;
    if (at == 0 || cast.kind != CXCursor_CStyleCastExpr ||
        !uk_token_is(s, close, ")"))
        return at;
    site->cast = uk_type_print(s, clang_getCursorType(cast), &why);
    if (site->cast == NULL)
        return at;
    site->assign = s->tokens[close].match - 1;
    return skip_casts(w, at - 1);
}

/* The form of the statement around the call, which is on top of the path. */
static bool resolve_form(struct uk_walk *w, const struct uk_keyword *k,
                         struct uk_site *site, unsigned call_end)
{
    struct uk_source *s = w->source;
    int at = skip_casts(w, w->depth - 1);
    if (uk_inlet_called(s, k) != NULL)
        return uk_inlet_check_call(s, k, site);
    int whole = skip_branches(w, at);
    if (whole < at || is_cast_away(w, at))
        return resolve_branch(w, k, site, whole);
    site->assign = k->token - 1;
    int uncast = skip_user_cast(w, k, site, at);
    if (at > 0 && uk_token_assigns(s, site->assign)) {
        at = uncast;
        CXCursor parent = w->path[at - 1].cursor;
        bool last = uk_cursor_end(parent) == call_end;
        /* What has wrong types is an unexposed expression of both sides. */
        if (last &&
            (parent.kind == CXCursor_BinaryOperator ||
             parent.kind == CXCursor_CompoundAssignOperator ||
             parent.kind == CXCursor_UnexposedExpr) &&
            is_statement(w, skip_commas(w, at - 1))) {
            if (is_value(w, skip_commas(w, at - 1)))
                return reject_value(s, k);
            return uk_walk_assignment(w, k, site, parent);
        }
        if (parent.kind == CXCursor_VarDecl && at > 1 && last &&
            w->path[at - 2].cursor.kind == CXCursor_DeclStmt) {
            /* Not of a macro of a header, as gcc's atomic_exchange: it reads
             * the variable at once. */
            int name = uk_token_at(s, uk_cursor_place(parent));
            if (is_statement(w, at - 2) && !s->tokens[name].is_system)
                return uk_walk_initializer(w, k, site, parent);
            reject_place(w, k, at - 2);
            return false;
        }
    } else if (is_statement(w, skip_commas(w, at))) {
        site->form = UK_DROP;
        return !is_value(w, skip_commas(w, at)) || reject_value(s, k);
    }
    reject_place(w, k, at);
    return false;
}

bool uk_walk_is_dropped(const struct uk_walk *w, int at)
{
    at = skip_casts(w, at);
    return is_statement(w, at) && !is_value(w, at);
}

static bool uses_alloca(struct uk_source *s, const struct uk_site *site)
{
    static const char names[] =
        "alloca __builtin_alloca __builtin_alloca_with_align";
    for (int i = site->open; i < site->close; i++)
        if (uk_token_is_any(s, i, names) && uk_token_is(s, i + 1, "("))
            return true;
    return false;
}

/* The type of the function that is called, or of kind Invalid. */
static CXType function_type(CXCursor callee)
{
    CXType type = clang_getCursorType(callee);
    CXCursor bare = uk_cursor_strip(callee, false);
    if (bare.kind == CXCursor_DeclRefExpr) {
        CXCursor named = clang_getCursorReferenced(bare);
        if (named.kind == CXCursor_FunctionDecl)
            return clang_getCursorType(named);
    }
    CXType pointee = clang_getPointeeType(type);
    if (pointee.kind == CXType_Invalid)
        pointee = clang_getPointeeType(clang_getCanonicalType(type));
    if (pointee.kind == CXType_Invalid) /* a parameter `long f(long)' */
        pointee = type;
    if (pointee.kind == CXType_Unexposed) /* parentheses of a declarator */
        pointee = clang_getCanonicalType(pointee);
    return pointee;
}

static bool is_builtin(const char *name)
{
    return strncmp(name, "__builtin_", 10) == 0;
}

/* Is it declared in one of the compiler's headers?  What those declare often
 * has no address. */
static bool is_of_compiler(const struct uk_source *s, unsigned declared)
{
    const char *file = uk_source_place(s, declared).file;
    return strstr(file, "/lib/gcc/") != NULL ||
           strstr(file, "/lib/clang/") != NULL;
}

/* Is it about the function that calls it, or wants arguments that are constants
 * or types? */
static bool is_of_caller(const char *name)
{
    static const char *const parts[] = {
        "alloca",   "va_",        "setjmp",    "longjmp",  "apply", "return",
        "_address", "constant_p", "classify_", "prefetch", "eh_",   "unwind"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strstr(name + 10, parts[i]) != NULL)
            return true;
    return false;
}

static bool returns_twice(const char *name)
{
    return uk_words_have(
        "setjmp _setjmp sigsetjmp __sigsetjmp getcontext vfork", name,
        strlen(name));
}

/* __attribute__((target(...))): generated functions are compiled without. */
static bool has_target(const struct uk_source *s, int function)
{
    const struct uk_function *f = &s->functions[function];
    return uk_tokens_have(s, f->first, f->open, "target __target__");
}

/* May the function use registers of AVX-512 by an attribute? */
static bool has_target_512(const struct uk_source *s,
                           const struct uk_function *f)
{
    static const char names[] =
        "target __target__ target_clones __target_clones__";
    for (int i = f->first; i < f->open; i++)
        if (uk_token_is_any(s, i, names) && uk_token_is(s, i + 1, "(")) {
            const char *list = s->text + s->tokens[i + 1].start;
            size_t size = s->tokens[s->tokens[i + 1].match].start -
                          s->tokens[i + 1].start;
            if (uk_names_avx512(list, size))
                return true;
        }
    return false;
}

/* May a spawn or sync of the function, written out, be where registers are used
 * of which gcc is not told that they change?  Only where the whole file may use
 * them can it be told.  gcc inlines what is not for AVX-512 into what is, so
 * functions that spawn are not inlined where there is such a one (emit.c). */
static bool has_unknown_registers(struct uk_source *s, int function)
{
    const struct uk_function *f = &s->functions[function];
    if (s->modifier != 'p' || s->has_more)
        return false;
    if (s->n_wide_functions == UK_NONE) {
        s->n_wide_functions = 0;
        for (int i = 0; i < s->n_functions; i++)
            s->n_wide_functions += has_target_512(s, &s->functions[i]);
    }
    bool is_inline =
        uk_tokens_have(s, f->first, f->open, "inline __inline __inline__");
    return s->has_target_512 || has_target_512(s, f) ||
           (s->n_wide_functions > 0 && is_inline);
}

/* Is it passed in registers that not every processor has? */
static bool is_wide(CXType type)
{
    enum CXTypeKind kind = uk_type_kind(type);
    return (kind == CXType_Vector || kind == CXType_Record) &&
           clang_Type_getAlignOf(type) >= 32;
}

enum { MAX_DIRECT_WORDS = 4 }; /* ucilk_abi_spawn_4 */

static bool resolve_types(struct uk_source *s, const struct uk_keyword *k,
                          struct uk_site *site, CXCursor call, CXType function)
{
    CXType canonical = clang_getCanonicalType(function);
    bool typed = canonical.kind == CXType_FunctionProto;
    int n_params = typed ? clang_getNumArgTypes(canonical) : 0;
    bool is_call =
        typed && !clang_isFunctionTypeVariadic(canonical) &&
        clang_getFunctionTypeCallingConv(canonical) == CXCallingConv_C &&
        site->callee != NULL && !site->is_intrinsic && !site->is_inlined &&
        k->word == UK_SPAWN && !s->request->style->pedigrees;
    bool is_word = true;
    const char *why = "";
    CXType result = clang_getCursorType(call);
    bool wide = is_wide(result);
    int n_words = 0;
    site->n_args = clang_Cursor_getNumArguments(call);
    if (uk_type_kind(result) != CXType_Void) {
        site->result = uk_type_print(s, result, &why);
        if (site->result == NULL)
            return uk_reject(s, uk_keyword_place(s, k),
                             "the type of the result %s", why);
        site->result_is_bool = uk_type_kind(result) == CXType_Bool;
        site->result_has_const = uk_type_has_const(s, result);
        site->result_is_plain =
            uk_type_is_plain(result) && strchr(site->result, '(') == NULL;
        is_word = uk_type_is_word(result);
        site->result_words = uk_type_words(s, result, site->result_floats);
        is_call = is_call && site->result_words > 0;
    }
    if (site->is_group && !uk_walk_group(s, k, site, call, canonical))
        return false;
    site->args = uk_arena_get(&s->arena,
                              ((size_t)site->n_args + 1) * sizeof *site->args);
    for (int i = 0; i < site->n_args; i++) {
        CXCursor arg = clang_Cursor_getArgument(call, (unsigned)i);
        CXType type = clang_getCursorType(arg);
        if (i < n_params)
            type = clang_getArgType(canonical, (unsigned)i);
        const char *printed = i < n_params ? uk_type_print(s, type, &why)
                                           : uk_type_print_more(s, type, &why);
        /* Structs may have no name but that of a typedef. */
        if (printed == NULL && i < n_params)
            printed =
                uk_type_print(s, clang_getArgType(function, (unsigned)i), &why);
        site->args[i].type = printed;
        site->args[i].has_const = uk_type_has_const(s, type);
        site->args[i].is_struct =
            uk_type_is_struct(type) || site->args[i].has_const;
        if (printed == NULL)
            return uk_reject(s, uk_cursor_start(arg),
                             "the type of argument %d %s", i + 1, why);
        struct uk_argument *a = &site->args[i];
        a->words = uk_type_words(s, type, a->floats);
        is_call = is_call && a->words > 0;
        is_word = is_word && !a->floats[0] && !a->floats[1];
        n_words += a->words;
        wide = wide || is_wide(type);
    }
    if (has_unknown_registers(s, k->function))
        return uk_reject(s, uk_keyword_place(s, k),
                         "a %s in a function whose target may have AVX-512: "
                         "compile the file with -mavx512f or the like",
                         uk_keyword_name(k));
    if (wide && has_target(s, k->function))
        return uk_reject(s, uk_keyword_place(s, k),
                         "a %s of wide vectors in a function with a target "
                         "attribute: compile the file with -mavx or the like",
                         uk_keyword_name(k));
    site->is_call = is_call && !site->is_in;
    site->is_direct = site->is_call && is_word && n_words <= MAX_DIRECT_WORDS;
    return true;
}

static const char *verb(const struct uk_keyword *k)
{
    return k->word == UK_SPAWN ? "spawned"
           : k->is_group       ? "a group's call"
                               : "a future's call";
}

static bool resolve_callee(struct uk_source *s, const struct uk_keyword *k,
                           struct uk_site *site, CXCursor callee,
                           CXType function)
{
    CXCursor bare = uk_cursor_strip(callee, false);
    CXCursor named = clang_getCursorReferenced(bare);
    site->shown = "function pointer";
    if (bare.kind == CXCursor_DeclRefExpr &&
        named.kind == CXCursor_FunctionDecl) {
        site->is_inlined = clang_Cursor_isFunctionInlined(named) &&
                           clang_Cursor_getStorageClass(named) != CX_SC_Static;
        site->callee = site->shown = uk_token_text(s, uk_cursor_token(s, bare));
        if (is_builtin(site->callee) && is_of_caller(site->callee))
            return uk_reject(s, uk_keyword_place(s, k),
                             "`%s' is built into the compiler and cannot be "
                             "%s: call it in a function, and spawn that",
                             site->callee, verb(k));
        if (returns_twice(site->callee))
            return uk_reject(s, uk_keyword_place(s, k),
                             "`%s' cannot be %s: it must be called by the "
                             "function that is to be returned to",
                             site->callee, verb(k));
        unsigned declared = 0;
        clang_getFileLocation(clang_getCursorLocation(named), NULL, NULL, NULL,
                              &declared);
        /* clang knows __rdtsc(), as it knows printf(): its first use declares
         * it. */
        bool is_known =
            is_builtin(site->callee) ||
            (site->callee[0] == '_' && function.kind == CXType_FunctionProto &&
             declared == uk_cursor_start(named));
        site->is_intrinsic = is_known || is_of_compiler(s, declared);
        if (declared == uk_cursor_start(bare) && !is_known)
            return uk_reject(s, uk_keyword_place(s, k),
                             "`%s' is not declared: %s needs to know its type",
                             site->callee, uk_keyword_name(k));
        int in = k->function;
        if (declared > s->tokens[s->functions[in].open].start)
            site->callee_declaration =
                uk_type_declare(s, function, site->callee);
        return true;
    }
    const char *why = "";
    CXType type = clang_getCursorType(callee);
    site->pointer = uk_type_print(s, type, &why);
    if (site->pointer == NULL)
        uk_source_error(s, uk_keyword_place(s, k),
                        "the type of the %s function %s",
                        k->word == UK_SPAWN ? "spawned" : "future's", why);
    return site->pointer != NULL;
}

/* The parenthesis of the arguments of a call that ends at an offset. */
static int call_parenthesis(const struct uk_source *s, unsigned call_end)
{
    int close = uk_token_at(s, call_end) - 1;
    if (!uk_token_is(s, close, ")"))
        return UK_NONE;
    return s->tokens[close].match;
}

void uk_walk_resolve(struct uk_walk *w, struct uk_keyword *k, CXCursor call)
{
    struct uk_source *s = w->source;
    struct uk_site site = {.format = UK_NONE,
                           .keyword = (int)(k - s->keywords),
                           .function = w->function,
                           .deduced = UK_NONE,
                           .is_group = k->is_group,
                           .is_in = k->word == UK_SPAWN &&
                                    s->functions[w->function].has_inlets};
    k->site = s->n_sites; /* whatever comes of it, it is not asked for again */
    s->sites = uk_arena_grow(&s->arena, s->sites, s->n_sites, sizeof *s->sites);
    unsigned end = uk_cursor_end(call);
    CXCursor callee = uk_cursor_children(call).first;
    CXType function = function_type(callee);
    site.open = call_parenthesis(s, end);
    if (site.open != UK_NONE) {
        site.close = s->tokens[site.open].match;
        bool is_formed = k->word == UK_FUTURE ? uk_walk_future(w, k, &site)
                                              : resolve_form(w, k, &site, end);
        if (!is_formed || !resolve_callee(s, k, &site, callee, function) ||
            !resolve_types(s, k, &site, call, function)) {
            /* said already */
        } else if (uk_site_is_stored(&site) && site.result == NULL) {
            uk_source_error(s, uk_keyword_place(s, k),
                            "`%s' returns nothing: write `spawn %s(...);'",
                            site.shown, site.callee ? site.callee : "f");
        } else if (uses_alloca(s, &site)) {
            uk_source_error(s, uk_keyword_place(s, k),
                            "alloca in an argument of a %s: call it in a "
                            "statement before",
                            uk_keyword_name(k));
        } else if (site.form == UK_TO_INLET) {
            uk_inlet_check_count(s, k, &site);
        }
        uk_walk_find_checks(s, &site, call, function);
    }
    s->sites[s->n_sites++] = site;
    if (s->functions[w->function].n_sites++ == 0)
        s->functions[w->function].first_site = k->site;
}
