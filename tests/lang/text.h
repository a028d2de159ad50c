/* A monoid that is not commutative: text of at most TEXT_BYTES bytes, appended. */
#ifndef LANG_TEXT_H
#define LANG_TEXT_H

#include "check.h"

#include <string.h>

struct text {
    unsigned length;
    char bytes[TEXT_BYTES];
};

static void empty(void *view)
{
    ((struct text *)view)->length = 0;
}

static void append(void *left, void *right)
{
    struct text *l = left;
    const struct text *r = right;
    CHECK(l->length + r->length <= sizeof l->bytes);
    memcpy(l->bytes + l->length, r->bytes, r->length);
    l->length += r->length;
}

#endif
