/* Reducers, local and at file scope: the order is that of the elision. */
#include <ucilk/ucilk.h>

#include <string.h>

#include "check.h"

#define TEXT_BYTES 400
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

static void note(char c)
{
    trail.bytes[trail.length++] = c;
}

static long walk(int low, int high)
{
    if (high - low == 1) {
        note((char)('a' + low % 26));
        total += low;
        chosen++;
        if (low > highest)
            highest = low;
        return low;
    }
    int middle = low + (high - low) / 2;
    long x = spawn walk(low, middle);
    note('+');
    long y = spawn walk(middle, high);
    other++;
    sync;
    note(')');
    return x + y;
}

static void at_file_scope(void)
{
    note('[');
    long x = walk(0, 60);
    printf("%ld %ld %ld %d %ld\n", x, total, other, highest, chosen);
    spawn walk(0, 10);
    note('|');
    spawn walk(10, 20);
    note('|');
    sync;
    printf("%.*s\n", (int)trail.length, trail.bytes);
    cilk_for (int i = 0; i < 26; i++)
        note((char)('A' + i));
    cilk_for (int i = 0; i < 3; i++)
        spawn walk(i, i + 2);
    printf("%.*s\n", (int)trail.length, trail.bytes);
}

/* A reducer's address is good up to the next spawn; a destination of a spawn
 * is where its result goes all the same. */
static long rose(long n)
{
    if (n < 2)
        return calls++, n;
    long *by = &by_length[n % 4];
    ++*by;
    other += spawn rose(n - 1);
    calls++;
    by = &by_length[n % 4];
    ++*by;
    total += spawn rose(n - 2);
    by_length[n % 3] += 2;
    sync;
    by = &by_length[n % 4];
    ++*by;
    return n;
}

static void by_address(void)
{
    other = 0;
    long x = spawn rose(14);
    sync;
    printf("%ld %ld %ld %ld %ld %ld\n", x, calls, by_length[0], by_length[1],
           by_length[2], by_length[3]);
    printf("%ld %ld\n", other, total);
}

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
    printf("%ld %d %.*s %ld %ld %ld %ld\n", sum, top, (int)text.length,
           text.bytes, sums[0], sums[1], sums[2], sums[3]);
    cilk_for (int i = 0; i < 10; i++)
#pragma cilk grainsize 1
        cilk_for (int k = 0; k < 5; k++) {
            sum++;
            text.bytes[text.length++] = (char)('0' + (i + k) % 10);
        }
    text.bytes[text.length++] = '.';
    printf("%ld %.*s %ld\n", sum, (int)text.length, text.bytes, unused);
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

int main(void)
{
    at_file_scope();
    by_address();
    in_loops(1000);
    trail.length = 0;
    total = 0;
    printf("%ld\n", with_spawns(10));
    printf("%.*s %ld\n", (int)trail.length, trail.bytes, total);
    write_down(0, 52);
    printf("%.*s\n", (int)book.text.length, book.text.bytes);
    return 0;
}
