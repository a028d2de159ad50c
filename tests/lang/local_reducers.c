/* Reducers that are locals, in heap memory, members and elements, through
 * pointers: the order is that of the elision. */
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

#include <string.h>

#include "check.h"

#define TEXT_BYTES 1000
#include "text.h"

/* x -> a x + b, composed: in order. */
struct map {
    unsigned a, b;
};

static void same(void *view)
{
    *(struct map *)view = (struct map){1, 0};
}

static void compose(void *left, void *right)
{
    struct map *l = left;
    const struct map *r = right;
    *l = (struct map){l->a * r->a, l->b * r->a + r->b};
}

typedef struct text cilk_reducer(empty, append) trail_t;
typedef struct map cilk_reducer(same, compose) map_t;

static void then(map_t *m, unsigned a, unsigned b)
{
    struct map next = {a, b};
    compose(&*m, &next);
}

static void say(struct text cilk_reducer(empty, append) *t, char c)
{
    t->bytes[t->length++] = c;
}

static void show(const char *name, const struct text *t, const struct map *m)
{
    printf("%s %.*s %u %u\n", name, (int)t->length, t->bytes, m->a, m->b);
}

/* Main's, through pointers, at every level. */
static void walk(trail_t *t, map_t *m, int low, int high)
{
    if (high - low == 1) {
        say(t, (char)('a' + low % 26));
        then(m, 3, (unsigned)low);
        return;
    }
    int middle = low + (high - low) / 2;
    spawn walk(t, m, low, middle);
    say(t, '+');
    m->b += 3;
    spawn walk(t, m, middle, high);
    (*t).bytes[t->length] = ')';
    (*t).length++;
    sync;
    say(t, '.');
}

/* A reducer of its own at each level, at the same addresses again and again;
 * what is left of it goes into the one above. */
static unsigned levels(int depth, map_t *above)
{
    struct map cilk_reducer(same, compose) own = {2, (unsigned)depth};
    if (depth > 0) {
        spawn levels(depth - 1, &own);
        then(&own, 5, 1);
        spawn levels(depth - 2, &own);
        then(above, 1, (unsigned)depth);
        own.b++;
    }
    sync;
    then(above, own.a, own.b);
    return own.b;
}

/* In a block in the middle of children, in a loop, unsynced at its end. */
static void blocks(trail_t *t, int n)
{
    long sum = 0;
    map_t first = {1, 2};
    for (int i = 0; i < n; i++) {
        spawn walk(t, &first, i, i + 2);
        cilk_scope {
            trail_t inner = {1, "("};
            map_t unused = {1, 1}, last = {unused.a, 7};
            spawn walk(&inner, &last, i, i + 3);
            say(&inner, '|');
            spawn walk(&inner, &unused, i, i + 1);
            cilk_sync;
            sum += last.b + unused.b;
            append(&*t, &inner);
        }
        say(t, ';');
    }
    sync;
    printf("%ld %u\n", sum, first.b);
}

/* Each block ends before anybody has synced. */
static void ends(trail_t *t, map_t *m, int n)
{
    for (int i = 0; i < n; i++) {
        trail_t inner = {1, "{"};
        spawn walk(&inner, m, i, i + 3);
        say(&inner, '}');
        say(t, '0');
        spawn walk(t, m, 0, i + 1);
        say(&inner, '!');
        if (i == 3)
            continue;
        say(t, '1');
    }
}

static void loops(int n)
{
    trail_t text = {1, "<"};
    map_t map = {1, 1};
    long UCILK_SUM(long) sums[5] = {1, 2, 3, 4, 5}, total = 0;
    cilk_for (int i = 0; i < n; i++) {
        total += i;
        sums[i % 5] += i;
        then(&map, 3, (unsigned)i);
        if (i % 7 == 0)
            say(&text, (char)('a' + i % 26));
    }
#pragma cilk grainsize 1
    cilk_for (int i = 0; i < 10; i++) {
        trail_t line = {0, ""};
        cilk_for (int k = 0; k < 6; k++) {
            line.bytes[line.length++] = (char)('0' + (i + k) % 10);
            spawn walk(&text, &map, k, k + 1);
            total++;
        }
        total += line.length;
        append(&text, &line);
    }
    total += 100;
    show("loops", &text, &map);
    printf("%ld %ld %ld %ld %ld %ld\n", total, sums[0], sums[1], sums[2],
           sums[3], sums[4]);
}

/* In memory from malloc, which comes back at the same address. */
struct node {
    int key;
    struct {
        map_t map;
        trail_t *trail;
    } in;
    long UCILK_MAX(long) most[3];
};

static void fill(struct node *n, int low, int high)
{
    if (high - low == 1) {
        then(&n->in.map, 3, (unsigned)low);
        if (low > n->most[low % 3])
            n->most[low % 3] = low;
        n->in.trail->bytes[n->in.trail->length++] = (char)('A' + low % 26);
        return;
    }
    spawn fill(n, low, low + (high - low) / 2);
    n->in.map.b += n->key;
    fill(n, low + (high - low) / 2, high);
}

static unsigned in_heap(int depth, trail_t *trail)
{
    struct node *n = malloc(sizeof *n);
    ucilk_reducers_begin(n, sizeof *n);
    *n = (struct node){.key = depth, .in = {{1, 1}, trail}};
    spawn fill(n, depth, depth + 3);
    if (depth > 0) {
        unsigned below = spawn in_heap(depth - 1, trail);
        spawn fill(n, 0, 2);
        sync;
        n->in.map.a += below;
    }
    sync;
    unsigned result = n->in.map.a * 31 + n->in.map.b + (unsigned)n->most[0] +
                      (unsigned)n->most[2];
    ucilk_reducers_end(n, sizeof *n);
    free(n);
    return result;
}

/* Many at once. */
static void each(long UCILK_SUM(long) *all, int n, int low, int high)
{
    if (high - low == 1) {
        for (int i = 0; i < n; i++)
            all[i * low % n] += i;
        return;
    }
    spawn each(all, n, low, low + (high - low) / 2);
    each(all, n, low + (high - low) / 2, high);
}

static void hundred(void)
{
    long UCILK_SUM(long) all[100] = {5}, *at = &all[7];
    long UCILK_SUM(long) more[10];
    for (int i = 0; i < 10; i++)
        more[i] = i;
    spawn each(all, 100, 1, 40);
    ++*at;
    spawn each(more, 10, 0, 9);
    at[2]++;
    *(at + 3) += 2;
    sync;
    unsigned long sum = 0;
    for (int i = 0; i < 100; i++)
        sum = sum * 31 + (unsigned long)all[i];
    for (int i = 0; i < 10; i++)
        sum = sum * 31 + (unsigned long)more[i];
    printf("%lu\n", sum);
}

/* The destination of spawns, named and behind a pointer. */
static long into(int n, long UCILK_SUM(long) *to)
{
    long UCILK_SUM(long) here = 1;
    static long UCILK_SUM(long) kept = 0;
    if (n < 2)
        return *to += 2, n;
    here += spawn into(n - 1, &here);
    kept++;
    *to += spawn into(n - 2, to);
    here += 3;
    *to -= kept - kept;
    sync;
    return here;
}

/* An address of the view, and one of the reducer. */
static long addresses(void)
{
    long UCILK_SUM(long) x = 1;
    long *view = &x;
    *view += 10;
    struct { long *view; long UCILK_SUM(long) *key; } both = {&x, &x};
    *both.key += 100;
    spawn into(3, &x);
    view = &x;
    ++*view;
    spawn into(4, both.key);
    struct { long UCILK_SUM(long) *key[2]; long *view; } named[2] =
        {[1] = {.view = &x, .key[1] = &x, .key[0] = both.key}};
    *named[1].view += 1000;
    spawn into(5, named[1].key[1]);
    sync;
    return x + (both.key == &x) + (named[1].key[1] == &x) + (long)sizeof x;
}

int main(void)
{
    int round;
    for (round = 0; round < 3; round++) {
        trail_t trail = {1, "["};
        map_t map = {1, (unsigned)round};
        spawn walk(&trail, &map, 0, 40);
        say(&trail, '/');
        walk(&trail, &map, 3, 10);
        sync;
        show("walk", &trail, &map);
    }
    map_t above = {1, 0};
    unsigned x = spawn levels(8, &above);
    sync;
    printf("levels %u %u %u\n", x, above.a, above.b);
    trail_t trail = {0, ""};
    blocks(&trail, 8);
    show("blocks", &trail, &above);
    loops(1000);
    trail.length = 0;
    spawn ends(&trail, &above, 6);
    say(&trail, '=');
    ends(&trail, &above, 2);
    sync;
    show("ends", &trail, &above);
    trail.length = 0;
    x = spawn in_heap(6, &trail);
    sync;
    show("heap", &trail, &(struct map){x, x});
    hundred();
    long UCILK_SUM(long) sum = 0;
    long y = spawn into(9, &sum);
    sync;
    printf("%ld %ld %ld\n", y, sum, addresses());
    return 0;
}
