/* Reducers that are locals, in heap memory, members and elements, through
 * pointers, in macros: the order is that of the elision. */
#include <ucilk/macros.h>
#include <ucilk/reducers.h>

#include <string.h>

#include "check.h"

#define TEXT_BYTES 1000
#include "text.h"

#define TEXT(p) cilk_view_at(p, empty, append)
#define SUM(p) cilk_view_at(p, UCILK_SUM(long))

cilk_static_reducer(struct text, global, empty, append, {1, "g"});

static void say(struct text *t, char c)
{
    TEXT(t).bytes[TEXT(t).length++] = c;
}

/* Somebody else's, through pointers, at every level. */
cilk_task(void, walk, (struct text *) t, (long *) sums, (int)low, (int)high)
{
    if (high - low == 1) {
        say(t, (char)('a' + low % 26));
        SUM(&sums[low % 5]) += low;
        return;
    }
    int middle = low + (high - low) / 2;
    spawn(walk, t, sums, low, middle);
    say(t, '+');
    spawn(walk, t, sums, middle, high);
    say(t, ')');
}

/* One of its own at each level, at the same addresses. */
cilk_task(void, levels, (int)depth, (struct text *) above)
{
    cilk_local_reducer(struct text, own, empty, append, {0, ""});
    long sums[5] = {0};
    ucilk_reducers_begin(sums, sizeof sums);
    if (depth > 0) {
        spawn(levels, depth - 1, cilk_reducer_address(own));
        say(cilk_reducer_address(own), (char)('0' + depth));
        spawn(walk, cilk_reducer_address(own), sums, 0, 2);
        say(above, '.');
    }
    sync;
    ucilk_reducers_end(sums, sizeof sums);
    append(&TEXT(above), &cilk_view(own));
}

/* What ends without a sync waits for the children. */
cilk_task(void, returns, (int)n, (struct text *) above)
{
    cilk_local_reducer(struct text, first, empty, append, {1, "1"});
    cilk_local_reducer(struct text, second, empty, append, {1, "2"});
    for (int i = 0; i < n; i++) {
        cilk_scope;
        cilk_local_reducer(struct text, inner, empty, append, {1, "i"});
        spawn(levels, 2, cilk_reducer_address(inner));
        say(cilk_reducer_address(inner), '!');
        spawn(levels, 1, cilk_reducer_address(second));
        say(cilk_reducer_address(first), '?');
        sync;
        append(&cilk_view(first), &cilk_view(inner));
    }
    append(&cilk_view(first), &cilk_view(second));
    append(&TEXT(above), &cilk_view(first));
    spawn(levels, 1, cilk_reducer_address(second));
}

/* The same memory again and again. */
cilk_task(long, in_heap, (int)depth, (struct text *) text)
{
    long *sums = calloc(5, sizeof *sums);
    ucilk_reducers_begin(sums, 5 * sizeof *sums);
    long below = 0;
    spawn(walk, text, sums, depth, depth + 4);
    SUM(sums) += 1;
    if (depth > 0)
        spawn_to(below, in_heap, depth - 1, text);
    spawn(walk, text, sums, 0, 3);
    sums == 0 ? (void)0 : (void)(SUM(&sums[1]) += 2);
    sync;
    for (int i = 0; i < 5; i++)
        below = 7 * below + sums[i];
    ucilk_reducers_end(sums, 5 * sizeof *sums);
    free(sums);
    return below;
}

cilk_loop(each, (int)i, (struct text *) text, (long *) sums)
{
    SUM(&sums[i % 100]) += i;
    if (i % 9 == 0)
        say(text, (char)('A' + i % 26));
    if (i % 50 == 0)
        spawn(walk, text, sums, i, i + 2);
}

/* The destination of a spawn. */
cilk_task(long, count, (int)n, (long *) to)
{
    if (n < 2)
        return SUM(to) += 2, n;
    cilk_local_reducer(long, here, UCILK_SUM(long), 1);
    spawn_add(cilk_view(here), count, n - 1, cilk_reducer_address(here));
    spawn_add(SUM(to), count, n - 2, to);
    cilk_view(here) += 3;
    sync;
    return cilk_view(here);
}

/* No task itself. */
static long plain(struct text *t)
{
    cilk_scope;
    cilk_local_reducer(long, total, UCILK_SUM(long), 5);
    spawn(walk, t, cilk_reducer_address(total), 0, 1);
    cilk_view(total)++;
    sync;
    return cilk_view(total);
}

cilk_define(int, main)
{
    for (int round = 0; round < 3; round++) {
        cilk_local_reducer(struct text, text, empty, append, {1, "["});
        struct text *t = cilk_reducer_address(text);
        long sums[100] = {(long)round};
        spawn(walk, t, sums, 0, 30);
        say(t, '/');
        walk(t, sums, 3, 10);
        sync;
        levels(4, t);
        spawn(levels, 3, t);
        say(t, '|');
        spawn(returns, 2, t);
        sync;
        printf("%.*s %ld %ld %ld\n", (int)cilk_view(text).length,
               cilk_view(text).bytes, sums[0], sums[1], sums[4]);
        cilk_view(text).length = 0;
        cilk_for(each, 0, 300, t, sums);
        long x = in_heap(5, t);
        printf("%.*s %ld %ld %ld\n", (int)cilk_view(text).length,
               cilk_view(text).bytes, sums[0], sums[99], x);
        long y;
        spawn_to(y, count, 9, sums);
        say(cilk_reducer_address(global), '*');
        sync;
        printf("%ld %ld %ld\n", y, sums[0], plain(t));
    }
    printf("%.*s\n", (int)cilk_view(global).length, cilk_view(global).bytes);
    return 0;
}
