/*
 * Every token of a function belongs to one node of the tree, of a kind that can
 * have it.
 *
 * What a node has of its own is the text of its extent that no child covers:
 * `(', `,' and `)' of a call, one name of a DeclRefExpr.  The table below says
 * what that may be, kind by kind.  If libclang leaves a node out, its text
 * falls to the node around it, which cannot have it; if libclang does not know
 * a kind, the text falls to an unexposed node.  Either is an error at the first
 * such token: what the rewriter does not see it must not take for absent.
 *
 * A shape is a string with a character for each token, and `~' for what
 * children cover:
 *
 *     N  a name          D  the name that the node declares    L  a literal
 *     T  a word of types and storage, or a tag's struct, union, enum
 *     b  a word of the compiler's, such as _Generic            Z  sizeof and
 * its kin o  an operator     a  += and its kin                     i  ++ -- .
 * also ->         _  ...                                @  asm I if  E else  F
 * for  W while  d do  S switch  C case  c default B break  n continue  G goto
 * R return; other punctuators as they are
 *
 * Attributes are left out: the rewriter reads those in the tokens.
 */
#include <regex.h>
#include <string.h>

#include "walk.h"

#define TYPE "[]T~*(),[_]*"

static const struct {
    enum CXCursorKind kind;
    const char *shape;
} shapes[] = {
    /* declarations */
    {CXCursor_DeclStmt, TYPE ";?"},
    {CXCursor_VarDecl, TYPE "D" TYPE "(=~)?"},
    {CXCursor_ParmDecl, TYPE "D?" TYPE},
    {CXCursor_FunctionDecl, TYPE "D(" TYPE "|[(][N~](,[N~])*[)](~;)*~)"},
    {CXCursor_TypedefDecl, TYPE "D" TYPE},
    {CXCursor_FieldDecl, TYPE "D?" TYPE "(:~)?"},
    {CXCursor_StructDecl, "T[DTN]?([{][]T~*(),;:[]*[}])?"},
    {CXCursor_UnionDecl, "T[DTN]?([{][]T~*(),;:[]*[}])?"},
    {CXCursor_EnumDecl, "T[DN]?(:[T~]+)?([{](~,?)*[}])?"},
    {CXCursor_EnumConstantDecl, "D(=~)?"},
    {CXCursor_UnexposedDecl, "[l,]D"}, /* __label__ */
    {CXCursor_StaticAssert, "T[(]~(,[L~])?[)]"},
    /* references */
    {CXCursor_TypeRef, "[NTb]"},
    {CXCursor_MemberRef, "N"},
    {CXCursor_LabelRef, "N"},
    {CXCursor_DeclRefExpr, "[Nb]"},
    {CXCursor_MemberRefExpr, "~[.]N"},
    /* statements */
    {CXCursor_CompoundStmt, "[{(](~;?)*[})]"},
    {CXCursor_NullStmt, "[;):]"}, /* `:' of a label at a block's end */
    {CXCursor_IfStmt, "I[(]~[)]~;?(E~)?"},
    {CXCursor_ForStmt, "F[(](~?;){0,2}~?[)]~"},
    {CXCursor_WhileStmt, "W[(]~[)]~"},
    {CXCursor_DoStmt, "d~;?W[(]~[)]"},
    {CXCursor_SwitchStmt, "S[(]~[)]~"},
    {CXCursor_CaseStmt, "C~(_~)?(:~?)?"},
    {CXCursor_DefaultStmt, "c(:~?|~)"},
    {CXCursor_LabelStmt, "[DN](:~?|~)"},
    {CXCursor_BreakStmt, "B"},
    {CXCursor_ContinueStmt, "n"},
    {CXCursor_GotoStmt, "G~"},
    {CXCursor_IndirectGotoStmt, "G[*]~"},
    {CXCursor_ReturnStmt, "R~?"},
    {CXCursor_AsmStmt, "@[TG]*[(]([]L:,~()[]|[[]N[]])*(:[N,]+)?[)]"},
    {CXCursor_UnexposedStmt, "~?"},
    /* expressions */
    {CXCursor_IntegerLiteral, "L|b[(][)]"},
    {CXCursor_CXXBoolLiteralExpr, "L"},
    {CXCursor_CXXNullPtrLiteralExpr, "L"},
    {CXCursor_FloatingLiteral, "L"},
    {CXCursor_ImaginaryLiteral, "L"},
    {CXCursor_CharacterLiteral, "L"},
    {CXCursor_StringLiteral, "L+|N"},
    {CXCursor_ParenExpr, "[(]~[)]"},
    {CXCursor_StmtExpr, "[(]~[)]"},
    {CXCursor_CallExpr, "~[(](~(,~)*)?[)]"},
    {CXCursor_ArraySubscriptExpr, "~[[]~[]]"},
    {CXCursor_UnaryOperator, "[o*i]~|~i"},
    {CXCursor_BinaryOperator, "~[o*=,]~"},
    {CXCursor_CompoundAssignOperator, "~a~"},
    {CXCursor_ConditionalOperator, "~[?]~:~"},
    {CXCursor_AddrLabelExpr, "o~"},
    {CXCursor_CStyleCastExpr, "[(]" TYPE "[)]~"},
    {CXCursor_CompoundLiteralExpr, "[(]" TYPE "[)]~"},
    {CXCursor_InitListExpr, "[{][].=,~:_[]*[}]"},
    {CXCursor_UnaryExpr, "Z~|Z[(]" TYPE "[)]"},
    {CXCursor_GenericSelectionExpr, "b[(]~(,[]TNc*()~[]+:~)*[)]"},
    /* Implicit conversions, designators, ?: without a middle, and what is built
     * into compilers. */
    {CXCursor_UnexposedExpr, "[.[][]~._[]*=~|~:~|~[?]:~|b[(][]T~*,()._[]*[)]"},
};
enum { N_SHAPES = sizeof shapes / sizeof shapes[0] };

/* Of any other kind: nothing that could matter. */
static const char other_shape[] = "[^NLDIEFWdSCcBnGR]*";

struct account {
    struct uk_source *source;
    const char *text; /* as the parser has it */
    regex_t shapes[N_SHAPES + 1];
    bool is_compiled[N_SHAPES + 1];
    struct uk_buffer shape; /* of the nodes from the root to the present one */
    int at;                 /* the next token of the present node */
    int missing;            /* the first one that nothing can have */
};

/* --- one token --- */

static char letter_of_name(const struct uk_source *s, int i)
{
    static const char *const statements[] = {
        "if",   "else",    "for",   "while",    "do",   "switch",
        "case", "default", "break", "continue", "goto", "return"};
    static const struct {
        char letter;
        const char *words;
    } others[] = {
        {'L', "true false nullptr"},
        {'T', "void char short int long float double signed __signed__ "
              "__signed unsigned _Bool bool _Complex __complex__ __complex "
              "_Imaginary __int128 __int128_t __uint128_t _Float16 _Float32 "
              "_Float64 _Float128 _Float32x _Float64x __float128 _Decimal32 "
              "_Decimal64 _Decimal128 _BitInt struct union enum const __const "
              "__const__ volatile __volatile__ __volatile restrict __restrict "
              "__restrict__ _Atomic static extern register auto __auto_type "
              "typedef inline __inline __inline__ _Noreturn _Thread_local "
              "thread_local __thread constexpr typeof __typeof __typeof__ "
              "typeof_unqual __typeof_unqual__ _Static_assert static_assert "
              "__builtin_va_list"},
        {'Z', "sizeof _Alignof alignof __alignof __alignof__"},
        {'l', "__label__"},
        {'o', "__real__ __imag__ __real __imag"},
        {'@', "asm __asm __asm__"},
        {'b', "_Generic"}};
    const char *text = s->text + s->tokens[i].start;
    for (size_t k = 0; k < sizeof statements / sizeof statements[0]; k++)
        if (uk_token_is(s, i, statements[k]))
            return "IEFWdSCcBnGR"[k];
    if (strncmp(text, "for ", 4) == 0) /* a cilk_for of the serial elision, */
        return 'F';
    if (*text == '1') /* and its SYNCHED */
        return 'L';
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
        if (uk_token_is_any(s, i, others[k].words))
            return uk_standard_has(s, i) ? others[k].letter : 'N';
    return uk_token_is_atomic(s, i) || strncmp(text, "__builtin_", 10) == 0
               ? 'b'
               : 'N';
}

static char letter_of_operator(const struct uk_source *s, int i)
{
    const char *text = s->text + s->tokens[i].start;
    unsigned size = s->tokens[i].end - s->tokens[i].start;
    if (size == 1 && strchr("()[]{};,:?.*=", *text) != NULL)
        return *text;
    if (uk_token_is(s, i, "->"))
        return '.';
    if (uk_token_is(s, i, "..."))
        return '_';
    if (uk_token_is_any(s, i, "++ --"))
        return 'i';
    return uk_token_assigns(s, i) ? 'a' : 'o';
}

static char letter_of(const struct uk_source *s, int i)
{
    unsigned at = s->tokens[i].start;
    if (uk_keyword_at(s, at, UK_FOR) != NULL)
        return 'F';
    if (s->tokens[i].kind == UK_LITERAL ||
        uk_keyword_at(s, at, UK_SYNCHED) != NULL)
        return 'L';
    return s->tokens[i].kind == UK_NAME ? letter_of_name(s, i)
                                        : letter_of_operator(s, i);
}

/* `int x __asm__("ebx")', and behind a `)' a statement, too. */
static bool is_behind_declarator(const struct uk_source *s, int i)
{
    return i > 0 && !uk_token_is_any(s, i - 1, "else do") &&
           uk_keyword_on(s, i - 1) == NULL &&
           (s->tokens[i - 1].kind == UK_NAME ||
            uk_token_is_any(s, i - 1, ") ]"));
}

/* A parenthesis of cilk_future(k). */
static bool is_of_count(const struct uk_source *s, int i)
{
    int open = uk_token_is(s, i, ")") ? s->tokens[i].match : i;
    const struct uk_keyword *k = open > 0 ? uk_keyword_on(s, open - 1) : NULL;
    return k != NULL && k->word == UK_FUTURE && k->count == open;
}

/* The token behind what nobody has to have, if that begins with token i: an
 * attribute, a reducer's mark, or _BitInt(N), whose number has no node. */
static int skip(const struct account *a, int i)
{
    static const char names[] =
        "__attribute__ __attribute __declspec _Alignas alignas _BitInt";
    const struct uk_source *s = a->source;
    const struct uk_token *t = &s->tokens[i];
    const struct uk_keyword *k = uk_keyword_at(s, t->start, UK_FUTURE);
    int open = i + 1;
    if (k != NULL || is_of_count(s, i))
        return i + 1;
    if (a->text[t->start] == ' ' || uk_token_is(s, i, "__extension__"))
        return i + 1;
    if (uk_token_is(s, i, "[") && uk_token_is(s, i + 1, "[") &&
        t->match == s->tokens[i + 1].match + 1)
        return t->match + 1;
    bool is_skipped = uk_keyword_at(s, t->start, UK_REDUCER) != NULL ||
                      uk_token_is_any(s, i, names) ||
                      (uk_token_is_any(s, i, "asm __asm __asm__") &&
                       is_behind_declarator(s, i));
    return is_skipped && uk_token_is(s, open, "(") &&
                   s->tokens[open].match > open
               ? s->tokens[open].match + 1
               : UK_NONE;
}

/* --- one node --- */

static void add(struct account *a, size_t begin, char letter)
{
    bool is_gap_again = letter == '~' && a->shape.size > begin &&
                        a->shape.bytes[a->shape.size - 1] == '~';
    if (!is_gap_again)
        uk_buffer_add(&a->shape, &letter, 1);
}

/* The tokens up to another are the node's.  A name or literal among them is
 * what it cannot have, as a rule. */
static void take(struct account *a, CXCursor node, size_t begin, int end,
                 int *missing)
{
    const struct uk_source *s = a->source;
    while (a->at < end) {
        int behind = skip(a, a->at);
        char letter = letter_of(s, a->at);
        if ((letter == 'N' || letter == 'b') &&
            clang_isDeclaration(node.kind) &&
            s->tokens[a->at].start == uk_cursor_place(node))
            letter = 'D';
        if (behind == UK_NONE)
            add(a, begin, letter);
        if (behind == UK_NONE && *missing == UK_NONE &&
            (letter == 'N' || letter == 'L'))
            *missing = a->at;
        a->at = behind == UK_NONE ? a->at + 1 : behind;
    }
}

static bool matches(struct account *a, enum CXCursorKind kind,
                    const char *shape)
{
    int i = 0;
    while (i < N_SHAPES && shapes[i].kind != kind)
        i++;
    if (!a->is_compiled[i]) {
        char *text =
            uk_arena_print(&a->source->arena, "^(%s)$",
                           i < N_SHAPES ? shapes[i].shape : other_shape);
        a->is_compiled[i] =
            regcomp(&a->shapes[i], text, REG_EXTENDED | REG_NOSUB) == 0;
    }
    return a->is_compiled[i] && regexec(&a->shapes[i], shape, 0, NULL, 0) == 0;
}

/* Of `int a[2][3]' libclang shows the 3 first; and it puts a member of an
 * anonymous one, in an initializer, below a node without a place. */
struct child {
    CXCursor node;
    unsigned start, end; /* asking for an extent goes down to its first token */
};

struct children {
    struct uk_source *source;
    struct child *all; /* in the order of the text */
    int n;
};

UK_VISITOR(collect, node)
{
    struct children *c = data;
    struct child child = {.node = node};
    if (clang_isAttribute(node.kind))
        return CXChildVisit_Continue;
    uk_cursor_extent(node, &child.start, &child.end);
    if (child.end == 0)
        return CXChildVisit_Recurse;
    c->all = uk_arena_grow(&c->source->arena, c->all, c->n, sizeof *c->all);
    int i = c->n++;
    for (; i > 0 && c->all[i - 1].start > child.start; i--)
        c->all[i] = c->all[i - 1];
    c->all[i] = child;
    return CXChildVisit_Continue;
}

static bool has_shape(struct account *a, const struct child *node,
                      const char *shape)
{
    const struct uk_source *s = a->source;
    if (strcmp(shape, "") == 0 || strcmp(shape, "~") == 0)
        return true; /* all of it is its children's */
    /* gcc's operations on atomic variables that clang has others for: of the
     * call that it rejects it shows the parts. */
    return matches(a, node->node.kind, shape) ||
           (node->node.kind == CXCursor_UnexposedExpr &&
            uk_token_is_atomic(s, uk_token_at(s, node->start)) &&
            matches(a, CXCursor_CallExpr, shape));
}

/* Of the macro in the place of `cilk_future(k)' each node extends over all of
 * that, but those of the k. */
static bool is_of_future(const struct uk_source *s, int start, int end)
{
    const struct uk_keyword *k = uk_keyword_on(s, start);
    return k != NULL && k->word == UK_FUTURE && k->count != UK_NONE &&
           end == s->tokens[k->count].match + 1;
}

static void account_for(struct account *a, const struct child *self)
{
    struct uk_source *s = a->source;
    struct children children = {.source = s};
    size_t begin = a->shape.size;
    int start = uk_token_at(s, self->start);
    int end = uk_token_at(s, self->end);
    int missing = UK_NONE;
    if (a->at < start)
        a->at = start;
    clang_visitChildren(self->node, collect, &children);
    if (is_of_future(s, start, end))
        end = start;
    for (int i = 0; i < children.n; i++) {
        const struct child *child = &children.all[i];
        take(a, self->node, begin, uk_token_at(s, child->start), &missing);
        if (a->at < uk_token_at(s, child->end))
            add(a, begin, '~');
        account_for(a, child);
    }
    take(a, self->node, begin, end, &missing);
    uk_buffer_add(&a->shape, "", 1);
    const char *shape = a->shape.bytes + begin;
    if (a->missing == UK_NONE && !has_shape(a, self, shape))
        a->missing = missing == UK_NONE ? start : missing;
    a->shape.size = begin;
}

int uk_account(struct uk_source *s, CXCursor function, const char *text)
{
    struct account a = {.source = s, .text = text, .missing = UK_NONE};
    struct child root = {.node = function};
    uk_cursor_extent(function, &root.start, &root.end);
    a.at = uk_token_at(s, root.start);
    account_for(&a, &root);
    for (int i = 0; i <= N_SHAPES; i++)
        if (a.is_compiled[i])
            regfree(&a.shapes[i]);
    uk_buffer_free(&a.shape);
    return a.missing;
}
