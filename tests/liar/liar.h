/*
 * A libclang that leaves one thing out.
 *
 * liar.so has the functions of libclang that the rewriter's view of a program
 * depends on, and libclang behind it.  Without a lie it notes each question: a
 * node that is shown, a type that is asked for.  With a lie, the question of
 * that number is answered as by a libclang that does not know: the node is not
 * shown, or shown as unexposed; the type is invalid.  A question is always
 * answered in the same way.
 */
#pragma once

enum { LIAR_NONE = -1 };

/* What kinds of lies there are. */
#define LIAR_CLASSES(X)                                                        \
    /* with all that is below it; it may be the answer to a question */        \
    X(HIDDEN, "node hidden")                                                   \
    X(GONE, "node gone") /* nor is it an answer: one that is asked for */      \
    X(UNEXPOSED, "node unexposed")                                             \
    X(TYPE, "type unknown")                                                    \
    X(TYPE_UNEXPOSED, "type unexposed")                                        \
    X(ATTRIBUTE, "attribute lost")                                             \
    X(REFERENCE, "declaration unknown")                                        \
    X(PROPERTY, "property unknown")                                            \
    /* of an expression, which need not be a constant */                       \
    X(VALUE, "value unknown")

enum liar_class {
#define CLASS(name, text) LIAR_##name,
    LIAR_CLASSES(CLASS)
#undef CLASS
};

struct liar_question {
    enum liar_class class;
    int function;      /* which of libclang's, and which answer */
    int kind;          /* of the cursor or type */
    const void *of[2]; /* which one */
    unsigned at;       /* offset of a cursor, or of the last one before */
    const char *name;  /* of the function */
    char what[60];     /* its kind and spelling */
};

struct liar {
    int lie; /* number of the question, or LIAR_NONE: questions are noted */
    struct liar_question *questions;
    int n_questions;
};

/* The library's one.  It parses one text. */
struct liar *liar_control(void);
