/*
 * Pedigrees and random numbers are the same as in the serial elision, whichever
 * worker runs a strand.  Loops with any grain, futures, other threads; and pedigrees
 * that are compared with the right ones, written out.  Spawns of every form, in
 * scopes, loops and spawned statements: tests/fuzz.
 */
#include <ucilk/ucilk.h>
#include <ucilk/random.h>
#include <ucilk/reducers.h>
#include <cilk/cilk_api.h>

#include "../check.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>

/* --- what they are --- */

/* The pedigree of the caller, youngest rank first: "3.0.2". */
static void write_path(char path[128])
{
    struct ucilk_pedigree here = ucilk_pedigree_get();
    size_t n = 0;
    for (const struct ucilk_pedigree *p = &here; p; p = p->parent)
        n += (size_t)snprintf(path + n, 128 - n, "%s%lu", n > 0 ? "." : "",
                              p->rank);
}

#define PATH(expected)                                                         \
    do {                                                                       \
        char path[128];                                                        \
        write_path(path);                                                      \
        if (strcmp(path, expected) != 0) {                                     \
            fprintf(stderr, "%s:%d: %s, not %s\n", __FILE__, __LINE__, path,   \
                    expected);                                                 \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

static int grandchild(int n)
{
    if (n == 1)
        PATH("0.1.0");
    return n;
}

static int child(void)
{
    PATH("0.0");
    ucilk_pedigree_bump();
    PATH("1.0");
    int a, b;
    a = spawn grandchild(1);
    PATH("2.0");
    b = spawn grandchild(2);
    PATH("3.0");
    sync;
    PATH("4.0");
    return a + b;
}

static void plain(void)
{
    PATH("5");
    ucilk_random();
}

static int future_of(int n)
{
    PATH("0.10");
    return n;
}

static void has_scope(void)
{
    PATH("0.13");
    cilk_scope
    {
        spawn grandchild(0);
        PATH("1.13");
    }
    PATH("2.13");
}

/* In a spawned statement, which is a child; its parent's rank is 14. */
static void check_blocks(void)
{
    int x = 0;
    PATH("0.14");
    cilk_spawn
    {
        PATH("0.0.14");
        x = grandchild(3);
        cilk_spawn PATH("0.0.0.14");
        PATH("1.0.14");
        spawn grandchild(0);
        cilk_sync;
        PATH("3.0.14");
    }
    PATH("1.14");
    cilk_sync;
    PATH("2.14");
    CHECK(x == 3);
}

/* First in main, whose rank is 0. */
static void check_paths(void)
{
    PATH("0");
    int x = spawn child();
    PATH("1");
    sync;
    PATH("2");
    CHECK(x == 3);
    x += spawn grandchild(4);
    PATH("3");
    sync;
    CHECK(x == 7);
    ucilk_pedigree_bump();
    PATH("5");
    plain();
    PATH("6");
    cilk_for(int i = 0; i < 20; i++)
    {
        if (i == 7)
            PATH("0.7.6");
        spawn grandchild(0);
        if (i == 19)
            PATH("1.19.6");
        cilk_for(int k = 10; k >= 0; k -= 5) if (i == 3 && k == 5)
            PATH("0.1.1.3.6");
        if (i == 19)
            PATH("2.19.6");
    }
    PATH("7");
    cilk_for(long i = 5; i < 5; i++) CHECK(!"never");
    PATH("8");
    sync;
    PATH("9");
    CHECK(__cilkrts_bump_worker_rank() == 0);
    PATH("10");
    ucilk_future_t f = cilk_future future_of(8);
    PATH("11");
    CHECK(ucilk_future_get(int, f) == 8);
    PATH("11");
    const __cilkrts_pedigree here = __cilkrts_get_pedigree();
    CHECK(here.rank == 11 && !here.parent);
    ucilk_random();
    ucilk_random();
    spawn has_scope();
    PATH("14");
    spawn check_blocks();
    PATH("15");
}

/* --- numbers --- */

static uint64_t mix(uint64_t sum, uint64_t x)
{
    return (sum ^ x) * UINT64_C(0x100000001b3) + 1;
}

static uint64_t leaf(void)
{
    return ucilk_random();
}

static uint64_t walk(int n)
{
    uint64_t a, b, c = leaf();
    if (n < 2)
        return mix(c, ucilk_random());
    a = spawn walk(n - 1);
    b = walk(n - 2);
    sync;
    return mix(mix(mix(a, b), c), ucilk_random());
}

enum { N = 300 };

static uint64_t loops(void)
{
    static uint64_t a[N], b[N], c[N], d[N];
    uint64_t UCILK_SUM(ullong) total = 0;
    cilk_for(int i = 0; i < N; i++) a[i] = ucilk_random();
#pragma cilk grainsize 1
    cilk_for(int i = 0; i < N; i++)
    {
        if (i % 10 == 9)
            continue;
        b[i] = walk(i % 5);
        total += b[i] >> 8;
    }
#pragma cilk grainsize 64
    cilk_for(uint64_t *p = c + N - 1; p >= c; p--)
    {
        uint64_t x, y;
        x = spawn walk((int)(p - c) % 4);
        y = leaf();
        sync;
        *p = mix(x, y);
    }
    cilk_for(int i = 0; i < 10; i++) cilk_for(int k = 0; k < N / 10; k++)
    {
        int m = i * (N / 10) + k;
        d[m] = spawn walk(k % 3);
    }
    uint64_t sum = total;
    for (int i = 0; i < N; i++)
        sum = mix(mix(mix(mix(sum, a[i]), b[i]), c[i]), d[i]);
    return mix(sum, ucilk_random());
}

/* Each task makes the next. */
static uint64_t chain(int n)
{
    uint64_t own = walk(n % 4);
    if (n == 0)
        return own;
    ucilk_future_t next = cilk_future chain(n - 1);
    uint64_t mine = ucilk_random();
    return mix(mix(own, ucilk_future_get(uint64_t, next)), mine);
}

static ucilk_future_t start_one(int n)
{
    return cilk_future walk(n); /* which goes on when its maker has returned */
}

static uint64_t futures(void)
{
    ucilk_future_t f[10], g;
    for (int i = 0; i < 10; i++)
        f[i] = start_one(i);
    g = spawn start_one(8);
    uint64_t sum = chain(30);
    sync;
    for (int i = 9; i >= 0; i--)
        sum = mix(sum, ucilk_future_get(uint64_t, f[i]));
    sum = mix(sum, ucilk_future_get(uint64_t, g));
    return mix(sum, ucilk_random());
}

/* --- other threads --- */

struct guest {
    pthread_t thread;
    int grain;
    uint64_t sum, at[N];
};

static void *run(void *argument)
{
    struct guest *g = argument;
    PATH("0");
#pragma cilk grainsize g->grain
    cilk_for(int i = 0; i < N; i++) g->at[i] = walk(i % 3) ^ (uint64_t)i;
    for (int i = 0; i < N; i++)
        g->sum = mix(g->sum, g->at[i]);
    g->sum = mix(g->sum, walk(9));
    return NULL;
}

/* From one pedigree, the empty one; whatever the grain. */
static void check_guests(void)
{
    enum { GUESTS = 4 };
    static struct guest guests[GUESTS];
    for (int i = 0, grain = 1; i < GUESTS; i++, grain *= 7) {
        guests[i].grain = grain;
        CHECK(pthread_create(&guests[i].thread, NULL, run, &guests[i]) == 0);
    }
    uint64_t own = walk(8);
    for (int i = 0; i < GUESTS; i++)
        CHECK(pthread_join(guests[i].thread, NULL) == 0);
    for (int i = 1; i < GUESTS; i++)
        CHECK(guests[i].sum == guests[0].sum);
    printf("guests %016lx, %016lx\n", guests[0].sum, own);
}

int main(void)
{
    check_paths();
    PATH("16"); /* the end of a function that spawns is a sync */
    printf("walk %016lx\n", walk(12));
    printf("loops %016lx\n", loops());
    printf("futures %016lx\n", futures());
    uint64_t a = ucilk_random();
    ucilk_random_seed(12345);
    uint64_t b = walk(10);
    __cilkrts_init_dprng();
    __cilkrts_dprand_set_seed(12346);
    uint64_t c = walk(10), d = __cilkrts_get_dprand();
    printf("seeds %016lx %016lx %016lx %016lx\n", a, b, c, d);
    check_guests();
    return 0;
}
