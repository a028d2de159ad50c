/* What groups.c and groups_macros.c share: types, and what needs no tool. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ucilk/groups.h>

#include "check.h"

struct point {
    double x, y;
};

struct big {
    long n[20];
};

static struct ucilk_bytes bytes_of(const char *text)
{
    size_t size = strlen(text) + 1;
    struct ucilk_bytes b = {malloc(size), size};
    memcpy(b.at, text, size);
    return b;
}

static inline long number_of(const struct big *b)
{
    long sum = 0;
    for (int i = 0; i < 20; i++)
        sum += b->n[i] * (i + 1);
    return sum;
}
