/* Answers of libclang that cannot be read are errors. */
#ifndef UK_ANSWERS_H
#define UK_ANSWERS_H

#include "source.h"

/* clang.c: puts the checks before libclang's functions. */
void uk_answers_check(void);

/* From here on answers count, for one text, which the parser has as given. */
void uk_answers_begin(struct uk_source *source, const char *text);
/* A doubt, if one could not be read. */
void uk_answers_end(void);

#endif
