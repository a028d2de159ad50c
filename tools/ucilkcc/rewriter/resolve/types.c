/*
 * Printing types.
 *
 * Canonical types, since they need no typedef that might be local; the
 * typedef's name where a struct has no other.  Arrays and functions behind a
 * pointer are put into __typeof__(), so that the name that is declared can
 * stand behind every type.
 */
#include <string.h>

#include "types.h"
#include "walk.h"

enum CXTypeKind uk_type_kind(CXType type)
{
    return clang_getCanonicalType(type).kind;
}

bool uk_type_is_integer(CXType type)
{
    enum CXTypeKind kind = uk_type_kind(type);
    return kind == CXType_Enum ||
           (kind >= CXType_Bool && kind <= CXType_Int128);
}

bool uk_type_is_array(CXType type)
{
    enum CXTypeKind kind = uk_type_kind(type);
    return kind == CXType_ConstantArray || kind == CXType_VariableArray ||
           kind == CXType_IncompleteArray;
}

bool uk_type_is_variable(CXType type)
{
    for (type = clang_getCanonicalType(type);
         type.kind == CXType_ConstantArray;)
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    return type.kind == CXType_VariableArray;
}

/* libclang 15 and later say bool in C23, where gcc 12 does not know it. */
static char *with_old_bool(struct uk_source *s, char *text)
{
    for (char *p = text; (p = strstr(p, "bool")) != NULL; p += 4) {
        if (uk_continues_name(p[4]) || (p > text && uk_continues_name(p[-1])))
            continue;
        size_t at = (size_t)(p - text);
        text = uk_arena_print(&s->arena, "%.*s_Bool%s", (int)at, text, p + 4);
        p = text + at + 1;
    }
    return text;
}

static const char *spell(struct uk_source *s, CXType type)
{
    char *copy = uk_string(s, clang_getTypeSpelling(type));
    /* What stands for cilk_reducer is the parser's alone: reducers.c. */
    for (char *p = copy; s->has_reducers && (p = strstr(p, "__uk")) != NULL;) {
        size_t n = strspn(p + 4, "0123456789");
        if (n > 0 && p[4 + n] == ' ')
            memmove(p, p + n + 5, strlen(p + n + 5) + 1);
        else
            p += 4;
    }
    return uk_standard_is_c23(s) ? with_old_bool(s, copy) : copy;
}

/* A typedef's name, which libclang 16 to 21 show as a type around it. */
static bool is_named(CXType type)
{
    return type.kind == CXType_Typedef || type.kind == CXType_Elaborated;
}

static CXType meaning(CXType type)
{
    return type.kind == CXType_Elaborated ? clang_Type_getNamedType(type)
                                          : clang_getTypedefDeclUnderlyingType(
                                                clang_getTypeDeclaration(type));
}

CXType uk_type_desugar(CXType type)
{
    while (is_named(type))
        type = meaning(type);
    return type;
}

static bool is_anonymous(const char *spelling)
{
    return strstr(spelling, "(unnamed") != NULL ||
           strstr(spelling, "(anonymous") != NULL;
}

const char *uk_type_skip_qualifiers(const char *spelling)
{
    size_t n = strcspn(spelling, " ");
    for (; spelling[n] && uk_words_have("const volatile restrict", spelling, n);
         n = strcspn(spelling, " "))
        spelling += n + 1;
    return spelling;
}

/* What is behind pointers, arrays and functions' results. */
static CXType innermost(CXType type)
{
    for (;;) {
        CXType next = {.kind = CXType_Invalid};
        type = clang_getCanonicalType(type);
        switch (type.kind) {
        case CXType_Pointer:
            next = clang_getPointeeType(type);
            break;
        case CXType_ConstantArray:
        case CXType_IncompleteArray:
            next = clang_getArrayElementType(type);
            break;
        case CXType_FunctionProto:
        case CXType_FunctionNoProto:
            next = clang_getResultType(type);
            break;
        case CXType_Atomic:
            next = clang_Type_getValueType(type);
            break;
        default:
            break;
        }
        if (next.kind == CXType_Invalid)
            return type;
        type = next;
    }
}

CXCursor uk_type_declaration(CXType type)
{
    type = innermost(type);
    while (type.kind == CXType_VariableArray)
        type = innermost(clang_getArrayElementType(type));
    return clang_getTypeDeclaration(type);
}

bool uk_type_is_local(CXType type)
{
    CXCursor c = uk_type_declaration(type);
    while (!clang_Cursor_isNull(c) && !clang_isInvalid(c.kind) &&
           !clang_isTranslationUnit(c.kind)) {
        c = clang_getCursorLexicalParent(c);
        if (c.kind == CXCursor_FunctionDecl)
            return true;
    }
    return false;
}

/* A type that is declared again has a tag: the parser puts a typedef's name, or
 * nothing that can be compiled, where there is none. */
static const char *spell_again(struct uk_source *s, CXType type)
{
    type = clang_getCanonicalType(type);
    const char *spelling = spell(s, type);
    const char *base = spell(s, innermost(type));
    const char *tag = uk_type_is_local(type)
                          ? uk_local_tag(s, uk_type_declaration(type))
                          : NULL;
    if (tag == NULL || strncmp(spelling, base, strlen(base)) != 0)
        return spelling;
    return uk_arena_print(&s->arena, "%.*s%s%s",
                          (int)(uk_type_skip_qualifiers(base) - base), base,
                          tag, spelling + strlen(base));
}

static const char *qualifiers_of(CXType type)
{
    static const char *const words[] = {"", "const ", "volatile ",
                                        "const volatile "};
    return words[(clang_isConstQualifiedType(type) ? 1 : 0) +
                 (clang_isVolatileQualifiedType(type) ? 2 : 0)];
}

/* Pointers to what has no name here: C converts void * to and from them. */
static const char *print_void(struct uk_source *s, CXType pointee)
{
    CXType type = clang_getCanonicalType(pointee);
    while (uk_type_is_array(type))
        type = clang_getArrayElementType(type);
    return uk_arena_print(&s->arena, "%svoid *", qualifiers_of(type));
}

static const char *print_pointer_to(struct uk_source *s, CXType pointee,
                                    bool again, const char **why)
{
    const char *to = again ? spell_again(s, pointee) : spell(s, pointee);
    if (strstr(to, ") __attribute__((") != NULL) {
        *why = "has a calling convention of its own: call it in a function, "
               "and spawn that";
        return NULL;
    }
    if (is_anonymous(to))
        return print_void(s, pointee);
    if (strpbrk(to, "([") == NULL)
        return uk_arena_print(&s->arena, "%s *", to);
    return uk_arena_print(&s->arena, "__typeof__(__typeof__(%s) *)", to);
}

static const char *print_pointer(struct uk_source *s, CXType type,
                                 CXType canonical, bool again, const char **why)
{
    CXType to = clang_getPointeeType(canonical);
    bool is_local = uk_type_is_local(to);
    if ((is_local && !again) || innermost(to).kind == CXType_VariableArray)
        return print_void(s, to);
    if (is_local || !is_anonymous(spell(s, to)))
        return print_pointer_to(s, to, again, why);
    /* A typedef of the pointer itself, or a pointer or array of one. */
    CXType pointee = clang_getPointeeType(type);
    if (pointee.kind != CXType_Invalid)
        return print_pointer_to(s, pointee, again, why);
    const char *spelling = spell(s, type);
    if (!is_anonymous(spelling) && strpbrk(spelling, "(*") == NULL)
        return uk_type_skip_qualifiers(spelling);
    return print_void(s, to);
}

static const char *print_decayed(struct uk_source *s, CXType type, bool again,
                                 const char **why)
{
    while (is_named(type) && !clang_isConstQualifiedType(type) &&
           !clang_isVolatileQualifiedType(type))
        type = meaning(type);
    CXType element = clang_getArrayElementType(type);
    CXType canonical = clang_getCanonicalType(type);
    const char *qualifiers = "";
    if (element.kind == CXType_Invalid) { /* a typeof: its elements' qualifiers
                                           * are those of the canonical array */
        element = clang_getArrayElementType(canonical);
        qualifiers = qualifiers_of(canonical);
    }
    if (innermost(element).kind == CXType_VariableArray)
        return print_void(s, element);
    const char *to = again ? spell_again(s, element) : spell(s, element);
    if (*qualifiers == 0 || is_anonymous(to))
        return print_pointer_to(s, element, again, why);
    return strpbrk(to, "*([") == NULL
               ? uk_arena_print(&s->arena, "%s%s *", qualifiers, to)
               : uk_arena_print(&s->arena, "%s__typeof__(%s) *", qualifiers,
                                to);
}

static const char *print_enum(struct uk_source *s, CXType type,
                              CXType canonical, bool again)
{
    if (again && uk_type_is_local(canonical))
        return uk_type_skip_qualifiers(spell_again(s, canonical));
    const char *spelling = uk_type_skip_qualifiers(spell(s, canonical));
    if (is_anonymous(spelling))
        spelling = uk_type_skip_qualifiers(spell(s, type));
    if (is_anonymous(spelling) || uk_type_is_local(canonical))
        spelling = spell(s, clang_getEnumDeclIntegerType(
                                clang_getTypeDeclaration(canonical)));
    return spelling;
}

static const char *print(struct uk_source *s, CXType type, bool again,
                         const char **why)
{
    CXType canonical = clang_getCanonicalType(type);
    if (canonical.kind == CXType_Atomic) {
        CXType atomic = type;
        type = clang_Type_getValueType(canonical);
        canonical = clang_getCanonicalType(type);
        /* gcc's atomic_flag: a value of it has a type without a name. */
        if (is_anonymous(spell(s, type)) && !uk_type_is_local(type) &&
            !is_anonymous(spell(s, atomic)))
            return uk_arena_print(&s->arena, "__typeof__((void)0, *(%s *)0)",
                                  spell(s, atomic));
    }
    const char *spelling = spell(s, canonical);
    /* Where tasks share memory it is a type like others; an array is libclang's
     * view of a parameter, with a blank in it before 14. */
    static const char pointer[] = "__typeof__(&(*(__builtin_va_list *)0)[0])";
    static const char *const lists[][2] = {
        {"struct __va_list_tag", "__typeof__((*(__builtin_va_list *)0)[0])"},
        {"struct __va_list_tag *", pointer},
        {"struct __va_list_tag[1]", pointer},
        {"struct __va_list_tag [1]", pointer},
        {"struct __va_list_tag (*)[1]", "__typeof__((__builtin_va_list *)0)"}};
    for (int i = 0; i < 5 && !s->request->style->cluster; i++)
        if (strcmp(spelling, lists[i][0]) == 0)
            return lists[i][1];
    if (strstr(spelling, "__va_list_tag") != NULL) {
        *why = "is va_list, which cannot be given to another task";
        return NULL;
    }
    switch (canonical.kind) {
    case CXType_Pointer:
        return print_pointer(s, type, canonical, again, why);
    case CXType_ConstantArray: /* libclang's view of a parameter */
    case CXType_IncompleteArray:
    case CXType_VariableArray:
        return print_decayed(s, type, again, why);
    case CXType_FunctionProto: /* the same */
    case CXType_FunctionNoProto:
        return print_pointer_to(s, type, again, why);
    case CXType_Enum:
        return print_enum(s, type, canonical, again);
    case CXType_NullPtr: /* of C23; its name is one of <stddef.h> */
        return "__typeof__(nullptr)";
    case CXType_Unexposed:
        if (strstr(spelling, "_BitInt(") != NULL)
            return uk_type_skip_qualifiers(spelling);
        *why = "is not known";
        return NULL;
    case CXType_Invalid:
    case CXType_Dependent:
        *why = "is not known";
        return NULL;
    default:
        break;
    }
    if (uk_type_is_local(canonical) && again)
        return uk_type_skip_qualifiers(spell_again(s, canonical));
    if (uk_type_is_local(canonical)) {
        *why = "is local to the function: move it to file scope";
        return NULL;
    }
    if (is_anonymous(spelling)) {
        spelling = spell(s, type);
        if (is_anonymous(spelling)) {
            *why = "is a struct without a name: name it";
            return NULL;
        }
    }
    return uk_type_skip_qualifiers(spelling);
}

bool uk_type_is_nameless(struct uk_source *s, CXType type)
{
    return is_anonymous(spell(s, clang_getCanonicalType(type)));
}

const char *uk_type_print(struct uk_source *s, CXType type, const char **why)
{
    return print(s, type, false, why);
}

const char *uk_type_print_again(struct uk_source *s, CXType type,
                                const char **why)
{
    return print(s, type, true, why);
}

const char *uk_type_print_more(struct uk_source *s, CXType type,
                               const char **why)
{
    const char *printed = uk_type_print(s, type, why);
    CXType to = clang_getPointeeType(clang_getCanonicalType(type));
    /* The compiler may know of a const that the parser does not, as of text
     * with -Wwrite-strings. */
    if (printed != NULL && to.kind != CXType_Invalid &&
        to.kind != CXType_FunctionProto && to.kind != CXType_FunctionNoProto)
        return "const volatile void *";
    return printed;
}

const char *uk_type_print_object(struct uk_source *s, CXType type, bool again,
                                 const char **why)
{
    const char *printed = print(s, type, again, why);
    if (printed == NULL)
        return NULL;
    if (uk_type_kind(type) == CXType_Atomic)
        printed = uk_arena_print(&s->arena, "_Atomic(%s)", printed);
    if (clang_isVolatileQualifiedType(clang_getCanonicalType(type)))
        printed = uk_arena_print(&s->arena, "volatile __typeof__(%s)", printed);
    return printed;
}

/* Makes an array's type one without a typedef. */
static bool is_array(CXType *type)
{
    if (uk_type_kind(*type) != CXType_ConstantArray)
        return false;
    *type = uk_type_desugar(*type);
    if (type->kind != CXType_ConstantArray) /* libclang hides a typeof */
        *type = clang_getCanonicalType(*type);
    return true;
}

CXType uk_type_element(CXType type)
{
    while (is_array(&type))
        type = clang_getArrayElementType(type);
    return type;
}

const char *uk_type_print_array(struct uk_source *s, CXType type,
                                const char **lengths, const char **why)
{
    *lengths = "";
    for (CXType t = type; is_array(&t); t = clang_getArrayElementType(t))
        *lengths = uk_arena_print(&s->arena, "%s[%lld]", *lengths,
                                  clang_getArraySize(t));
    type = uk_type_element(type);
    if (type.kind == CXType_VariableArray) {
        *why = "is a variable length array, on one worker's stack: take a "
               "static array";
        return NULL;
    }
    return print(s, type, true, why);
}

const char *uk_type_spell_canonical(struct uk_source *s, CXType type)
{
    return spell(s, clang_getCanonicalType(type));
}

const char *uk_type_declare(struct uk_source *s, CXType type, const char *name)
{
    const char *text = uk_type_spell_canonical(s, type), *p = text;
    for (int depth = 0; *p != 0; p++) {
        depth += (*p == '(') - (*p == ')');
        if (depth == 0 && strncmp(p, " __attribute__", 14) == 0)
            break; /* no part of a type's name to gcc, nor here to clang */
    }
    /* clang 15 and 16 do not end at a function that is declared by the typeof
     * of a function's type. */
    enum CXTypeKind kind = uk_type_kind(type);
    const char *form =
        kind == CXType_FunctionProto || kind == CXType_FunctionNoProto
            ? "extern __typeof__(*(__typeof__(%.*s) *)0) %s%s;\n"
            : "extern __typeof__(%.*s) %s%s;\n";
    return uk_arena_print(&s->arena, form, (int)(p - text), text, name, p);
}

bool uk_type_is_plain(CXType type)
{
    enum CXTypeKind kind = innermost(type).kind;
    return kind >= CXType_Void && kind <= CXType_LongDouble;
}

bool uk_type_is_struct(CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind == CXType_Record &&
           clang_getTypeDeclaration(type).kind == CXCursor_StructDecl;
}

static enum CXVisitorResult collect(CXCursor field, CXClientData data)
{
    struct uk_fields *fields = data;
    UK_ADD(&fields->source->arena, fields->at, fields->n, field);
    return CXVisit_Continue;
}

struct uk_fields uk_type_fields(struct uk_source *s, CXType type)
{
    struct uk_fields fields = {.source = s};
    type = clang_getCanonicalType(type);
    if (type.kind == CXType_Record)
        clang_Type_visitFields(type, collect, &fields);
    return fields;
}

bool uk_type_has_const(struct uk_source *s, CXType type)
{
    struct uk_fields fields = uk_type_fields(s, type);
    for (int i = 0; i < fields.n; i++) {
        type = uk_cursor_type(fields.at[i]);
        while (type.kind == CXType_ConstantArray)
            type = clang_getCanonicalType(clang_getArrayElementType(type));
        if (clang_isConstQualifiedType(type) || uk_type_has_const(s, type))
            return true;
    }
    return false;
}

bool uk_type_is_word(CXType type)
{
    enum CXTypeKind kind = uk_type_kind(type);
    if (kind == CXType_UInt128 || kind == CXType_Int128)
        return false;
    return kind == CXType_Pointer || kind == CXType_Enum ||
           (kind >= CXType_Bool && kind <= CXType_LongLong);
}

/* --- What the calling convention passes in registers --- */

enum { WORD_BITS = 64 };

struct words {
    bool is_integer[UK_WORDS]; /* an integer or a pointer is in it */
    bool is_float[UK_WORDS];   /* floating point is */
    bool is_odd; /* not as plain members are, or of another kind */
};

/* at: bits, where the member begins */
static void add_member(struct uk_source *s, struct words *w, CXType type,
                       long long at)
{
    type = clang_getCanonicalType(type);
    long long align = 8 * clang_Type_getAlignOf(type);
    bool is_array = type.kind == CXType_ConstantArray;
    if (align <= 0 || at % align != 0) {
        w->is_odd = true; /* packed */
    } else if (type.kind == CXType_Record && uk_type_is_struct(type)) {
        struct uk_fields fields = uk_type_fields(s, type);
        for (int i = 0; i < fields.n && !w->is_odd; i++) {
            CXCursor field = fields.at[i];
            long long offset = clang_Cursor_getOffsetOfField(field);
            w->is_odd = offset < 0 || clang_Cursor_isBitField(field);
            if (!w->is_odd)
                add_member(s, w, clang_getCursorType(field), at + offset);
        }
    } else if (is_array || type.kind == CXType_Complex) {
        CXType element = is_array ? clang_getArrayElementType(type)
                                  : clang_getElementType(type);
        long long size = 8 * clang_Type_getSizeOf(element);
        long long n = is_array ? clang_getArraySize(type) : 2;
        /* gcc takes an array of length 0 for one of its type, clang 19 and 22
         * crash at complex integers. */
        if (n == 0 || (!is_array && uk_type_is_word(element)))
            w->is_odd = true;
        for (long long i = 0; i < n; i++)
            add_member(s, w, element, at + i * size);
    } else if (uk_type_is_word(type)) {
        w->is_integer[at / WORD_BITS] = true;
    } else if (type.kind == CXType_Float || type.kind == CXType_Double) {
        w->is_float[at / WORD_BITS] = true;
    } else {
        w->is_odd = true;
    }
}

int uk_type_words(struct uk_source *s, CXType type, bool floats[UK_WORDS])
{
    struct words w = {0};
    type = clang_getCanonicalType(type);
    long long bits = 8 * clang_Type_getSizeOf(type);
    if (bits <= 0 || bits > UK_WORDS * WORD_BITS ||
        clang_Type_getAlignOf(type) > WORD_BITS / 8)
        return 0;
    add_member(s, &w, type, 0);
    int n = bits > WORD_BITS ? 2 : 1;
    for (int i = 0; i < n; i++) {
        w.is_odd = w.is_odd || !(w.is_integer[i] || w.is_float[i]);
        floats[i] = !w.is_integer[i];
    }
    return w.is_odd ? 0 : n;
}
