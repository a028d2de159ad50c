/* Reducers at file scope, in macros: order, addresses, linkage, results of
 * spawns into them, joins of every kind. */
#include <ucilk/macros.h>

#include <string.h>

#include "check.h"

#define TEXT_BYTES 2000
#include "text.h"
static void zeros(void *view)
{
    memset(view, 0, 4 * sizeof(long));
}
static void plus_all(void *left, void *right)
{
    for (int i = 0; i < 4; i++)
        ((long *)left)[i] += ((long *)right)[i];
}

/* x -> a x + b, composed: associative, and in order. */
struct map {
    unsigned long a, b;
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

typedef long four[4];
cilk_reducer_declare(struct text, trail);
cilk_reducer(struct text, trail, empty, append, {1, "<"});
cilk_static_reducer(four, counts, zeros, plus_all, {1, 2, 3, 4});
cilk_static_reducer(struct map, map, same, compose, {1, 5});
static long plain; /* not a reducer, beside them */

static void say(const char *words)
{
    struct text one = {(unsigned)strlen(words), ""};
    memcpy(one.bytes, words, one.length);
    append(&cilk_view(trail), &one);
}

static void apply(unsigned long a, unsigned long b)
{
    struct map m = {a, b};
    compose(&cilk_view(map), &m);
}

static void show(const char *name)
{
    printf("%s: %.*s| %ld %ld %ld %ld | %lu %lu\n", name,
           (int)cilk_view(trail).length, cilk_view(trail).bytes,
           cilk_view(counts)[0], cilk_view(counts)[1], cilk_view(counts)[2],
           cilk_view(counts)[3], cilk_view(map).a, cilk_view(map).b);
    empty(&cilk_view(trail));
}

cilk_task(int, leaf, (int)n)
{
    char c[2] = {(char)('a' + n % 26), 0};
    say(c);
    apply(3, (unsigned long)n);
    cilk_view(counts)[n % 4]++;
    return n;
}

/* Before, between and after two children, with addresses that are good up to
 * the next spawn. */
cilk_task(int, tree, (int)depth, (int)name)
{
    struct map *m = &cilk_view(map);
    if (depth == 0)
        return leaf(name);
    int x, y;
    say("(");
    m->b++;
    spawn_to(x, tree, depth - 1, 2 * name);
    say(",");
    m = &cilk_view(map);
    long *c = cilk_view(counts);
    m->b += 3;
    c[1]++;
    spawn_to(y, tree, depth - 1, 2 * name + 1);
    say(";");
    cilk_view(counts)[2]++;
    sync;
    m = &cilk_view(map);
    m->a *= 5, m->b *= 5;
    say(")");
    return x + y;
}

/* Children of one frame, joined in several syncs, and at the return. */
cilk_task(void, many, (int)n)
{
    for (int i = 0; i < n; i++) {
        spawn(leaf, i);
        if (i % 5 == 4)
            sync;
        if (i % 7 == 6)
            say(".");
    }
    spawn(leaf, 25);
    say("!");
}

/* The destination of a spawn is a reducer that the child updates too. */
cilk_task(long, count, (int)n)
{
    cilk_view(counts)[3] += n;
    return 10 * n;
}
cilk_task(void, into, (int)n)
{
    for (int i = 0; i < n; i++) {
        spawn_add(cilk_view(counts)[3], count, i);
        spawn(leaf, i);
    }
}

/* A scope whose join comes while the function's children are outstanding. */
cilk_task(void, nested, (int)depth)
{
    if (depth == 0)
        return;
    spawn(nested, depth - 1);
    say("{");
    {
        cilk_scope;
        spawn(leaf, depth);
        say("-");
        spawn(leaf, depth + 1);
    }
    say("}");
    sync;
    spawn(leaf, depth + 2);
}

cilk_reduce_loop(both, empty, append, (int)i, (struct text *)t)
{
    struct text one = {1, {(char)('A' + i % 26)}};
    append(t, &one);
    leaf(i);
    if (i % 8 == 0)
        spawn(leaf, i + 1);
}

cilk_task(void, deep, (int)n)
{
    if (n == 0)
        return;
    say("d");
    spawn(deep, n - 1);
    apply(7, (unsigned long)n);
}

cilk_define(int, main)
{
    show("at first");
    leaf(3);
    show("a call");
    for (int round = 0; round < 3; round++) {
        int x;
        spawn_to(x, tree, 5, 1);
        say("main");
        sync;
        printf("%d ", x);
        show("tree");
    }
    many(40);
    show("many");
    spawn(many, 13);
    spawn(many, 14);
    sync;
    show("two of many");
    spawn(into, 30);
    say("beside");
    into(5);
    sync;
    show("into");
    nested(6);
    show("nested");
    struct text t = {0, ""};
    cilk_for(both, 0, 200, &t);
    printf("%.*s\n", (int)t.length, t.bytes);
    show("loop");
    spawn(deep, 500);
    plain++;
    sync;
    show("deep");
    CHECK(plain == 1);
    return 0;
}
