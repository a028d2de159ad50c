/* Reducers that are locals, in heap memory, members and elements, through
 * pointers: the order is that of the elision. */
#include <ucilk/ucilk.h>

#include <string.h>

#include "check.h"
#include "views.h"

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

#ifndef UCILK_MACROS_H
typedef struct text cilk_reducer(empty, append) trail_t;
typedef struct map cilk_reducer(same, compose) map_t;
typedef long UCILK_SUM(long) sum_t;
#define TRAIL(NAME, ...) trail_t NAME = {__VA_ARGS__}
#define MAP(NAME, ...) map_t NAME = {__VA_ARGS__}
#define SUM(NAME, ...) sum_t NAME = __VA_ARGS__
#define ADDRESS(NAME) &NAME
#define TRAIL_AT(p) (*p)
#define MAP_AT(p) (*p)
#define SUM_AT(p) (*p)
#else
typedef struct text trail_t;
typedef struct map map_t;
typedef long sum_t;
#define TRAIL(NAME, ...) cilk_local_reducer(trail_t, NAME, empty, append, {__VA_ARGS__})
#define MAP(NAME, ...) cilk_local_reducer(map_t, NAME, same, compose, {__VA_ARGS__})
#define SUM(NAME, ...) cilk_local_reducer(long, NAME, UCILK_SUM(long), __VA_ARGS__)
#define ADDRESS(NAME) cilk_reducer_address(NAME)
#define TRAIL_AT(p) cilk_view_at(p, empty, append)
#define MAP_AT(p) cilk_view_at(p, same, compose)
#define SUM_AT(p) cilk_view_at(p, UCILK_SUM(long))
#endif

static void then(map_t *m, unsigned a, unsigned b)
{
    struct map next = {a, b};
    compose(&MAP_AT(m), &next);
}

static void say(trail_t *t, char c)
{
    TRAIL_AT(t).bytes[TRAIL_AT(t).length++] = c;
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
    MAP_AT(m).b += 3;
    spawn walk(t, m, middle, high);
    say(t, ')');
    sync;
    say(t, '.');
}

/* A reducer of its own at each level, at the same addresses again and again;
 * what is left of it goes into the one above. */
static unsigned levels(int depth, map_t *above)
{
    MAP(own, 2, (unsigned)depth);
    if (depth > 0) {
        spawn levels(depth - 1, ADDRESS(own));
        then(ADDRESS(own), 5, 1);
        spawn levels(depth - 2, ADDRESS(own));
        then(above, 1, (unsigned)depth);
        VIEW(own).b++;
    }
    sync;
    then(above, VIEW(own).a, VIEW(own).b);
    return VIEW(own).b;
}

/* In a block in the middle of children, in a loop, unsynced at its end. */
static void blocks(trail_t *t, int n)
{
    long sum = 0;
    MAP(first, 1, 2);
    for (int i = 0; i < n; i++) {
        spawn walk(t, ADDRESS(first), i, i + 2);
        cilk_scope {
            TRAIL(inner, 1, "(");
            MAP(unused, 1, 1);
            MAP(last, VIEW(unused).a, 7);
            spawn walk(ADDRESS(inner), ADDRESS(last), i, i + 3);
            say(ADDRESS(inner), '|');
            spawn walk(ADDRESS(inner), ADDRESS(unused), i, i + 1);
            sync;
            sum += VIEW(last).b + VIEW(unused).b;
            append(&TRAIL_AT(t), &VIEW(inner));
        }
        say(t, ';');
    }
    sync;
    printf("%ld %u\n", sum, VIEW(first).b);
}

/* Each block ends before anybody has synced. */
static void ends(trail_t *t, map_t *m, int n)
{
    for (int i = 0; i < n; i++) {
#ifdef UCILK_MACROS_H
        cilk_scope;
#endif
        TRAIL(inner, 1, "{");
        spawn walk(ADDRESS(inner), m, i, i + 3);
        say(ADDRESS(inner), '}');
        say(t, '0');
        spawn walk(t, m, 0, i + 1);
        say(ADDRESS(inner), '!');
        if (i == 3)
            continue;
        say(t, '1');
    }
}

/* The destination of spawns, named and behind a pointer. */
static long into(int n, sum_t *to)
{
    SUM(here, 1);
    if (n < 2)
        return SUM_AT(to) += 2, n;
    VIEW(here) += spawn into(n - 1, ADDRESS(here));
    SUM_AT(to) += spawn into(n - 2, to);
    VIEW(here) += 3;
    sync;
    return VIEW(here);
}

#ifndef UCILK_MACROS_H
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
    CHECK(total == 499720 && hash(&text) == 731373830u);
    CHECK(map.a + map.b == 3199838108u);
    CHECK(sums[0] == 99501 && sums[2] == 99903 && sums[4] == 100305);
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

static unsigned long hundred(void)
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
    return sum;
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

#else
/* In memory from calloc; destinations of spawns there. */
static unsigned in_heap(int depth, trail_t *t)
{
    unsigned below = 0;
    long *sums = calloc(5, sizeof *sums);
    ucilk_reducers_begin(sums, 5 * sizeof *sums);
    SUM_AT(sums) += 1;
    if (depth > 0)
        below = spawn in_heap(depth - 1, t);
    for (int i = 0; i < 9; i++)
        SUM_AT(&sums[i % 5]) += spawn into(i % 4, &sums[i % 3]);
    say(t, 'h');
    sums == 0 ? (void)0 : (void)(SUM_AT(&sums[1]) += 2);
    sync;
    for (int i = 0; i < 5; i++)
        below = 7 * below + (unsigned)sums[i];
    ucilk_reducers_end(sums, 5 * sizeof *sums);
    free(sums);
    return below;
}
#endif

int main(void)
{
    int round;
    for (round = 0; round < 3; round++) {
        cilk_scope {
            TRAIL(trail, 1, "[");
            MAP(map, 1, (unsigned)round);
            spawn walk(ADDRESS(trail), ADDRESS(map), 0, 40);
            say(ADDRESS(trail), '/');
            walk(ADDRESS(trail), ADDRESS(map), 3, 10);
            sync;
            show("walk", &VIEW(trail), &VIEW(map));
        }
    }
    MAP(above, 1, 0);
    TRAIL(trail, 0, "");
    unsigned x = spawn levels(8, ADDRESS(above));
    sync;
    printf("levels %u %u %u\n", x, VIEW(above).a, VIEW(above).b);
    blocks(ADDRESS(trail), 8);
    show("blocks", &VIEW(trail), &VIEW(above));
    VIEW(trail).length = 0;
    spawn ends(ADDRESS(trail), ADDRESS(above), 6);
    say(ADDRESS(trail), '=');
    ends(ADDRESS(trail), ADDRESS(above), 2);
    sync;
    show("ends", &VIEW(trail), &VIEW(above));
    VIEW(trail).length = 0;
    x = spawn in_heap(6, ADDRESS(trail));
    sync;
    SUM(sum, 0);
    long y = spawn into(9, ADDRESS(sum));
    sync;
    printf("%ld %ld\n", y, VIEW(sum));
#ifndef UCILK_MACROS_H
    CHECK(x == 2218059225u && hash(&trail) == 1032715082u);
    loops(1000);
    CHECK(hundred() == 11087957017936974009u && addresses() == 1150);
#endif
    return 0;
}
