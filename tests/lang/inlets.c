/* Cilk-5's inlets and abort in the keyword form: variables of the function that
 * inlets use, more arguments, and aborts that end tasks several levels below. */
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

#include "check.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#ifdef UCILK_SERIAL
enum { IS_SERIAL = 1 };
#else
enum { IS_SERIAL = 0 };
#endif

/* What an aborted task has allocated nobody frees. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

cilk long fib(int n)
{
    long x = 0;
    inlet void add(long result)
    {
        x += result;
        return;
    }
    if (n < 2)
        return n;
    add(spawn fib(n - 1));
    add(spawn fib(n - 2));
    sync;
    return x;
}

/* The return waits for what inlets assign. */
cilk long returns(int n)
{
    long best = 0;
    inlet void keep(long result)
    {
        if (result > best)
            best = result;
    }
    if (n < 2)
        return n;
    keep(spawn returns(n - 1));
    keep(spawn returns(n - 2));
    if (n % 2)
        return best + 1;
    for (int i = 0; i < n % 3; i++)
        keep(spawn returns(i));
    return best + 1;
}

/* Types that only the function knows. */
cilk long tally(int n)
{
    typedef long number;
    struct {
        number n, sum;
    } both = {0, 0};
    struct most {
        number value;
        struct most *self;
    } most = {-1, &most};
    inlet void add(long result, long weight)
    {
        struct most *p = &most;
        number x = result * weight;
        both.n++;
        both.sum += x;
        if (x > p->self->value)
            p->value = x;
    }
    for (int i = 0; i < n; i++)
        add(spawn fib(i), i % 3);
    sync;
    return both.n * 100000000 + both.sum * 1000 + most.value % 1000;
}

struct item {
    int key;
    double weight;
};

static struct item make_item(int i)
{
    return (struct item){i, i / 2.0};
}

/* Arrays, structs, enumerators, statics and parameters from around. */
cilk double gather(int n, double factor)
{
    enum { FIRST = 100 };
    static atomic_int inside;
    double weights[64] = {0};
    struct item last = {0, 0}, *p = &last;
    int seen[64] = {0}, order = 0;
    inlet void keep(struct item it, int index, const char *name)
    {
        CHECK(atomic_exchange(&inside, 1) == 0);
        CHECK(strcmp(name, "item") == 0);
        weights[index] += it.weight * factor;
        seen[it.key]++;
        if (it.key >= p->key)
            *p = it;
        last.weight += FIRST;
        order++;
        atomic_store(&inside, 0);
    }
    inlet void count(long unused)
    {
        (void)unused;
        order += 1000;
    }
    for (int i = 0; i < n; i++) {
        keep(spawn make_item(i), n - 1 - i, "item");
        if (i % 8 == 0)
            count(spawn fib(i % 12));
        CHECK(atomic_exchange(&inside, 1) == 0); /* nor beside the function */
        atomic_store(&inside, 0);
    }
    sync;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        CHECK(seen[i] == 1);
        sum += weights[i];
    }
    CHECK(p->key == n - 1);
    CHECK(order == n + (n + 7) / 8 * 1000);
    return sum;
}

/* A tree of which one leaf is looked for: nodes come to be and end. */
static atomic_long n_begun, n_left;

cilk long *look(int depth, long node, long wanted)
{
    long *found = NULL;
    inlet void take(long *result)
    {
        if (result == NULL)
            return;
        if (found == NULL) {
            found = result;
            abort;
        } else {
            free(result);
        }
    }
    n_begun++;
    if (depth == 0) {
        n_left++;
        if (node != wanted)
            return NULL;
        long *leaf = malloc(sizeof *leaf);
        *leaf = node;
        return leaf;
    }
    for (int i = 0; i < 4 && (found == NULL || IS_SERIAL); i++)
        take(spawn look(depth - 1, node * 4 + i, wanted));
    sync;
    n_left++;
    return found;
}

/* Not one that has inlets, between one that aborts and one that is aborted:
 * what it spawned was not delivered, and it must not go on. */
struct node {
    struct node *next;
    long value;
};

cilk struct node *list(long n)
{
    struct node *rest, *own;
    if (n == 0)
        return NULL;
    rest = spawn list(n - 1);
    (void)fib(3);
    sync;
    if (n > 1)
        CHECK(rest->value == n - 1);
    own = malloc(sizeof *own);
    own->next = rest;
    own->value = n;
    return own;
}

static long free_list(struct node *n)
{
    long length = 0;
    while (n) {
        struct node *next = n->next;
        free(n);
        n = next;
        length++;
    }
    return length;
}

static atomic_int n_rounds;

/* Endless unless it is aborted; what its children made is lost then. */
cilk long endless(int i)
{
    if (IS_SERIAL || i == 0) {
        (void)fib(8);
        return 0;
    }
    while (i % 2 == 0) /* it asks */
        if (ucilk_aborted())
            return 7;
    for (;;) {
        struct node *l;
        l = spawn list(5);
        sync;
        CHECK(free_list(l) == 5);
        n_rounds++;
    }
}

cilk long race(int others)
{
    int n_won = 0;
    inlet void win(long r)
    {
        CHECK(r == 0);
        if (n_won++ == 0)
            abort;
    }
    for (int i = others; i >= 0; i--)
        win(spawn endless(i));
    sync;
    CHECK(IS_SERIAL || n_won == 1);
    return n_won;
}

/* The abort of an outer function ends what inner ones are about. */
cilk long outer(int others)
{
    long ended = 0;
    inlet void first(long r)
    {
        CHECK(r == 0 || IS_SERIAL);
        ended++;
        abort;
    }
    if (others > 0) {
        inlet void never(long r)
        {
            ended += r;
        }
        first(spawn endless(1));
        never(spawn race(0));
    } else {
        first(spawn endless(0));
    }
    first(spawn endless(0));
    sync;
    return ended;
}

/* An aborted function does not go on when its child's inlet has not run.  The
 * child ends behind the abort of what is outside, and asks for nothing. */
static atomic_int outside_aborted;

cilk long ends_late(void)
{
    while (!outside_aborted)
        ;
    return 3;
}

cilk long needs_inlet(void)
{
    long got = 0;
    inlet void take(long r)
    {
        got = r;
    }
    take(spawn ends_late());
    sync;
    CHECK(got == 3);
    return got;
}

cilk long drops(void)
{
    long got = 0;
    inlet void ends(long r)
    {
        got += r;
        abort;
        outside_aborted = 1;
    }
    inlet void never(long r)
    {
        got += 100 * r;
    }
    outside_aborted = 0;
    never(spawn needs_inlet());
    ends(spawn fib(2));
    sync;
    return got;
}

/* An aborted strand that asks, and then waits for a future: its parent goes on
 * instead, and has a child that has not ended. */
static ucilk_promise_t gate;
static atomic_int has_begun, has_asked, n_got, n_beyond;

cilk long gets(void)
{
    has_begun = 1;
    while (!ucilk_aborted())
        sched_yield();
    has_asked = 1;
    CHECK(ucilk_future_get(long, ucilk_promise_future(gate)) == 5);
    n_got++;
    return 7;
}

/* An aborted strand that asks, and then has a task that is not aborted. */
cilk long has_future(void)
{
    has_begun = 1;
    while (!ucilk_aborted())
        sched_yield();
    ucilk_future_t f = cilk_future fib(5);
    CHECK(ucilk_future_get(long, f) == 5);
    n_got++;
    return 7;
}

cilk long is_between(long (*below)(void))
{
    long r;
    r = spawn below();
    sync;
    n_beyond++;
    return r;
}

/* The same, and its continuation is stolen before its task ends. */
static atomic_int has_moved;

cilk long waits(void)
{
    while (!has_moved)
        sched_yield();
    return 5;
}

cilk long moves(void)
{
    has_begun = 1;
    while (!ucilk_aborted())
        sched_yield();
    ucilk_future_t f = cilk_future waits();
    has_moved = 1;
    CHECK(ucilk_future_get(long, f) == 5);
    n_got++;
    return 7;
}

/* Its worker has forgotten that it was asked to poll: docs/protocols/lazy.md W4. */
cilk long is_unpromoted(long (*below)(void))
{
    long r;
    while (!has_moved) /* until the parent is stolen */
        sched_yield();
    for (int i = 0; i < 200; i++) {
        r = spawn fib(2);
        sync;
        CHECK(r == 1);
    }
    has_moved = 0;
    r = spawn below();
    sync;
    n_beyond++;
    return r;
}

cilk long asks(void)
{
    long got = 0;
    inlet void never(long r)
    {
        got += r;
    }
    has_begun = has_asked = n_got = n_beyond = 0;
    gate = ucilk_promise_make(long, 1);
    never(spawn is_between(gets));
    while (!has_begun)
        sched_yield();
    abort;
    while (!has_asked)
        sched_yield();
    usleep(200); /* it waits */
    ucilk_promise_set(long, gate, 5);
    sync;
    CHECK(got == 0 && n_got == 1 && n_beyond == 0);
    has_begun = 0;
    never(spawn is_between(has_future));
    while (!has_begun)
        sched_yield();
    abort;
    sync;
    CHECK(got == 0 && n_got == 2 && n_beyond == 0);
    has_begun = has_moved = 0;
    never(spawn is_unpromoted(moves));
    has_moved = 1;
    while (!has_begun)
        sched_yield();
    abort;
    sync;
    CHECK(got == 0 && n_got == 3 && n_beyond == 0);
    return n_got;
}

/* A child reads an array that ends with the function. */
static long n_read;

cilk long reads(const long *a, int n)
{
    usleep(100);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i);
    return n;
}

cilk long lends(int n)
{
    long a[n];
    inlet void take(long r)
    {
        n_read += r;
    }
    for (int i = 0; i < n; i++)
        a[i] = i;
    take(spawn reads(a, n));
    return n;
}

/* The function itself aborts, and goes on. */
cilk long self(int rounds)
{
    long sum = 0, kept = 0;
    inlet void add(long r)
    {
        sum += r;
    }
    inlet void keep(long r)
    {
        kept += r;
    }
    for (int i = 0; i < rounds; i++) {
        add(spawn fib(9));
        add(spawn fib(7));
        abort;
        keep(spawn fib(10));
        sync;
        CHECK(kept == 55 * (i + 1));
    }
    CHECK(sum <= rounds * (34 + 13));
    return kept;
}

/* An inlet that is never called. */
cilk long uncalled(int n)
{
    inlet void add(long r)
    {
        n += (int)r;
    }
    return n;
}

/* One name for the inlets of several blocks. */
cilk long hidden(long n)
{
    long x = 0;
    {
        inlet void add(long r)
        {
            x += r;
        }
        add(spawn fib(5));
    }
    {
        inlet void add(long r)
        {
            x += 100 * r;
        }
        if (n > 0) {
            inlet void add(long r, long factor)
            {
                x += factor * r;
            }
            add(spawn(fib(7)), 10000);
        }
        add(spawn fib(6));
    }
    sync;
    return x;
}

static void put(long *place, long value)
{
    *place = value;
}

/* Futures in such a function; further arguments are what they are before the
 * child runs. */
cilk long with_futures(long n)
{
    long x = 0, v = 3;
    inlet void add(long r, long was)
    {
        x += r * was;
    }
    inlet void put_to(long was)
    {
        x += 1000 * was;
    }
    ucilk_future_t a = cilk_future fib(n), b = cilk_future(2) fib(n + 1);
    put_to(spawn put(&v, 7), v);
    add(spawn fib(ucilk_future_get(long, a)), ucilk_future_get(long, b));
    sync;
    CHECK(v == 7);
    return x + ucilk_future_get(long, b);
}

/* Spawned statements in a file that uses abort: an abort leaves the functions
 * that are generated for them, too. */
static long count(int depth)
{
    if (depth == 0)
        return 1;
    long x = 0, y = 0;
    spawn
    {
        long z;
        z = spawn count(depth - 1);
        x = count(depth - 1);
        sync;
        x += z;
    }
    y = count(depth - 1);
    sync;
    return x + y;
}

/* Its children are aborted by the function around it. */
static int slow(int i)
{
    return count(5) == 243 ? i : -1;
}

static int first_over(int n, int limit)
{
    int found = -1;
    inlet void take(int i)
    {
        if (i > limit && found < 0) {
            found = i;
            abort;
        }
    }
    for (int i = 0; i < n; i++)
        take(spawn slow(i));
    sync;
    return found;
}

int main(void)
{
    long x;
    long *leaf;
    CHECK(returns(12) == 12);
    CHECK(fib((int)scaled(20, 10)) == scaled(6765, 55));
    CHECK(tally(12) == 1200304178);
    for (int i = 1; i < 20; i++)
        CHECK(lends(i) == i);
    CHECK(n_read == 190);
    for (int i = 0; i < scaled(50, 3); i++)
        CHECK(gather(60, 3.0) == 60 * 59 / 4 * 3.0);
    int depth = (int)scaled(7, 4);
    long leaves = 1L << 2 * depth;
    for (int i = 0; i < 10; i++) {
        long wanted = leaves + i * (leaves / 10) + 1;
        leaf = spawn look(depth, 1, wanted);
        sync;
        CHECK(leaf != NULL && *leaf == wanted);
        free(leaf);
    }
    n_begun = n_left = 0;
    leaf = spawn look(depth, 1, 1);
    sync;
    CHECK(leaf == NULL && n_begun == n_left);
    n_begun = 0;
    leaf = spawn look(depth, 1, leaves);
    sync;
    CHECK(*leaf == leaves);
    free(leaf);
    if (!IS_SERIAL && scaled(1, 0)) /* else breadth first */
        CHECK(n_begun < 4 * leaves / 3 * 9 / 10);
    int others = ucilk_nworkers() > 4 ? 3 : (int)ucilk_nworkers() - 1;
    for (int i = 0; i < scaled(30, 4); i++) {
        x = spawn race(others);
        sync;
        CHECK(x >= 1);
        if (others > 0 || IS_SERIAL) {
            x = spawn outer(others);
            sync;
            CHECK(x >= 1);
        }
        if (others > 0 && !IS_SERIAL) {
            x = spawn drops();
            sync;
            CHECK(x == 1);
        }
        if (others > 0 && !IS_SERIAL && i < 4) {
            x = spawn asks();
            sync;
            CHECK(x == 3);
        }
    }
    for (int k = 0; k < 5; k++) {
        CHECK(first_over(10, 3) > 3);
        CHECK(first_over(4, 10) == -1);
        CHECK(count(4) == 81);
    }
    CHECK(uncalled(3) == 3);
    CHECK(hidden(1) == 5 + 100 * 8 + 10000 * 13);
    CHECK(with_futures(6) == 3000 + 21 * 13 + 13);
    CHECK(self((int)scaled(50, 5)) == 55 * scaled(50, 5));
    return 0;
}
