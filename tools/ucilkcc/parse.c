/*
 * What each spawn is, by libclang: the call, its callee and types, and the
 * destination of its result.
 *
 * The C API of libclang 14 tells neither parents nor operators: so the way
 * down to a call is kept in a stack, and operators are looked up among the
 * tokens.
 */
#include <stdio.h>
#include <string.h>

#include "types.h"

enum { MAX_DEPTH = 4096 };

struct level {
    CXCursor cursor;
    int child; /* index of the next one down */
};

struct walk {
    struct uk_source *source;
    CXTranslationUnit unit;
    int function;
    int depth;
    struct level path[MAX_DEPTH];
};

static unsigned start_of(CXCursor cursor)
{
    unsigned offset = 0;
    CXSourceRange range = clang_getCursorExtent(cursor);
    clang_getSpellingLocation(clang_getRangeStart(range), NULL, NULL, NULL,
                              &offset);
    return offset;
}

static unsigned end_of(CXCursor cursor)
{
    unsigned offset = 0;
    CXSourceRange range = clang_getCursorExtent(cursor);
    clang_getSpellingLocation(clang_getRangeEnd(range), NULL, NULL, NULL,
                              &offset);
    return offset;
}

struct children {
    CXCursor first, last;
    int n;
};

static enum CXChildVisitResult collect(CXCursor cursor, CXCursor parent,
                                       CXClientData data)
{
    struct children *children = data;
    (void)parent;
    if (children->n++ == 0)
        children->first = cursor;
    children->last = cursor;
    return CXChildVisit_Continue;
}

static struct children children_of(CXCursor cursor)
{
    struct children children = {clang_getNullCursor(), clang_getNullCursor(),
                                0};
    clang_visitChildren(cursor, collect, &children);
    return children;
}

/* Through the implicit casts, and parentheses where asked. */
static CXCursor strip(CXCursor cursor, bool parentheses)
{
    while (cursor.kind == CXCursor_UnexposedExpr ||
           (parentheses && cursor.kind == CXCursor_ParenExpr)) {
        struct children below = children_of(cursor);
        if (below.n != 1)
            break;
        cursor = below.first;
    }
    return cursor;
}

/* The keyword of a spawn right before an offset. */
static struct uk_keyword *spawn_before(struct uk_source *s, unsigned offset)
{
    int token = uk_token_at(s, offset) - 1;
    for (int low = 0, high = s->n_keywords; low < high;) {
        int middle = low + (high - low) / 2;
        if (s->keywords[middle].token == token)
            return s->keywords[middle].is_spawn ? &s->keywords[middle] : NULL;
        if (s->keywords[middle].token < token)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static unsigned place_of(struct uk_source *s, const struct uk_keyword *k)
{
    return s->tokens[k->token].start;
}

/* Is the cursor at path[at] a statement of its own, and not a header? */
static bool is_statement(const struct walk *w, int at)
{
    if (at == 0)
        return false;
    const struct level *up = &w->path[at - 1];
    unsigned end = end_of(w->path[at].cursor);
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
    case CXCursor_LabelStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        return end_of(up->cursor) == end;
    default:
        return false;
    }
}

/* Why the expression at path[at] is no place for a spawn. */
static void reject_place(struct walk *w, const struct uk_keyword *k, int at)
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
            text = "spawn cannot stand in the header of a for: write "
                   "`x = spawn f(...);' before it";
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
    uk_source_error(s, place_of(s, k), "%s", text);
}

static bool is_assignment(const struct uk_source *s, int token)
{
    static const char *const operators[] = {"=",  "+=", "-=",  "*=",  "/=", "%=",
                                            "&=", "|=", "^=", "<<=", ">>=", NULL};
    return uk_token_is_any(s, token, operators);
}

/* The type of the destination, or false after a message. */
static bool print_destination(struct uk_source *s, const struct uk_keyword *k,
                              struct uk_site *site, CXType type)
{
    const char *why = "";
    if (clang_isConstQualifiedType(clang_getCanonicalType(type))) {
        uk_source_error(s, place_of(s, k),
                        "the result of a spawn arrives later: its destination "
                        "cannot be const");
        return false;
    }
    site->destination = uk_type_print_object(s, type, &why);
    if (site->destination == NULL)
        uk_source_error(s, place_of(s, k),
                        "the type of the destination %s", why);
    return site->destination != NULL;
}

static bool is_bit_field(CXCursor expression)
{
    if (expression.kind != CXCursor_MemberRefExpr)
        return false;
    return clang_Cursor_isBitField(clang_getCursorReferenced(expression));
}

static bool is_register(CXCursor expression)
{
    CXCursor variable = clang_getCursorReferenced(expression);
    return !clang_Cursor_isNull(variable) &&
           clang_Cursor_getStorageClass(variable) == CX_SC_Register;
}

static bool resolve_assignment(struct uk_source *s, const struct uk_keyword *k,
                               struct uk_site *site, CXCursor assignment)
{
    CXCursor left = children_of(assignment).first;
    CXCursor bare = strip(left, true);
    unsigned keyword = place_of(s, k);
    site->form = UK_ASSIGN;
    site->assign = k->token - 1;
    site->operator_ = uk_token_text(s, site->assign);
    site->left = uk_token_at(s, start_of(assignment));
    if (is_bit_field(bare)) {
        uk_source_error(s, keyword,
                        "the result of a spawn cannot go into a bit-field: "
                        "spawn into a variable, and assign it after the sync");
        return false;
    }
    if (bare.kind == CXCursor_DeclRefExpr) {
        if (is_register(bare)) {
            uk_source_error(s, keyword,
                            "the result of a spawn cannot go into a register "
                            "variable: leave out `register'");
            return false;
        }
        site->is_named = true;
        site->name = uk_token_text(s, uk_token_at(s, start_of(bare)));
    }
    return print_destination(s, k, site, clang_getCursorType(left));
}

static bool resolve_initializer(struct uk_source *s, const struct uk_keyword *k,
                                struct uk_site *site, CXCursor variable)
{
    unsigned keyword = place_of(s, k);
    site->form = UK_INIT;
    site->operator_ = "=";
    site->assign = k->token - 1;
    site->is_named = true;
    CXString name = clang_getCursorSpelling(variable);
    site->name = uk_arena_print(&s->arena, "%s", clang_getCString(name));
    clang_disposeString(name);
    switch (clang_Cursor_getStorageClass(variable)) {
    case CX_SC_Register:
        uk_source_error(s, keyword,
                        "the result of a spawn cannot go into a register "
                        "variable: leave out `register'");
        return false;
    case CX_SC_Static:
    case CX_SC_Extern:
        uk_source_error(s, keyword,
                        "a static variable cannot be initialized by a spawn: "
                        "write `x = spawn f(...);' as a statement");
        return false;
    default:
        break;
    }
    return print_destination(s, k, site, clang_getCursorType(variable));
}

/* The form of the statement around the call, which is on top of the path. */
static bool resolve_form(struct walk *w, const struct uk_keyword *k,
                         struct uk_site *site, unsigned call_end)
{
    struct uk_source *s = w->source;
    int at = w->depth - 1;
    while (at > 0 && w->path[at - 1].cursor.kind == CXCursor_UnexposedExpr &&
           end_of(w->path[at - 1].cursor) == call_end)
        at--;
    if (at > 0 && is_assignment(s, k->token - 1)) {
        CXCursor parent = w->path[at - 1].cursor;
        bool last = end_of(parent) == call_end;
        if (last &&
            (parent.kind == CXCursor_BinaryOperator ||
             parent.kind == CXCursor_CompoundAssignOperator) &&
            is_statement(w, at - 1))
            return resolve_assignment(s, k, site, parent);
        if (parent.kind == CXCursor_VarDecl && at > 1 && last &&
            w->path[at - 2].cursor.kind == CXCursor_DeclStmt) {
            if (is_statement(w, at - 2))
                return resolve_initializer(s, k, site, parent);
            reject_place(w, k, at - 2);
            return false;
        }
    } else if (is_statement(w, at)) {
        site->form = UK_DROP;
        return true;
    }
    reject_place(w, k, at);
    return false;
}

static bool uses_alloca(struct uk_source *s, const struct uk_site *site)
{
    static const char *const names[] = {"alloca", "__builtin_alloca",
                                        "__builtin_alloca_with_align", NULL};
    for (int i = site->open; i < site->close; i++)
        if (uk_token_is_any(s, i, names) && uk_token_is(s, i + 1, "("))
            return true;
    return false;
}

/* The type of the function that is called, or of kind Invalid. */
static CXType function_type(CXCursor callee)
{
    CXType type = clang_getCursorType(callee);
    CXCursor bare = strip(callee, false);
    if (bare.kind == CXCursor_DeclRefExpr) {
        CXCursor named = clang_getCursorReferenced(bare);
        if (named.kind == CXCursor_FunctionDecl)
            return clang_getCursorType(named);
    }
    CXType pointee = clang_getPointeeType(type);
    if (pointee.kind == CXType_Invalid)
        pointee = clang_getPointeeType(clang_getCanonicalType(type));
    while (pointee.kind == CXType_Unexposed) /* parentheses of a declarator */
        pointee = clang_getCanonicalType(pointee);
    return pointee;
}

static bool resolve_types(struct uk_source *s, const struct uk_keyword *k,
                          struct uk_site *site, CXCursor call, CXType function)
{
    CXType canonical = clang_getCanonicalType(function);
    bool typed = canonical.kind == CXType_FunctionProto;
    int n_params = typed ? clang_getNumArgTypes(canonical) : 0;
    bool is_word = typed && !clang_isFunctionTypeVariadic(canonical) &&
                   clang_getFunctionTypeCallingConv(canonical) ==
                       CXCallingConv_C &&
                   site->callee != NULL && n_params <= 4;
    const char *why = "";
    CXType result = clang_getCursorType(call);
    site->n_args = clang_Cursor_getNumArguments(call);
    if (clang_getCanonicalType(result).kind != CXType_Void) {
        site->result = uk_type_print(s, result, &why);
        if (site->result == NULL) {
            uk_source_error(s, place_of(s, k), "the type of the result %s",
                            why);
            return false;
        }
        site->result_is_bool =
            clang_getCanonicalType(result).kind == CXType_Bool;
        is_word = is_word && uk_type_is_word(result);
    }
    site->args = uk_arena_get(&s->arena, ((size_t)site->n_args + 1) *
                                             sizeof *site->args);
    for (int i = 0; i < site->n_args; i++) {
        CXCursor arg = clang_Cursor_getArgument(call, (unsigned)i);
        CXType type = clang_getCursorType(arg);
        if (i < n_params)
            type = clang_getArgType(canonical, (unsigned)i);
        const char *printed = uk_type_print(s, type, &why);
        /* Structs may have no name but that of a typedef. */
        if (printed == NULL && i < n_params)
            printed = uk_type_print(s, clang_getArgType(function, (unsigned)i),
                                    &why);
        site->args[i].type = printed;
        site->args[i].is_struct =
            clang_getCanonicalType(type).kind == CXType_Record;
        if (printed == NULL) {
            uk_source_error(s, start_of(arg), "the type of argument %d %s",
                            i + 1, why);
            return false;
        }
        is_word = is_word && uk_type_is_word(type);
    }
    site->is_direct = is_word;
    return true;
}

static bool resolve_callee(struct uk_source *s, const struct uk_keyword *k,
                           struct uk_site *site, CXCursor callee,
                           CXType function)
{
    CXCursor bare = strip(callee, false);
    CXCursor named = clang_getCursorReferenced(bare);
    site->shown = "function pointer";
    if (bare.kind == CXCursor_DeclRefExpr &&
        named.kind == CXCursor_FunctionDecl) {
        site->callee = site->shown =
            uk_token_text(s, uk_token_at(s, start_of(bare)));
        if (strncmp(site->callee, "__builtin_", 10) == 0) {
            uk_source_error(s, place_of(s, k),
                            "`%s' is built into the compiler and cannot be "
                            "spawned",
                            site->callee);
            return false;
        }
        unsigned declared = 0;
        clang_getSpellingLocation(clang_getCursorLocation(named), NULL, NULL,
                                  NULL, &declared);
        if (declared == start_of(bare)) {
            uk_source_error(s, place_of(s, k),
                            "`%s' is not declared: spawn needs to know its "
                            "type",
                            site->callee);
            return false;
        }
        int in = k->function;
        if (declared > s->tokens[s->functions[in].open].start)
            site->callee_type = uk_type_spell_canonical(s, function);
        return true;
    }
    const char *why = "";
    CXType type = clang_getCursorType(callee);
    site->pointer = uk_type_print(s, type, &why);
    if (site->pointer == NULL)
        uk_source_error(s, place_of(s, k),
                        "the type of the spawned function %s", why);
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

static void resolve(struct walk *w, struct uk_keyword *k, CXCursor call)
{
    struct uk_source *s = w->source;
    struct uk_site site = {.keyword = (int)(k - s->keywords),
                           .function = w->function};
    k->site = s->n_sites; /* whatever comes of it, it is not asked for again */
    s->sites =
        uk_arena_grow(&s->arena, s->sites, s->n_sites, sizeof *s->sites);
    unsigned end = end_of(call);
    CXCursor callee = children_of(call).first;
    CXType function = function_type(callee);
    site.open = call_parenthesis(s, end);
    if (site.open != UK_NONE) {
        site.close = s->tokens[site.open].match;
        if (!resolve_form(w, k, &site, end) ||
            !resolve_callee(s, k, &site, callee, function) ||
            !resolve_types(s, k, &site, call, function)) {
            /* said already */
        } else if (site.form != UK_DROP && site.result == NULL) {
            uk_source_error(s, place_of(s, k),
                            "`%s' returns nothing: write `spawn %s(...);'",
                            site.shown, site.callee ? site.callee : "f");
        } else if (uses_alloca(s, &site)) {
            uk_source_error(s, place_of(s, k),
                            "alloca in an argument of a spawn: call it in a "
                            "statement before");
        }
    }
    s->sites[s->n_sites++] = site;
    s->functions[w->function].n_sites++;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent,
                                     CXClientData data)
{
    struct walk *w = data;
    (void)parent;
    if (w->depth == MAX_DEPTH)
        return CXChildVisit_Break;
    w->path[w->depth].cursor = cursor;
    w->path[w->depth].child = -1;
    w->path[w->depth - 1].child++;
    w->depth++;
    if (cursor.kind == CXCursor_CallExpr) {
        struct uk_keyword *k = spawn_before(w->source, start_of(cursor));
        if (k != NULL && k->site == UK_NONE && k->function == w->function)
            resolve(w, k, cursor);
    }
    clang_visitChildren(cursor, visit, w);
    w->depth--;
    return CXChildVisit_Continue;
}

/* The function whose body starts where the cursor's does, if it has
 * keywords. */
static int function_of(struct uk_source *s, CXCursor cursor)
{
    CXCursor body = children_of(cursor).last;
    if (body.kind != CXCursor_CompoundStmt)
        return UK_NONE;
    int open = uk_token_at(s, start_of(body));
    for (int i = 0; i < s->n_functions; i++)
        if (s->functions[i].open == open)
            return s->functions[i].n_keywords > 0 ? i : UK_NONE;
    return UK_NONE;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent,
                                         CXClientData data)
{
    struct walk *w = data;
    (void)parent;
    if (cursor.kind != CXCursor_FunctionDecl ||
        !clang_isCursorDefinition(cursor))
        return CXChildVisit_Continue;
    w->function = function_of(w->source, cursor);
    if (w->function != UK_NONE) {
        struct uk_function *f = &w->source->functions[w->function];
        f->start = w->source->tokens[f->first].start;
        if (start_of(cursor) < f->start)
            f->start = start_of(cursor);
        w->path[0].cursor = cursor;
        w->path[0].child = -1;
        w->depth = 1;
        clang_visitChildren(cursor, visit, w);
    }
    return CXChildVisit_Continue;
}

/* The first error of the parser, or NULL. */
static const char *first_error(struct uk_source *s, CXTranslationUnit unit)
{
    const char *text = NULL;
    for (unsigned i = 0; i < clang_getNumDiagnostics(unit) && !text; i++) {
        CXDiagnostic d = clang_getDiagnostic(unit, i);
        if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error) {
            CXString string = clang_getDiagnosticSpelling(d);
            text = uk_arena_print(&s->arena, "%s", clang_getCString(string));
            clang_disposeString(string);
        }
        clang_disposeDiagnostic(d);
    }
    return text;
}

static CXTranslationUnit parse(struct uk_source *s, CXIndex index,
                               struct CXUnsavedFile *file, bool with_flags)
{
    static const char *const own[] = {
        "-x", "c", "-undef", "-nostdinc", "-w", "-ferror-limit=0",
        "-D_Float16=float", "-D_Float32=float", "-D_Float64=double",
        "-D_Float32x=double", "-D_Float64x=long double",
        "-D_Float128=__float128", "-D__builtin_va_arg_pack()=0",
        "-D__builtin_va_arg_pack_len()=0",
    };
    unsigned n_own = sizeof own / sizeof own[0];
    const struct uk_request *r = s->request;
    unsigned n = with_flags ? r->n_flags : 0;
    const char **flags = uk_arena_get(&s->arena, (n + n_own) * sizeof *flags);
    memcpy(flags, own, sizeof own);
    if (n != 0)
        memcpy(flags + n_own, r->flags, n * sizeof *flags);
    CXTranslationUnit unit = NULL;
    clang_parseTranslationUnit2(index, file->Filename, flags, (int)(n + n_own),
                                file, 1, CXTranslationUnit_KeepGoing, &unit);
    return unit;
}

/* Reports keywords outside of functions, and spawns that are no calls. */
static void check_keywords(struct uk_source *s, const char *parser_error)
{
    for (int i = 0; i < s->n_keywords; i++) {
        const struct uk_keyword *k = &s->keywords[i];
        if (k->function == UK_NONE) {
            uk_source_error(s, place_of(s, k), "%s outside of a function",
                            k->is_spawn ? "spawn" : "sync");
        } else if (!k->is_spawn) {
            if (!k->is_statement)
                uk_source_error(s, place_of(s, k),
                                "sync is a statement: write `sync;'");
        } else if (k->site == UK_NONE && parser_error == NULL) {
            uk_source_error(s, place_of(s, k),
                            "spawn needs a call of a function right behind "
                            "it: write `spawn f(...)'");
        } else if (k->site == UK_NONE) {
            s->is_broken = true;
            struct uk_place place = uk_source_place(s, place_of(s, k));
            uk_edit_add(s, (unsigned)s->size, (unsigned)s->size,
                        "\n# %u \"%s\"\n_Static_assert(0, \"ucilkcc does not "
                        "understand this spawn\");\n",
                        place.line, place.file);
        }
    }
}

void uk_source_parse(struct uk_source *s)
{
    char *text = uk_source_blank(s, true);
    struct CXUnsavedFile file = {"ucilk-input.c", text, s->size};
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit unit = parse(s, index, &file, true);
    if (unit == NULL)
        unit = parse(s, index, &file, false);
    const char *error = "the parser failed";
    if (unit != NULL) {
        struct walk *w = uk_arena_get(&s->arena, sizeof *w);
        w->source = s;
        w->unit = unit;
        clang_visitChildren(clang_getTranslationUnitCursor(unit), visit_top, w);
        error = first_error(s, unit);
        clang_disposeTranslationUnit(unit);
    }
    clang_disposeIndex(index);
    check_keywords(s, error);
}
