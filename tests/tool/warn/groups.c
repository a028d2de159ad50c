/* What groups write to variables that each node has for itself. */
#include <stdatomic.h>
#include <ucilk/groups.h>
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

static long total, table[4];
static atomic_long hits;
static struct { long n, *data; } all;
static __thread long own;
static const long fixed = 3;
extern long elsewhere;
static long UCILK_SUM(long) sum;
long declared(long n);

static void deep(long n)
{
    hits++; /* expect: +0:5: warning: `deep', which groups run, writes to `hits': each node has its own, so that neither main nor groups elsewhere see that [-Wucilk-group-write] */
    atomic_fetch_add(&hits, n); /* expect: +0:22: warning: `deep', which groups run, writes to `hits' */
    __atomic_store_n(&total, n, __ATOMIC_RELAXED); /* expect: +0:22: warning: `deep', which groups run, writes to `total' */
    if (n > atomic_load(&hits) + __atomic_load_n(&total, 5))
        deep(n - 1);
}

static void called(long n)
{
    elsewhere = n; /* expect: +0:5: warning: `called', which groups run, writes to `elsewhere' */
    deep(n);
}

static long work(long n)
{
    static long calls;
    long local = n, a[4], *p = a;
    calls++; /* expect: +0:5: warning: `work', which groups run, writes to `calls' */
    total += n; /* expect: +0:5: warning: `work', which groups run, writes to `total' */
    table[n & 3] = n; /* expect: +0:5: warning: `work', which groups run, writes to `table' */
    all.n = n; /* expect: +0:5: warning: `work', which groups run, writes to `all' */
    local += fixed + total;
    own = *p = a[1] = local;
    sum += n;
    cilk_for (long i = 0; i < n; i++)
        total = i; /* expect: +0:9: warning: `work', which groups run, writes to `total' */
    spawn called(n);
    sync;
    total = spawn declared(n); /* expect: +0:5: warning: `work', which groups run, writes to `total' */
    sync;
    return a[1];
}

static long not_in_groups(long n)
{
    return total += n;
}

static long reads(long n)
{
    return n + total + table[1] + hits + elsewhere;
}

int main(void)
{
    ucilk_future_t a = cilk_group work(1), b = cilk_group(2) reads(2);
    ucilk_future_t c = cilk_future not_in_groups(2);
    total = 1;
    total += ucilk_future_get(long, a) + ucilk_future_get(long, b);
    total += ucilk_future_get(long, b) + ucilk_future_get(long, c);
    return total + not_in_groups(3) > 0;
}
