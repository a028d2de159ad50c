/* <ucilk/reducers.h>: every monoid of every type, and lists in order. */
#include <ucilk/macros.h>

#include <ucilk/reducers.h>

#include "check.h"

enum { N = 40 };

#define INTEGERS(X)                                                            \
    X(int, int)                                                                \
    X(unsigned, unsigned)                                                      \
    X(long, long)                                                              \
    X(ulong, unsigned long)                                                    \
    X(llong, long long)                                                        \
    X(ullong, unsigned long long)                                              \
    X(size_t, size_t)                                                          \
    X(int32_t, int32_t)                                                        \
    X(uint32_t, uint32_t)                                                      \
    X(int64_t, int64_t)                                                        \
    X(uint64_t, uint64_t)
#define FLOATS(X)                                                              \
    X(float, float)                                                            \
    X(double, double)                                                          \
    X(ldouble, long double)

#define NUMBER(N, T)                                                           \
    cilk_static_reducer(T, sum_##N, UCILK_SUM(N), 1);                          \
    cilk_static_reducer(T, product_##N, UCILK_PRODUCT(N), 3);                  \
    cilk_static_reducer(T, min_##N, UCILK_MIN(N), 50);                         \
    cilk_static_reducer(T, max_##N, UCILK_MAX(N), 1);
#define INTEGER(N, T)                                                          \
    NUMBER(N, T)                                                               \
    cilk_static_reducer(T, and_##N, UCILK_AND(N), 127);                        \
    cilk_static_reducer(T, or_##N, UCILK_OR(N), 256);                          \
    cilk_static_reducer(T, xor_##N, UCILK_XOR(N), 5);
INTEGERS(INTEGER)
FLOATS(NUMBER)

struct item {
    long key;
    struct ucilk_link link;
};
static struct item items[N];
cilk_reducer(struct ucilk_list, found, UCILK_LIST, {NULL, NULL});

#define UPDATE_NUMBER(N, T)                                                    \
    cilk_view(sum_##N) += (T)i;                                                \
    cilk_view(product_##N) *= (T)(i % 5 == 0 ? 2 : 1);                         \
    if ((T)(i + 7) < cilk_view(min_##N))                                       \
        cilk_view(min_##N) = (T)(i + 7);                                       \
    if ((T)i > cilk_view(max_##N))                                             \
        cilk_view(max_##N) = (T)i;
#define UPDATE_INTEGER(N, T)                                                   \
    UPDATE_NUMBER(N, T)                                                        \
    cilk_view(and_##N) &= (T)(i | 64);                                         \
    cilk_view(or_##N) |= (T)i;                                                 \
    cilk_view(xor_##N) ^= (T)(i * i);

static void update(int i)
{
    INTEGERS(UPDATE_INTEGER)
    FLOATS(UPDATE_NUMBER)
    items[i].key = i;
    if (i % 3 != 1)
        ucilk_list_append(&cilk_view(found), &items[i].link);
}

cilk_task(void, tree, (int)from, (int)to)
{
    if (to - from == 1) {
        update(from);
        return;
    }
    int half = from + (to - from) / 2;
    spawn(tree, from, half);
    tree(half, to);
    sync;
}

#define PRINT_NUMBER(N, T)                                                     \
    printf("%s: %.0f %.0f %.0f %.0f\n", #N, (double)cilk_view(sum_##N),        \
           (double)cilk_view(product_##N), (double)cilk_view(min_##N),         \
           (double)cilk_view(max_##N));
#define PRINT_INTEGER(N, T)                                                    \
    PRINT_NUMBER(N, T)                                                         \
    printf("  %.0f %.0f %.0f\n", (double)cilk_view(and_##N),                   \
           (double)cilk_view(or_##N), (double)cilk_view(xor_##N));

cilk_define(int, main)
{
    spawn(tree, 0, N);
    sync;
    INTEGERS(PRINT_INTEGER)
    FLOATS(PRINT_NUMBER)
    for (struct ucilk_link *l = cilk_view(found).first; l; l = l->next)
        printf(" %ld",
               ((struct item *)((char *)l - offsetof(struct item, link)))->key);
    putchar('\n');
    return 0;
}
