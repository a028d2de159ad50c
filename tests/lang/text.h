/* A monoid that is not commutative: text of at most TEXT_BYTES bytes, appended. */
#pragma once

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

static __attribute__((unused)) unsigned hash(const struct text *t)
{
    unsigned h = t->length;
    for (unsigned i = 0; i < t->length; i++)
        h = h * 31 + (unsigned char)t->bytes[i];
    return h;
}
