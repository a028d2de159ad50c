/* Reducers, local and at file scope: the order is that of the elision. */
#include <ucilk/ucilk.h>

#include <string.h>

#include "check.h"
#include "views.h"

#define TEXT_BYTES 6000
#include "text.h"

static void zero(void *view)
{
    *(long *)view = 0;
}

static void plus(void *left, void *right)
{
    *(long *)left += *(long *)right;
}

static void least(void *view)
{
    *(int *)view = -1000;
}

static void max(void *left, void *right)
{
    if (*(int *)right > *(int *)left)
        *(int *)left = *(int *)right;
}

static void zeros(void *view)
{
    memset(view, 0, 4 * sizeof(long));
}

static void plus_all(void *left, void *right)
{
    for (int i = 0; i < 4; i++)
        ((long *)left)[i] += ((long *)right)[i];
}

typedef long four[4]; /* one reducer; without the typedef it were four */
#ifndef UCILK_MACROS_H
extern struct text cilk_reducer(empty, append) trail;
long cilk_reducer(zero, plus) total = 3, other;
static int cilk_reducer(least, max) highest = -5;
struct text cilk_reducer(empty, append) trail = {1, "^"};
four cilk_reducer(zeros, plus_all) array;
__attribute__((unused)) static volatile long cilk_reducer(zero, plus) calls;
static four cilk_reducer(zeros, plus_all) by_length = {1, 2, 3, 4};
static void (*begin)(void *) = zero;
static long cilk_reducer(begin, _Generic(0l, long : plus, default : max)) chosen = 7;

/* In the declaration of its struct. */
static struct book {
    struct text text;
} __attribute__((aligned(16))) cilk_reducer(empty, append) book;
#else
cilk_reducer_declare(struct text, trail);
cilk_reducer(struct text, trail, empty, append, {1, "^"});
cilk_reducer(long, total, zero, plus, 3);
cilk_static_reducer(long, other, zero, plus, 0);
cilk_static_reducer(int, highest, least, max, -5);
cilk_static_reducer(long, calls, zero, plus, 0);
cilk_static_reducer(four, by_length, zeros, plus_all, {1, 2, 3, 4});
cilk_static_reducer(long, chosen, zero, plus, 7);
#endif

static void note(char c)
{
    VIEW(trail).bytes[VIEW(trail).length++] = c;
}

static void show(void)
{
    printf("%.*s\n", (int)VIEW(trail).length, VIEW(trail).bytes);
    VIEW(trail).length = 0;
}

static long walk(int low, int high)
{
    if (high - low == 1) {
        note((char)('a' + low % 26));
        VIEW(total) += low;
        VIEW(chosen)++;
        if (low > VIEW(highest))
            VIEW(highest) = low;
        return low;
    }
    int middle = low + (high - low) / 2;
    long x = spawn walk(low, middle);
    note('+');
    long y = spawn walk(middle, high);
    VIEW(other)++;
    sync;
    note(')');
    return x + y;
}

static void at_file_scope(void)
{
    note('[');
    long x = walk(0, 60);
    printf("%ld %ld %ld %d %ld\n", x, VIEW(total), VIEW(other), VIEW(highest),
           VIEW(chosen));
    spawn walk(0, 10);
    note('|');
    spawn walk(10, 20);
    note('|');
    sync;
    show();
#ifndef UCILK_MACROS_H
    cilk_for (int i = 0; i < 26; i++)
        note((char)('A' + i));
    cilk_for (int i = 0; i < 3; i++)
        spawn walk(i, i + 2);
    sync;
    CHECK(hash(&trail) == 1543628576u);
    trail.length = 0;
#endif
}

/* Children of one frame, joined in several syncs, in a scope, and at the return. */
static void many(int n)
{
    for (int i = 0; i < n; i++) {
        spawn walk(i, i + 1);
        if (i % 5 == 4)
            sync;
        if (i % 7 == 6)
            note('.');
    }
    spawn walk(25, 26);
    cilk_scope {
        spawn walk(3, 5);
        note('-');
        spawn walk(4, 5);
    }
    note('!');
}

static void deep(int n)
{
    if (n == 0)
        return;
    note('d');
    spawn deep(n - 1);
    VIEW(total) += n;
}

/* A reducer's address is good up to the next spawn; a destination of a spawn
 * is where its result goes all the same. */
static long rose(long n)
{
    if (n < 2)
        return VIEW(calls)++, n;
    long *by = &VIEW(by_length)[n % 4];
    ++*by;
    VIEW(other) += spawn rose(n - 1);
    VIEW(calls)++;
    by = &VIEW(by_length)[n % 4];
    ++*by;
    VIEW(total) += spawn rose(n - 2);
    VIEW(by_length)[n % 3] += 2;
    sync;
    by = &VIEW(by_length)[n % 4];
    ++*by;
    return n;
}

static void by_address(void)
{
    VIEW(other) = VIEW(total) = 0;
    long x = spawn rose(14);
    sync;
    long *by = VIEW(by_length);
    printf("%ld %ld %ld %ld %ld %ld\n", x, VIEW(calls), by[0], by[1], by[2],
           by[3]);
    printf("%ld %ld\n", VIEW(other), VIEW(total));
}

#ifndef UCILK_MACROS_H
static void in_loops(int n)
{
    long cilk_reducer(zero, plus) sum = 100, unused = 1;
    int cilk_reducer(least, max) top = -7;
    struct text cilk_reducer(empty, append) text = {2, ">>"};
    four cilk_reducer(zeros, plus_all) sums = {1, 2, 3, 4};
    cilk_for (int i = 0; i < n; i++) {
        sum += i;
        if (i % 17 > top)
            top = i % 17;
        sums[i % 4]++;
        if (i % 5 == 0)
            text.bytes[text.length++] = (char)('a' + i % 26);
    }
    CHECK(sum == 499600 && top == 16 && unused == 1);
    CHECK(hash(&text) == 1151651704u);
    CHECK(sums[0] == 251 && sums[1] == 252 && sums[3] == 254);
    cilk_for (int i = 0; i < 10; i++)
#pragma cilk grainsize 1
        cilk_for (int k = 0; k < 5; k++) {
            sum++;
            text.bytes[text.length++] = (char)('0' + (i + k) % 10);
        }
    text.bytes[text.length++] = '.';
    CHECK(sum == 499650 && hash(&text) == 219365482u);
}

static long with_spawns(int n)
{
    long cilk_reducer(zero, plus) sum = 0;
    for (int i = 0; i < n; i++) {
        spawn walk(i, i + 3);
        sum += i;
    }
    sync;
    cilk_for (int i = 0; i < n; i++) {
        long x = spawn walk(i, i + 2);
        sum += i;
        sync;
        sum += x;
    }
    return sum;
}

static void write_down(int low, int high)
{
    if (high - low == 1) {
        book.text.bytes[book.text.length++] = (char)('a' + low % 26);
        return;
    }
    int middle = low + (high - low) / 2;
    cilk_spawn write_down(low, middle);
    write_down(middle, high);
    cilk_sync;
}
#endif

int main(void)
{
    at_file_scope();
    many(40);
    spawn many(13);
    many(14);
    sync;
    show();
    spawn deep(500);
    VIEW(other)++;
    sync;
    show();
    by_address();
#ifndef UCILK_MACROS_H
    in_loops(1000);
    total = 0;
    CHECK(with_spawns(10) == 190 && total == 265 && hash(&trail) == 3308194189u);
    write_down(0, 52);
    CHECK(hash(&book.text) == 1292168014u);
#endif
    return 0;
}
