/* <ucilk/reducers.h>: every monoid of every type, and lists in order. */
#include <ucilk/ucilk.h>

#include "check.h"
#include "views.h"

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

/* Static reducers of each. */
#define NUMBER(N, T)                                                           \
    REDUCER(T, sum_##N, UCILK_SUM(N), 1);                                      \
    REDUCER(T, product_##N, UCILK_PRODUCT(N), 3);                              \
    REDUCER(T, min_##N, UCILK_MIN(N), 50);                                     \
    REDUCER(T, max_##N, UCILK_MAX(N), 1);
#define INTEGER(N, T)                                                          \
    NUMBER(N, T)                                                               \
    REDUCER(T, and_##N, UCILK_AND(N), 127);                                    \
    REDUCER(T, or_##N, UCILK_OR(N), 256);                                      \
    REDUCER(T, xor_##N, UCILK_XOR(N), 5);
INTEGERS(INTEGER)
FLOATS(NUMBER)

REDUCER(struct ucilk_list, found, UCILK_LIST, {NULL, NULL});

struct item {
    long key;
    struct ucilk_link link;
};
static struct item items[N];

#define UPDATE_NUMBER(N, T)                                                    \
    VIEW(sum_##N) += (T)i;                                                     \
    VIEW(product_##N) *= (T)(i % 5 == 0 ? 2 : 1);                              \
    if ((T)(i + 7) < VIEW(min_##N))                                            \
        VIEW(min_##N) = (T)(i + 7);                                            \
    if ((T)i > VIEW(max_##N))                                                  \
        VIEW(max_##N) = (T)i;
#define UPDATE_INTEGER(N, T)                                                   \
    UPDATE_NUMBER(N, T)                                                        \
    VIEW(and_##N) &= (T)(i | 64);                                              \
    VIEW(or_##N) |= (T)i;                                                      \
    VIEW(xor_##N) ^= (T)(i * i);

static void update(int i)
{
    INTEGERS(UPDATE_INTEGER)
    FLOATS(UPDATE_NUMBER)
    items[i].key = i;
    if (i % 3 != 1)
        ucilk_list_append(&VIEW(found), &items[i].link);
}

#define PRINT_NUMBER(N, T)                                                     \
    printf("%s: %.0f %.0f %.0f %.0f\n", #N, (double)VIEW(sum_##N),             \
           (double)VIEW(product_##N), (double)VIEW(min_##N),                   \
           (double)VIEW(max_##N));
#define PRINT_INTEGER(N, T)                                                    \
    PRINT_NUMBER(N, T)                                                         \
    printf("  %.0f %.0f %.0f\n", (double)VIEW(and_##N), (double)VIEW(or_##N),  \
           (double)VIEW(xor_##N));

static void print_all(void)
{
    INTEGERS(PRINT_INTEGER)
    FLOATS(PRINT_NUMBER)
    for (struct ucilk_link *l = VIEW(found).first; l; l = l->next)
        printf(" %ld",
               ((struct item *)((char *)l - offsetof(struct item, link)))->key);
    putchar('\n');
}

void tree(int from, int to)
{
    if (to - from == 1) {
        update(from);
        return;
    }
    int half = from + (to - from) / 2;
    spawn tree(from, half);
    tree(half, to);
    sync;
}

int main(void)
{
    spawn tree(0, N);
    sync;
    print_all();
    return 0;
}
