/*
 * What libclang answers, on its way to the rewriter: each function below stands
 * before the one of its name, for every caller (clang.c).
 *
 * A type, a declaration or a property that libclang does not know has the same
 * answer as one that is not there.  So each answer is compared with what must
 * be so: an expression has a type, a pointer's type has a pointee, what the
 * tokens call static is.  If it is not, the answer counts as unread, and the
 * text is not translated.
 */
#include <limits.h>
#include <string.h>

#include "clang.h"
#include "walk.h"

/* One translation unit at a time. */
static struct {
    struct uk_source *source; /* NULL: nobody asks */
    const char *text;         /* as the parser has it */
    const char *what;         /* the first answer that could not be read */
    unsigned at;              /* what it was asked of, or about there */
    int *structs;             /* declarations that are accounted for */
    int n_structs;
} asked;

/* A function of libclang's: the word of clang.S, what libclang has, and what
 * stands before it. */
struct answer {
    void **at, **real;
    void *checked;
    struct answer *next;
};
static struct answer *answers;

#define ANSWER(result, name, parameters)                                       \
    extern void *uk_at_##name;                                                 \
    static result(*real_##name) parameters;                                    \
    static result checked_##name parameters;                                   \
    static __attribute__((constructor)) void add_##name(void)                  \
    {                                                                          \
        static struct answer answer;                                           \
        answer = (struct answer){&uk_at_##name, (void **)&real_##name,         \
                                 (void *)checked_##name, answers};             \
        answers = &answer;                                                     \
    }                                                                          \
    static result checked_##name parameters

static void miss(const char *what)
{
    if (asked.source != NULL && asked.what == NULL)
        asked.what = what;
}

static void look_at(CXCursor c)
{
    if (asked.what == NULL)
        asked.at = uk_cursor_start(c);
}

/* --- types --- */

static CXType (*real_clang_getCanonicalType)(CXType t);
static CXString (*real_clang_getTypeSpelling)(CXType t);

/* The text of a static assertion, which libclang 17 and later give no type. */
static bool is_message(CXCursor c)
{
    struct uk_source *s = asked.source;
    if (s == NULL || c.kind != CXCursor_StringLiteral)
        return false;
    int close = uk_token_at(s, uk_cursor_end(c));
    return uk_token_is(s, close, ")") && s->tokens[close].match > 0 &&
           uk_token_is_any(s, s->tokens[close].match - 1,
                           "_Static_assert static_assert");
}

static bool has_type(CXCursor c)
{
    if (is_message(c))
        return false;
    switch (c.kind) {
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_EnumDecl:
    case CXCursor_FieldDecl:
    case CXCursor_EnumConstantDecl:
    case CXCursor_FunctionDecl:
    case CXCursor_VarDecl:
    case CXCursor_ParmDecl:
    case CXCursor_TypedefDecl:
    case CXCursor_TypeRef:
    case CXCursor_MemberRef:
        return true;
    default:
        return clang_isExpression(c.kind);
    }
}

/* How a type is written, if somebody asks. */
static const char *spelt(CXType type)
{
    return uk_string(asked.source, real_clang_getTypeSpelling(type));
}

/* Is it a pointer or a typedef's name, behind which may be a reducer? */
static bool hides_mark(CXType type)
{
    const char *text = spelt(type);
    size_t size = strlen(text);
    return size == 0 || text[size - 1] == '*' ||
           (strpbrk(text, "([") == NULL && strstr(text, "__uk") == NULL &&
            strcmp(text, spelt(real_clang_getCanonicalType(type))) != 0);
}

/* What libclang has no kind for may be a way to write a type, such as
 * parentheses, or, to libclang 22, that of sizeof or of a difference of
 * pointers.  But of canonical types it has one for all but _BitInt(n), and
 * `<builtin fn type>', which what is built in has before it is called. */
static bool is_unread(CXType type)
{
    static const char built_in[] = "__size_t __ptrdiff_t __signed_size_t";
    if (type.kind != CXType_Unexposed)
        return false;
    const char *text = spelt(type);
    if (real_clang_getCanonicalType(type).data[0] != type.data[0])
        return asked.source->has_reducers &&
               !uk_words_have(built_in, text, strlen(text)) && hides_mark(type);
    return strstr(text, "_BitInt(") == NULL &&
           strstr(text, "<builtin fn") == NULL;
}

static CXType check_type(CXType type, bool is_there, const char *what)
{
    if (is_there && type.kind == CXType_Invalid)
        miss(what);
    if (asked.source != NULL && is_unread(type))
        miss("the kind of the type");
    return type;
}

ANSWER(CXString, clang_getTypeSpelling, (CXType t))
{
    CXString answer = real_clang_getTypeSpelling(t);
    const char *text = clang_getCString(answer);
    if (t.kind != CXType_Invalid && (text == NULL || *text == 0))
        miss("how the type is written");
    return answer;
}

static bool is_array(CXType t)
{
    return t.kind == CXType_ConstantArray || t.kind == CXType_IncompleteArray ||
           t.kind == CXType_VariableArray;
}

static bool is_function(CXType t)
{
    return t.kind == CXType_FunctionProto || t.kind == CXType_FunctionNoProto;
}

/* What another type, or a cursor, has if `is_there'. */
#define TYPE_OF_TYPE(name, is_there, what)                                     \
    ANSWER(CXType, name, (CXType t))                                           \
    {                                                                          \
        return check_type(real_##name(t), is_there, what);                     \
    }
#define TYPE_OF_CURSOR(name, is_there, what)                                   \
    ANSWER(CXType, name, (CXCursor c))                                         \
    {                                                                          \
        look_at(c);                                                            \
        return check_type(real_##name(c), is_there, what);                     \
    }

TYPE_OF_TYPE(clang_getCanonicalType, t.kind != CXType_Invalid,
             "the canonical type")
TYPE_OF_TYPE(clang_getPointeeType, t.kind == CXType_Pointer,
             "the type that is pointed to")
TYPE_OF_TYPE(clang_getArrayElementType, is_array(t), "the type of the elements")
TYPE_OF_TYPE(clang_Type_getNamedType, t.kind == CXType_Elaborated,
             "the type that is named")
TYPE_OF_TYPE(clang_Type_getValueType, t.kind == CXType_Atomic,
             "the type of the atomic value")
TYPE_OF_TYPE(clang_getResultType, is_function(t), "the result's type")
TYPE_OF_CURSOR(clang_getCursorType, has_type(c), "the type")
TYPE_OF_CURSOR(clang_getCursorResultType, c.kind == CXCursor_FunctionDecl,
               "the result's type")
TYPE_OF_CURSOR(clang_getTypedefDeclUnderlyingType,
               c.kind == CXCursor_TypedefDecl, "the type of the typedef")
TYPE_OF_CURSOR(clang_getEnumDeclIntegerType, c.kind == CXCursor_EnumDecl,
               "the enumeration's type")

ANSWER(CXType, clang_getArgType, (CXType t, unsigned i))
{
    return check_type(real_clang_getArgType(t, i), is_function(t),
                      "the parameter's type");
}

ANSWER(unsigned, clang_isFunctionTypeVariadic, (CXType t))
{
    unsigned answer = real_clang_isFunctionTypeVariadic(t);
    const char *text = asked.source != NULL ? spelt(t) : "";
    size_t size = strlen(text);
    if (!answer && t.kind == CXType_FunctionProto && size > 4 &&
        strcmp(text + size - 4, "...)") == 0)
        miss("whether it takes more arguments");
    return answer;
}

ANSWER(int, clang_getNumArgTypes, (CXType t))
{
    int n = real_clang_getNumArgTypes(t);
    if (n < 0 && is_function(t))
        miss("the number of parameters");
    return n;
}

ANSWER(enum CXCallingConv, clang_getFunctionTypeCallingConv, (CXType t))
{
    enum CXCallingConv answer = real_clang_getFunctionTypeCallingConv(t);
    if (answer == CXCallingConv_Invalid && is_function(t))
        miss("the calling convention");
    return answer;
}

ANSWER(long long, clang_getArraySize, (CXType t))
{
    long long n = real_clang_getArraySize(t);
    if (n < 0 && t.kind == CXType_ConstantArray)
        miss("the number of elements");
    return n;
}

/* --- qualifiers: the type's spelling has them, too --- */

/* Behind the star of a pointer, in front of any other type. */
static const char *qualifiers_of(const char *spelling, bool is_pointer)
{
    const char *inner = strstr(spelling, "(*"), *star = strrchr(spelling, '*');
    if (!is_pointer)
        return spelling;
    return inner != NULL ? inner + 2 : star != NULL ? star + 1 : "";
}

static bool is_spelt(const char *p, const char *qualifier)
{
    size_t n = strcspn(p, " )[");
    for (; uk_words_have("const volatile restrict", p, n);
         p += n + (p[n] == ' '), n = strcspn(p, " )["))
        if (uk_words_have(qualifier, p, n))
            return true;
    return false;
}

static bool has_name(CXType t)
{
    return t.kind == CXType_Typedef || t.kind == CXType_Elaborated;
}

static unsigned check_qualifier(CXType t, unsigned answer, const char *word)
{
    if (t.kind == CXType_Unexposed || t.kind == CXType_Attributed ||
        asked.source == NULL || answer)
        return answer;
    if (has_name(t)) { /* its own are before the name, not those behind it */
        const char *text = spelt(t);
        if (*text == 0 || is_spelt(text, word))
            miss("the qualifiers of the type");
        return answer;
    }
    CXType canonical = real_clang_getCanonicalType(t), inner = canonical;
    /* A canonical array has its elements' qualifiers, others may not. */
    while (t.data[0] == canonical.data[0] && is_array(inner))
        inner =
            real_clang_getCanonicalType(real_clang_getArrayElementType(inner));
    bool is_scalar =
        inner.kind == CXType_Pointer || inner.kind == CXType_Record ||
        inner.kind == CXType_Enum ||
        (inner.kind >= CXType_Bool && inner.kind <= CXType_LongDouble);
    if (!is_scalar)
        return answer;
    const char *text = spelt(canonical);
    if (*text == 0 ||
        is_spelt(qualifiers_of(text, inner.kind == CXType_Pointer), word))
        miss("the qualifiers of the type");
    return answer;
}

ANSWER(unsigned, clang_isConstQualifiedType, (CXType t))
{
    unsigned answer = real_clang_isConstQualifiedType(t);
    return check_qualifier(t, answer, "const");
}

ANSWER(unsigned, clang_isVolatileQualifiedType, (CXType t))
{
    unsigned answer = real_clang_isVolatileQualifiedType(t);
    return check_qualifier(t, answer, "volatile");
}

ANSWER(unsigned, clang_isRestrictQualifiedType, (CXType t))
{
    unsigned answer = real_clang_isRestrictQualifiedType(t);
    return check_qualifier(t, answer, "restrict");
}

/* --- declarations --- */

static bool is_none(CXCursor c)
{
    return clang_Cursor_isNull(c) || clang_isInvalid(c.kind);
}

/* What a cursor or type has if `is_there'. */
#define CURSOR_OF(name, type, is_there, what)                                  \
    ANSWER(CXCursor, name, (type of))                                          \
    {                                                                          \
        CXCursor answer = real_##name(of);                                     \
        if ((is_there) && is_none(answer))                                     \
            miss(what);                                                        \
        return answer;                                                         \
    }

CURSOR_OF(clang_getTypeDeclaration, CXType,
          of.kind == CXType_Record || of.kind == CXType_Enum ||
              of.kind == CXType_Typedef,
          "where the type is declared")
CURSOR_OF(clang_getCursorSemanticParent, CXCursor, clang_isDeclaration(of.kind),
          "what the declaration is in")
CURSOR_OF(clang_getCursorLexicalParent, CXCursor, clang_isDeclaration(of.kind),
          "what the declaration is in")
CURSOR_OF(clang_getCanonicalCursor, CXCursor, !is_none(of),
          "the first declaration")

static bool calls_by_name(CXCursor c)
{
    return c.kind == CXCursor_CallExpr &&
           uk_cursor_strip(uk_cursor_children(c).first, false).kind ==
               CXCursor_DeclRefExpr;
}

ANSWER(CXCursor, clang_getCursorReferenced, (CXCursor c))
{
    CXCursor answer = real_clang_getCursorReferenced(c);
    look_at(c);
    if ((c.kind == CXCursor_DeclRefExpr || c.kind == CXCursor_MemberRefExpr ||
         c.kind == CXCursor_MemberRef || c.kind == CXCursor_LabelRef ||
         c.kind == CXCursor_TypeRef || calls_by_name(c)) &&
        (is_none(answer) || answer.kind == CXCursor_UnexposedDecl))
        miss("what is meant");
    return answer;
}

/* Where a declaration is stands its name.  One that may have none is then where
 * it begins, with its type. */
static bool is_named(CXCursor c)
{
    const struct uk_source *s = asked.source;
    unsigned place = uk_cursor_place(c);
    int i = uk_token_at(s, place);
    bool has_to =
        c.kind == CXCursor_VarDecl || c.kind == CXCursor_FunctionDecl ||
        c.kind == CXCursor_TypedefDecl || c.kind == CXCursor_EnumConstantDecl;
    return i < s->n_tokens && s->tokens[i].start == place &&
           s->tokens[i].kind == UK_NAME &&
           (has_to || place > uk_cursor_start(c));
}

ANSWER(CXString, clang_getCursorSpelling, (CXCursor c))
{
    CXString answer = real_clang_getCursorSpelling(c);
    const char *text = clang_getCString(answer);
    if (clang_isDeclaration(c.kind) && asked.source != NULL &&
        (text == NULL || *text == 0) && is_named(c)) {
        look_at(c);
        miss("the name");
    }
    return answer;
}

ANSWER(long long, clang_getEnumConstantDeclValue, (CXCursor c))
{
    long long answer = real_clang_getEnumConstantDeclValue(c);
    look_at(c);
    if (answer == LLONG_MIN &&
        clang_getEnumConstantDeclUnsignedValue(c) == ULLONG_MAX)
        miss("the value of the constant");
    return answer;
}

ANSWER(int, clang_Cursor_getNumArguments, (CXCursor c))
{
    int n = real_clang_Cursor_getNumArguments(c);
    look_at(c);
    if (n < 0 && c.kind == CXCursor_CallExpr)
        miss("the number of arguments");
    return n;
}

ANSWER(CXCursor, clang_Cursor_getArgument, (CXCursor c, unsigned i))
{
    CXCursor answer = real_clang_Cursor_getArgument(c, i);
    look_at(c);
    if (is_none(answer))
        miss("an argument");
    return answer;
}

/* Is there one of these words in the declaration of the variable, up to its
 * name? */
static bool is_declared(CXCursor c, const char *words)
{
    const struct uk_source *s = asked.source;
    int i = uk_token_at(s, uk_cursor_place(c)) - 1;
    for (; i >= 0 && !uk_token_is_any(s, i, "; { ("); i--) {
        int open = s->tokens[i].match;
        if ((c.kind == CXCursor_ParmDecl && (uk_token_is_any(s, i, ", )"))) ||
            (uk_token_is(s, i, "}") && !uk_token_is(s, open - 1, "=") &&
             !uk_token_opens_type(s, open)))
            return false;
        if (uk_token_is_any(s, i, words))
            return true;
        if (open != UK_NONE && open < i)
            i = open;
    }
    return false;
}

ANSWER(enum CX_StorageClass, clang_Cursor_getStorageClass, (CXCursor c))
{
    static const char words[] = "static extern register";
    enum CX_StorageClass answer = real_clang_Cursor_getStorageClass(c);
    look_at(c);
    bool is_variable =
        c.kind == CXCursor_VarDecl || c.kind == CXCursor_ParmDecl;
    if (c.kind == CXCursor_FunctionDecl && answer == CX_SC_Invalid)
        miss("the storage class");
    if (is_variable && asked.source != NULL &&
        (answer == CX_SC_Invalid ||
         (answer == CX_SC_None && is_declared(c, words))))
        miss("the storage class");
    return answer;
}

ANSWER(enum CXTLSKind, clang_getCursorTLSKind, (CXCursor c))
{
    static const char words[] = "_Thread_local thread_local __thread";
    enum CXTLSKind answer = real_clang_getCursorTLSKind(c);
    look_at(c);
    if (c.kind == CXCursor_VarDecl && answer == CXTLS_None &&
        asked.source != NULL && is_declared(c, words))
        miss("the storage class");
    return answer;
}

/* --- members --- */

ANSWER(unsigned, clang_Cursor_isBitField, (CXCursor c))
{
    unsigned answer = real_clang_Cursor_isBitField(c);
    look_at(c);
    if (c.kind == CXCursor_FieldDecl && asked.source != NULL && !answer) {
        int name = uk_token_at(asked.source, uk_cursor_place(c));
        if (uk_token_is(asked.source, name, ":") ||
            uk_token_is(asked.source, name + 1, ":"))
            miss("the width of the member");
    }
    return answer;
}

ANSWER(long long, clang_Cursor_getOffsetOfField, (CXCursor c))
{
    long long answer = real_clang_Cursor_getOffsetOfField(c);
    look_at(c);
    if (answer < 0)
        miss("the place of the member");
    return answer;
}

static long long check_layout(CXType t, long long answer)
{
    CXType canonical = real_clang_getCanonicalType(t);
    if (answer < 0 && (canonical.kind == CXType_Pointer ||
                       canonical.kind == CXType_ConstantArray ||
                       (canonical.kind >= CXType_Bool &&
                        canonical.kind <= CXType_LongDouble)))
        miss("the size of the type");
    if (answer == CXTypeLayoutError_Invalid && t.kind != CXType_Invalid)
        miss("the size of the type");
    return answer;
}

ANSWER(long long, clang_Type_getSizeOf, (CXType t))
{
    return check_layout(t, real_clang_Type_getSizeOf(t));
}

ANSWER(long long, clang_Type_getAlignOf, (CXType t))
{
    return check_layout(t, real_clang_Type_getAlignOf(t));
}

/* Are all members shown?  Their tokens tell. */
static void check_members(CXCursor declaration)
{
    struct uk_source *s = asked.source;
    int token = uk_cursor_token(s, declaration);
    for (int i = 0; i < asked.n_structs; i++)
        if (asked.structs[i] == token)
            return;
    UK_ADD(&s->arena, asked.structs, asked.n_structs, token);
    int missing = uk_account(s, declaration, asked.text);
    if (missing != UK_NONE && asked.what == NULL)
        asked.at = s->tokens[missing].start;
    if (missing != UK_NONE)
        miss("what the members are");
}

ANSWER(unsigned, clang_Type_visitFields,
       (CXType t, CXFieldVisitor visitor, CXClientData data))
{
    CXCursor declaration = clang_getTypeDeclaration(t);
    if (asked.source != NULL && !is_none(declaration))
        check_members(declaration);
    return real_clang_Type_visitFields(t, visitor, data);
}

/* --- */

void uk_answers_check(void)
{
    for (struct answer *a = answers; a != NULL; a = a->next) {
        *a->real = *a->at;
        *a->at = a->checked;
    }
}

void uk_answers_begin(struct uk_source *s, const char *text)
{
    memset(&asked, 0, sizeof asked);
    asked.source = s;
    asked.text = text;
}

void uk_answers_end(void)
{
    struct uk_source *s = asked.source;
    asked.source = NULL;
    if (asked.what != NULL && !uk_source_has_error(s, 0, UINT_MAX))
        uk_source_doubt(s, asked.at, "%s does not tell %s of this",
                        uk_clang_version(), asked.what);
}
