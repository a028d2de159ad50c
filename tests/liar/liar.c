/* liar.h: the functions of libclang that lie. */
#include "liar.h"

#include <clang-c/Index.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct liar liar = {.lie = LIAR_NONE};

struct liar *liar_control(void)
{
    return &liar;
}

/* What libclang itself says. */
#define REAL(name)                                                             \
    static __typeof__(&name) real;                                             \
    if (real == NULL)                                                          \
    real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/* --- questions --- */

enum { N_SLOTS = 1 << 20 };

static int slots[N_SLOTS]; /* 1 + number of the question */
static unsigned last_at;

static bool is_same(const struct liar_question *a,
                    const struct liar_question *b)
{
    return a->function == b->function && a->of[0] == b->of[0] &&
           a->of[1] == b->of[1];
}

static int *slot_of(const struct liar_question *q)
{
    size_t h = (size_t)q->of[0] * 31 + (size_t)q->of[1] * 17;
    h = (h + (size_t)q->function) * 0x9e3779b97f4a7c15u >> 40;
    int *slot = &slots[h % N_SLOTS];
    while (*slot != 0 && !is_same(&liar.questions[*slot - 1], q))
        slot = slot + 1 == slots + N_SLOTS ? slots : slot + 1;
    return slot;
}

static void describe(struct liar_question *q, CXString kind, CXString spelling)
{
    const char *text = clang_getCString(spelling);
    snprintf(q->what, sizeof q->what, "%s %s", clang_getCString(kind),
             text != NULL ? text : "");
    q->what[strcspn(q->what, "\n")] = 0;
    clang_disposeString(kind);
    clang_disposeString(spelling);
}

/* Notes a question whose answer could be a lie, or says whether it is one now.
 */
static bool lies(struct liar_question *q)
{
    if (liar.lie != LIAR_NONE)
        return is_same(&liar.questions[liar.lie], q);
    int *slot = slot_of(q);
    if (*slot != 0)
        return false;
    if (liar.n_questions >= N_SLOTS / 2)
        abort();
    if ((liar.n_questions & (liar.n_questions - 1)) == 0)
        liar.questions =
            realloc(liar.questions, (2 * (size_t)liar.n_questions + 1) *
                                        sizeof *liar.questions);
    liar.questions[liar.n_questions++] = *q;
    *slot = liar.n_questions;
    return false;
}

static unsigned offset_of(CXCursor c)
{
    unsigned offset = 0;
    clang_getFileLocation(clang_getRangeStart(clang_getCursorExtent(c)), NULL,
                          NULL, NULL, &offset);
    return offset;
}

static bool lies_of_cursor(enum liar_class class, int function,
                           const char *name, CXCursor c)
{
    /* clang_equalCursors() does not compare the second word of declarations. */
    struct liar_question q = {
        .class = class,
        .function = function,
        .kind = c.kind,
        .of = {c.data[0], clang_isDeclaration(c.kind) ? NULL : c.data[1]},
        .name = name};
    if (liar.lie == LIAR_NONE) {
        REAL(clang_getCursorSpelling);
        last_at = q.at = offset_of(c);
        describe(&q, clang_getCursorKindSpelling(c.kind), real(c));
    }
    return lies(&q);
}

static bool lies_of_type(enum liar_class class, int function, const char *name,
                         CXType t)
{
    struct liar_question q = {.class = class,
                              .function = function,
                              .kind = t.kind,
                              .of = {t.data[0], t.data[1]},
                              .at = last_at,
                              .name = name};
    if (liar.lie == LIAR_NONE) {
        REAL(clang_getTypeSpelling);
        describe(&q, clang_getTypeKindSpelling(t.kind), real(t));
    }
    return lies(&q);
}

/* --- one parse of a text --- */

static CXTranslationUnit kept;

enum CXErrorCode clang_parseTranslationUnit2(CXIndex index, const char *name,
                                             const char *const *arguments,
                                             int n, struct CXUnsavedFile *files,
                                             unsigned n_files, unsigned options,
                                             CXTranslationUnit *unit)
{
    REAL(clang_parseTranslationUnit2);
    enum CXErrorCode error = CXError_Success;
    if (kept == NULL)
        error = real(index, name, arguments, n, files, n_files, options, &kept);
    *unit = kept;
    return error;
}

void clang_disposeTranslationUnit(CXTranslationUnit unit)
{
    (void)unit;
}

void clang_disposeIndex(CXIndex index)
{
    (void)index;
}

/* --- nodes --- */

enum { HIDE = 1000, BE_GONE, UNEXPOSE, UNEXPOSE_TYPE };

static enum CXCursorKind unexposed(enum CXCursorKind kind)
{
    return clang_isExpression(kind)    ? CXCursor_UnexposedExpr
           : clang_isStatement(kind)   ? CXCursor_UnexposedStmt
           : clang_isAttribute(kind)   ? CXCursor_UnexposedAttr
           : clang_isDeclaration(kind) ? CXCursor_UnexposedDecl
                                       : kind;
}

/* As libclang shows it, where it may not know the kind. */
static CXCursor show(CXCursor c)
{
    enum CXCursorKind kind = unexposed(c.kind);
    if (kind != c.kind &&
        lies_of_cursor(LIAR_UNEXPOSED, UNEXPOSE, "clang_visitChildren", c))
        c.kind = kind;
    return c;
}

/* As it shows one that is the answer to a question, if it has it. */
static CXCursor answer(CXCursor c)
{
    if (clang_Cursor_isNull(c))
        return c;
    return lies_of_cursor(LIAR_GONE, BE_GONE, "clang_visitChildren", c)
               ? clang_getNullCursor()
               : show(c);
}

/* Is it the one that is gone?  Whether it is ever asked for is not known yet.
 */
static bool is_gone(CXCursor c)
{
    return liar.lie != LIAR_NONE &&
           lies_of_cursor(LIAR_GONE, BE_GONE, "clang_visitChildren", c);
}

struct visit {
    CXCursorVisitor visitor;
    CXClientData data;
};

static enum CXChildVisitResult show_child(CXCursor c, CXCursor parent,
                                          CXClientData data)
{
    struct visit *v = data;
    if (lies_of_cursor(LIAR_HIDDEN, HIDE, "clang_visitChildren", c) ||
        is_gone(c))
        return CXChildVisit_Continue;
    return v->visitor(show(c), parent, v->data);
}

unsigned clang_visitChildren(CXCursor parent, CXCursorVisitor visitor,
                             CXClientData data)
{
    REAL(clang_visitChildren);
    struct visit v = {visitor, data};
    return real(parent, show_child, &v);
}

struct field_visit {
    CXFieldVisitor visitor;
    CXClientData data;
};

static enum CXVisitorResult show_field(CXCursor c, CXClientData data)
{
    struct field_visit *v = data;
    if (lies_of_cursor(LIAR_HIDDEN, HIDE, "clang_visitChildren", c) ||
        is_gone(c))
        return CXVisit_Continue;
    return v->visitor(show(c), v->data);
}

unsigned clang_Type_visitFields(CXType t, CXFieldVisitor visitor,
                                CXClientData data)
{
    REAL(clang_Type_visitFields);
    struct field_visit v = {visitor, data};
    return real(t, show_field, &v);
}

/* --- answers: a number for each function below --- */

static const CXType no_type = {.kind = CXType_Invalid};

/* As libclang shows a type, of which it may not know the kind. */
static CXType show_type(CXType t)
{
    if (t.kind != CXType_Unexposed && t.kind != CXType_Invalid &&
        lies_of_type(LIAR_TYPE_UNEXPOSED, UNEXPOSE_TYPE, "CXType.kind", t))
        t.kind = CXType_Unexposed;
    return t;
}

#define TYPE_OF_CURSOR(name)                                                   \
    CXType name(CXCursor c)                                                    \
    {                                                                          \
        REAL(name);                                                            \
        CXType t = real(c);                                                    \
        return t.kind != CXType_Invalid &&                                     \
                       lies_of_cursor(LIAR_TYPE, __LINE__, #name, c)           \
                   ? no_type                                                   \
                   : show_type(t);                                             \
    }

#define TYPE_OF_TYPE(name)                                                     \
    CXType name(CXType of)                                                     \
    {                                                                          \
        REAL(name);                                                            \
        CXType t = real(of);                                                   \
        return t.kind != CXType_Invalid &&                                     \
                       lies_of_type(LIAR_TYPE, __LINE__, #name, of)            \
                   ? no_type                                                   \
                   : show_type(t);                                             \
    }

#define CURSOR_OF_CURSOR(name)                                                 \
    CXCursor name(CXCursor c)                                                  \
    {                                                                          \
        REAL(name);                                                            \
        CXCursor of = real(c);                                                 \
        return !clang_Cursor_isNull(of) &&                                     \
                       lies_of_cursor(LIAR_REFERENCE, __LINE__, #name, c)      \
                   ? clang_getNullCursor()                                     \
                   : answer(of);                                               \
    }

#define CURSOR_OF_TYPE(name)                                                   \
    CXCursor name(CXType t)                                                    \
    {                                                                          \
        REAL(name);                                                            \
        CXCursor of = real(t);                                                 \
        return !clang_isInvalid(of.kind) &&                                    \
                       lies_of_type(LIAR_REFERENCE, __LINE__, #name, t)        \
                   ? (CXCursor){.kind = CXCursor_NoDeclFound}                  \
                   : answer(of);                                               \
    }

#define NUMBER_OF_CURSOR(class, result, name, lie)                             \
    result name(CXCursor c)                                                    \
    {                                                                          \
        REAL(name);                                                            \
        result truth = real(c);                                                \
        return truth != (lie) && lies_of_cursor(class, __LINE__, #name, c)     \
                   ? (lie)                                                     \
                   : truth;                                                    \
    }

#define NUMBER_OF_TYPE(class, result, name, lie)                               \
    result name(CXType t)                                                      \
    {                                                                          \
        REAL(name);                                                            \
        result truth = real(t);                                                \
        return truth != (lie) && lies_of_type(class, __LINE__, #name, t)       \
                   ? (lie)                                                     \
                   : truth;                                                    \
    }

TYPE_OF_CURSOR(clang_getCursorType)
TYPE_OF_CURSOR(clang_getCursorResultType)
TYPE_OF_CURSOR(clang_getTypedefDeclUnderlyingType)
TYPE_OF_CURSOR(clang_getEnumDeclIntegerType)
TYPE_OF_TYPE(clang_getCanonicalType)
TYPE_OF_TYPE(clang_getPointeeType)
TYPE_OF_TYPE(clang_getArrayElementType)
TYPE_OF_TYPE(clang_getResultType)
TYPE_OF_TYPE(clang_Type_getNamedType)
TYPE_OF_TYPE(clang_Type_getValueType)
CURSOR_OF_CURSOR(clang_getCursorReferenced)
CURSOR_OF_CURSOR(clang_getCursorDefinition)
CURSOR_OF_CURSOR(clang_getCanonicalCursor)
CURSOR_OF_CURSOR(clang_getCursorSemanticParent)
CURSOR_OF_CURSOR(clang_getCursorLexicalParent)
CURSOR_OF_TYPE(clang_getTypeDeclaration)
NUMBER_OF_TYPE(LIAR_ATTRIBUTE, unsigned, clang_isConstQualifiedType, 0)
NUMBER_OF_TYPE(LIAR_ATTRIBUTE, unsigned, clang_isVolatileQualifiedType, 0)
NUMBER_OF_TYPE(LIAR_ATTRIBUTE, unsigned, clang_isRestrictQualifiedType, 0)
NUMBER_OF_CURSOR(LIAR_ATTRIBUTE, enum CX_StorageClass,
                 clang_Cursor_getStorageClass, CX_SC_Invalid)
NUMBER_OF_CURSOR(LIAR_ATTRIBUTE, enum CXTLSKind, clang_getCursorTLSKind,
                 CXTLS_None)
NUMBER_OF_CURSOR(LIAR_ATTRIBUTE, unsigned, clang_Cursor_isFunctionInlined, 0)
NUMBER_OF_CURSOR(LIAR_ATTRIBUTE, enum CXAvailabilityKind,
                 clang_getCursorAvailability, CXAvailability_Available)
NUMBER_OF_TYPE(LIAR_PROPERTY, unsigned, clang_isFunctionTypeVariadic, 0)
NUMBER_OF_TYPE(LIAR_PROPERTY, int, clang_getNumArgTypes, -1)
NUMBER_OF_TYPE(LIAR_PROPERTY, long long, clang_getArraySize, -1)
NUMBER_OF_TYPE(LIAR_PROPERTY, long long, clang_Type_getSizeOf, -1)
NUMBER_OF_TYPE(LIAR_PROPERTY, long long, clang_Type_getAlignOf, -1)
NUMBER_OF_TYPE(LIAR_PROPERTY, enum CXCallingConv,
               clang_getFunctionTypeCallingConv, CXCallingConv_Invalid)
NUMBER_OF_CURSOR(LIAR_PROPERTY, unsigned, clang_isCursorDefinition, 0)
NUMBER_OF_CURSOR(LIAR_PROPERTY, unsigned, clang_Cursor_isBitField, 0)
NUMBER_OF_CURSOR(LIAR_PROPERTY, long long, clang_Cursor_getOffsetOfField, -1)
NUMBER_OF_CURSOR(LIAR_PROPERTY, int, clang_Cursor_getNumArguments, -1)
NUMBER_OF_CURSOR(LIAR_VALUE, CXEvalResult, clang_Cursor_Evaluate, NULL)

/* One question, since both come from one declaration. */
enum { CONSTANT = 1500 };

long long clang_getEnumConstantDeclValue(CXCursor c)
{
    REAL(clang_getEnumConstantDeclValue);
    return lies_of_cursor(LIAR_PROPERTY, CONSTANT,
                          "clang_getEnumConstantDeclValue", c)
               ? LLONG_MIN
               : real(c);
}

unsigned long long clang_getEnumConstantDeclUnsignedValue(CXCursor c)
{
    REAL(clang_getEnumConstantDeclUnsignedValue);
    return lies_of_cursor(LIAR_PROPERTY, CONSTANT,
                          "clang_getEnumConstantDeclValue", c)
               ? ULLONG_MAX
               : real(c);
}

CXType clang_getArgType(CXType of, unsigned i)
{
    REAL(clang_getArgType);
    CXType t = real(of, i);
    return t.kind != CXType_Invalid && lies_of_type(LIAR_TYPE, 2000 + (int)i,
                                                    "clang_getArgType", of)
               ? no_type
               : show_type(t);
}

CXCursor clang_Cursor_getArgument(CXCursor c, unsigned i)
{
    REAL(clang_Cursor_getArgument);
    CXCursor argument = real(c, i);
    return !clang_Cursor_isNull(argument) &&
                   lies_of_cursor(LIAR_REFERENCE, 3000 + (int)i,
                                  "clang_Cursor_getArgument", c)
               ? clang_getNullCursor()
               : answer(argument);
}

/* --- spellings --- */

static CXString spelling(char *text)
{
    return (CXString){text, 1 /* disposed of by free() */};
}

CXString clang_getCursorSpelling(CXCursor c)
{
    REAL(clang_getCursorSpelling);
    CXString string = real(c);
    if (*clang_getCString(string) == 0 ||
        !lies_of_cursor(LIAR_PROPERTY, __LINE__, "clang_getCursorSpelling", c))
        return string;
    clang_disposeString(string);
    return spelling(strdup(""));
}

/* The mark that conveys cilk_reducer through types (reducers.c) may be lost. */
CXString clang_getTypeSpelling(CXType t)
{
    REAL(clang_getTypeSpelling);
    CXString string = real(t);
    const char *text = clang_getCString(string);
    if (*text != 0 &&
        lies_of_type(LIAR_PROPERTY, __LINE__, "clang_getTypeSpelling", t)) {
        clang_disposeString(string);
        return spelling(strdup(""));
    }
    const char *mark = strstr(text, "__uk");
    if (mark == NULL || strchr("0123456789", mark[4]) == NULL ||
        !lies_of_type(LIAR_ATTRIBUTE, __LINE__, "clang_getTypeSpelling", t))
        return string;
    char *copy = strdup(text), *at = copy + (mark - text);
    size_t size = strcspn(at, " ");
    memmove(at, at + size, strlen(at + size) + 1);
    clang_disposeString(string);
    return spelling(copy);
}
