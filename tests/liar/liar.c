/* liar.h: the functions of libclang that lie. */
#include "liar.h"

#include <clang-c/Index.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct liar liar = {.lie = LIAR_NONE};

struct liar *liar_control(void)
{
    return &liar;
}

/* --- questions --- */

enum { N_SLOTS = 1 << 20 };

static int slots[N_SLOTS]; /* 1 + number of the question */
static unsigned last_at;

static unsigned offset_of(CXCursor c)
{
    unsigned offset = 0;
    clang_getFileLocation(clang_getRangeStart(clang_getCursorExtent(c)), NULL,
                          NULL, NULL, &offset);
    return offset;
}

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

static void describe(struct liar_question *q, CXString text)
{
    const char *c = clang_getCString(text);
    snprintf(q->what, sizeof q->what, "%s", c != NULL ? c : "");
    clang_disposeString(text);
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
    liar.questions = realloc(liar.questions, (size_t)(liar.n_questions + 1) *
                                                 sizeof *liar.questions);
    liar.questions[liar.n_questions++] = *q;
    *slot = liar.n_questions;
    return false;
}

static bool lies_of_cursor(enum liar_class class, int function,
                           const char *name, CXCursor c)
{
    struct liar_question q = {.class = class,
                              .function = function,
                              .kind = c.kind,
                              .of = {c.data[0], c.data[1]},
                              .name = name};
    if (liar.lie == LIAR_NONE) {
        last_at = q.at = offset_of(c);
        describe(&q, clang_getCursorKindSpelling(c.kind));
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
        CXString (*spell)(CXType) = dlsym(RTLD_NEXT, "clang_getTypeSpelling");
        describe(&q, spell(t));
    }
    return lies(&q);
}

#define REAL(name)                                                             \
    static __typeof__(&name) real;                                             \
    if (real == NULL)                                                          \
    real = dlsym(RTLD_NEXT, #name)

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

enum { HIDE = 1000, UNEXPOSE, HIDE_FIELD };

struct visit {
    CXCursorVisitor visitor;
    CXClientData data;
};

static enum CXCursorKind unexposed(enum CXCursorKind kind)
{
    return clang_isExpression(kind)    ? CXCursor_UnexposedExpr
           : clang_isStatement(kind)   ? CXCursor_UnexposedStmt
           : clang_isAttribute(kind)   ? CXCursor_UnexposedAttr
           : clang_isDeclaration(kind) ? CXCursor_UnexposedDecl
                                       : kind;
}

static enum CXChildVisitResult show(CXCursor c, CXCursor parent,
                                    CXClientData data)
{
    struct visit *v = data;
    if (lies_of_cursor(LIAR_HIDDEN, HIDE, "visitChildren", c))
        return CXChildVisit_Continue;
    enum CXCursorKind kind = unexposed(c.kind);
    if (kind != c.kind &&
        lies_of_cursor(LIAR_UNEXPOSED, UNEXPOSE, "visitChildren", c))
        c.kind = kind;
    return v->visitor(c, parent, v->data);
}

unsigned clang_visitChildren(CXCursor parent, CXCursorVisitor visitor,
                             CXClientData data)
{
    REAL(clang_visitChildren);
    struct visit v = {visitor, data};
    return real(parent, show, &v);
}

struct field_visit {
    CXFieldVisitor visitor;
    CXClientData data;
};

static enum CXVisitorResult show_field(CXCursor c, CXClientData data)
{
    struct field_visit *v = data;
    return lies_of_cursor(LIAR_HIDDEN, HIDE, "visitFields", c)
               ? CXVisit_Continue
               : v->visitor(c, v->data);
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

#define TYPE_OF_CURSOR(name)                                                   \
    CXType name(CXCursor c)                                                    \
    {                                                                          \
        REAL(name);                                                            \
        CXType t = real(c);                                                    \
        return t.kind != CXType_Invalid &&                                     \
                       lies_of_cursor(LIAR_TYPE, __LINE__, #name, c)           \
                   ? no_type                                                   \
                   : t;                                                        \
    }

#define TYPE_OF_TYPE(name)                                                     \
    CXType name(CXType of)                                                     \
    {                                                                          \
        REAL(name);                                                            \
        CXType t = real(of);                                                   \
        return t.kind != CXType_Invalid &&                                     \
                       lies_of_type(LIAR_TYPE, __LINE__, #name, of)            \
                   ? no_type                                                   \
                   : t;                                                        \
    }

#define CURSOR_OF_CURSOR(name)                                                 \
    CXCursor name(CXCursor c)                                                  \
    {                                                                          \
        REAL(name);                                                            \
        CXCursor answer = real(c);                                             \
        return !clang_Cursor_isNull(answer) &&                                 \
                       lies_of_cursor(LIAR_REFERENCE, __LINE__, #name, c)      \
                   ? clang_getNullCursor()                                     \
                   : answer;                                                   \
    }

#define NUMBER_OF_CURSOR(class, result, name, lie)                             \
    result name(CXCursor c)                                                    \
    {                                                                          \
        REAL(name);                                                            \
        result answer = real(c);                                               \
        return answer != (lie) && lies_of_cursor(class, __LINE__, #name, c)    \
                   ? (lie)                                                     \
                   : answer;                                                   \
    }

#define NUMBER_OF_TYPE(class, result, name, lie)                               \
    result name(CXType t)                                                      \
    {                                                                          \
        REAL(name);                                                            \
        result answer = real(t);                                               \
        return answer != (lie) && lies_of_type(class, __LINE__, #name, t)      \
                   ? (lie)                                                     \
                   : answer;                                                   \
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
NUMBER_OF_TYPE(LIAR_ATTRIBUTE, unsigned, clang_isConstQualifiedType, 0)
NUMBER_OF_TYPE(LIAR_ATTRIBUTE, unsigned, clang_isVolatileQualifiedType, 0)
NUMBER_OF_TYPE(LIAR_ATTRIBUTE, unsigned, clang_isRestrictQualifiedType, 0)
NUMBER_OF_TYPE(LIAR_PROPERTY, unsigned, clang_isFunctionTypeVariadic, 0)
NUMBER_OF_TYPE(LIAR_PROPERTY, int, clang_getNumArgTypes, -1)
NUMBER_OF_TYPE(LIAR_PROPERTY, long long, clang_getArraySize, -1)
NUMBER_OF_TYPE(LIAR_PROPERTY, long long, clang_Type_getSizeOf, -1)
NUMBER_OF_TYPE(LIAR_PROPERTY, long long, clang_Type_getAlignOf, -1)
NUMBER_OF_TYPE(LIAR_PROPERTY, enum CXCallingConv,
               clang_getFunctionTypeCallingConv, CXCallingConv_Invalid)
NUMBER_OF_CURSOR(LIAR_ATTRIBUTE, enum CX_StorageClass,
                 clang_Cursor_getStorageClass, CX_SC_Invalid)
NUMBER_OF_CURSOR(LIAR_ATTRIBUTE, enum CXTLSKind, clang_getCursorTLSKind,
                 CXTLS_None)
NUMBER_OF_CURSOR(LIAR_ATTRIBUTE, unsigned, clang_Cursor_isFunctionInlined, 0)
NUMBER_OF_CURSOR(LIAR_PROPERTY, unsigned, clang_isCursorDefinition, 0)
NUMBER_OF_CURSOR(LIAR_PROPERTY, unsigned, clang_Cursor_isBitField, 0)
NUMBER_OF_CURSOR(LIAR_PROPERTY, long long, clang_Cursor_getOffsetOfField, -1)
NUMBER_OF_CURSOR(LIAR_PROPERTY, int, clang_Cursor_getNumArguments, -1)

CXType clang_getArgType(CXType of, unsigned i)
{
    REAL(clang_getArgType);
    CXType t = real(of, i);
    return t.kind != CXType_Invalid && lies_of_type(LIAR_TYPE, 2000 + (int)i,
                                                    "clang_getArgType", of)
               ? no_type
               : t;
}

CXCursor clang_Cursor_getArgument(CXCursor c, unsigned i)
{
    REAL(clang_Cursor_getArgument);
    CXCursor answer = real(c, i);
    return !clang_Cursor_isNull(answer) &&
                   lies_of_cursor(LIAR_REFERENCE, 3000 + (int)i,
                                  "clang_Cursor_getArgument", c)
               ? clang_getNullCursor()
               : answer;
}

/* The mark that conveys cilk_reducer through types (reducers.c). */
CXString clang_getTypeSpelling(CXType t)
{
    REAL(clang_getTypeSpelling);
    CXString string = real(t);
    const char *text = clang_getCString(string);
    const char *mark = text != NULL ? strstr(text, "__uk") : NULL;
    if (mark == NULL || strchr("0123456789", mark[4]) == NULL ||
        !lies_of_type(LIAR_ATTRIBUTE, 4000, "clang_getTypeSpelling", t))
        return string;
    char *copy = strdup(text), *at = copy + (mark - text);
    size_t size = strcspn(at, " ");
    memmove(at, at + size, strlen(at + size) + 1);
    clang_disposeString(string);
    return (CXString){copy, 1 /* disposed of by free() */};
}
