/*
 * Pedigrees and random numbers are the same as in the serial elision, whichever
 * worker runs a strand.  Spawns of every form, syncs, scopes, loops in loops
 * with any grain, futures, plain calls, other threads; and pedigrees that are
 * compared with the right ones, written out.
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

struct large {
    uint64_t at[40];
};
struct pair {
    double weight;
    uint64_t n;
};

static struct large large(struct pair p, uint64_t seed)
{
    struct large l = {{0}};
    for (int i = 0; i < 40; i++)
        l.at[i] = mix(p.n + seed, (uint64_t)p.weight ^ ucilk_random());
    return l;
}

static void into(uint64_t *to)
{
    *to = ucilk_random();
}

static _Bool coin(void)
{
    return ucilk_random() & 1;
}

/* A spawn of every form. */
static uint64_t forms(int n)
{
    uint64_t (*pointer)(int) = walk, sum = 0, at[8] = {0}, more = 0;
    struct large l;
    _Bool heads;
    uint64_t first = spawn walk(n);
    at[ucilk_random() % 6] = spawn pointer((int)(ucilk_random() % 5));
    l = spawn large((struct pair){3.5, leaf()}, 17);
    heads = spawn coin();
    spawn into(&more);
    for (int i = 0; i < n; i++)
        if (ucilk_random() % 3 == 0)
            sum += spawn walk(i);
    cilk_scope
    {
        uint64_t inner;
        inner = spawn walk(2);
        at[7] += ucilk_random();
        sync;
        at[6] += inner;
    }
    sync;
    for (int i = 0; i < 8; i++)
        sum = mix(sum, at[i]);
    for (int i = 0; i < 40; i++)
        sum = mix(sum, l.at[i]);
    return mix(mix(mix(mix(sum, first), heads), more), ucilk_random());
}

static uint64_t deep(int n)
{
    if (n == 0)
        return ucilk_random();
    uint64_t x;
    x = spawn deep(n - 1);
    uint64_t y = ucilk_random();
    sync;
    return mix(x, y);
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

static uint64_t blocks(int n)
{
    uint64_t a = 0, b = 0, c[20], sum = 0;
    cilk_spawn
    {
        a = walk(n);
        uint64_t x;
        x = spawn walk(n / 2);
        a = mix(a, ucilk_random());
        cilk_sync;
        a = mix(a, x);
    }
    cilk_for(int i = 0; i < 20; i++)
    {
        c[i] = ucilk_random();
        cilk_spawn c[i] = mix(c[i], ucilk_random());
    }
    cilk_spawn if (n > 0) b = blocks(n - 3);
    sum = ucilk_random();
    cilk_sync;
    for (int i = 0; i < 20; i++)
        sum = mix(sum, c[i]);
    return mix(mix(mix(sum, a), b), ucilk_random());
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
    g->sum = mix(g->sum, forms(3));
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
    printf("forms %016lx\n", forms(8));
    printf("blocks %016lx\n", blocks(9));
    printf("deep %016lx\n", deep(300));
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
