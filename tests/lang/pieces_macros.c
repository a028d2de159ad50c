/* Loops in macros: index types, bounds and steps, many captures, loops in loops,
 * and local reducers whose order shows.  Captures of each type, grains and bodies
 * that spawn: tests/fuzz. */
#include <ucilk/macros.h>
#include <ucilk/reducers.h>

#include <limits.h>
#include <string.h>

#include "check.h"

enum { N = 2000 };

static long numbers[N];
static unsigned char hits[N];

/* Every iteration once: all hits are 1 in [0, n), and are cleared. */
static void check_hits(long n)
{
    for (long i = 0; i < N; i++) {
        CHECK(hits[i] == (i < n));
        hits[i] = 0;
    }
}

/* --- Index types --- */

#define HIT(name, T)                                                           \
    cilk_loop(name, (T)i)                                                      \
    {                                                                          \
        hits[i]++;                                                             \
    }
HIT(hit, long)
HIT(hit_int, int)
HIT(hit_unsigned, unsigned)
HIT(hit_char, unsigned char)
HIT(hit_llong, long long)
cilk_loop(hit_above, (unsigned long)i, (unsigned long)base)
{
    hits[i - base]++;
}
cilk_loop(hit_below, (int)i, (int)base)
{
    hits[(long)i - base]++;
}

static void bounds(void)
{
    static const long sizes[] = {0, 1, 2, 3, 7, 8, 9, 100, 1023, 1024, N};
    for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++) {
        cilk_for(hit, 0, sizes[k]);
        check_hits(sizes[k]);
    }
    cilk_for(hit_int, 0, N);
    check_hits(N);
    cilk_for(hit_unsigned, 0, 1025);
    check_hits(1025);
    cilk_for(hit_char, 0, 255);
    check_hits(255);
    cilk_for(hit_llong, 0, 17);
    check_hits(17);
    cilk_for_grain(1000000, hit, 0, N);
    check_hits(N);
    cilk_for(hit, 5, 5);
    cilk_for(hit, 5, -5);
    cilk_for(hit_unsigned, 5, 4);
    check_hits(0);
    cilk_for(hit_above, ULONG_MAX - 1000, ULONG_MAX, ULONG_MAX - 1000);
    check_hits(1000);
    cilk_for(hit_below, INT_MIN, INT_MIN + N, INT_MIN);
    check_hits(N);
    cilk_for(hit_below, INT_MAX - 777, INT_MAX, INT_MAX - 777);
    check_hits(777);
}

/* --- Steps --- */

cilk_loop(hit_part, (long)i, (long)first, (long)step)
{
    CHECK((i - first) % step == 0);
    hits[(i - first) / step]++;
}
cilk_loop(hit_unsigned_part, (unsigned)i, (unsigned)first, (unsigned)step)
{
    hits[step < 1u << 31 ? (i - first) / step : (first - i) / -step]++;
}

static void steps(void)
{
    for (long step = 1; step < 40; step += 13) {
        cilk_for_step(hit_part, -100, 1800, step, -100, step);
        check_hits((1900 + step - 1) / step);
        cilk_for_step(hit_part, 1800, -100, -step, 1800, -step);
        check_hits((1900 + step - 1) / step);
        cilk_for_step(hit_part, 0, -100, step, 0, step);
        check_hits(0);
    }
    cilk_for_step(hit_part, LONG_MIN, LONG_MIN + 1000, 1, LONG_MIN, 1);
    check_hits(1000);
    cilk_for_step(hit_unsigned_part, 10, 4000, 3, 10, 3);
    check_hits(1330);
    cilk_for_step(hit_unsigned_part, 4000, 0, -4, 4000, -4);
    check_hits(1000);
}

/* --- Captures --- */

cilk_loop(many, (int)i, (int)a, (int)b, (int)c, (int)d, (int)e, (int)f, (int)g,
          (int)h, (int)j, (int)k, (int)l, (int)m, (int)n, (int)o, (int)p,
          (int)q, (int)r, (int)s)
{
    numbers[i] = a + b + c + d + e + f + g + h + j + k + l + m + n + o + p + q +
                 r + s + i;
}

static long sum_of(const long *all, long n)
{
    long sum = 0;
    for (long i = 0; i < n; i++)
        sum = sum * 3 + all[i];
    return sum;
}

static void captures(void)
{
    if (numbers[0] == 0)
        cilk_for(many, 0, 100, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
                 16, 17, 18);
    else
        puts("never");
    printf("many %ld\n", sum_of(numbers, 100));
}

/* --- Bodies that spawn, and loops in tasks and in loops --- */

cilk_task(long, fib, (int)n)
{
    if (n < 2)
        return n;
    long x, y;
    spawn_to(x, fib, n - 1);
    y = fib(n - 2);
    sync;
    return x + y;
}

cilk_loop(inner, (int)j, (int)i, (long *)to)
{
    to[50 * i + j] = i * j;
}
cilk_loop(outer, (int)i, (long *)to)
{
    spawn(fib, 5);
    cilk_for(inner, 0, 50, i, to);
}

/* --- Local reducers --- */

#define TEXT_BYTES 700
#include "text.h"

/* A recursion through the loop. */
cilk_declare(long, descend, (int)depth, (int)from);
cilk_reduce_loop(branches, UCILK_SUM(long), (int)k, (long *)sum, (int)depth,
                 (int)from)
{
    *sum += (k + 1) * descend(depth - 1, 3 * from + k);
}
cilk_define(long, descend, (int)depth, (int)from)
{
    if (depth == 0)
        return from;
    long sum = depth;
    cilk_for_grain(1, branches, 0, 3, &sum, depth, from);
    return sum;
}

cilk_reduce_loop(spell, empty, append, (int)i, (struct text *)t, (char)c)
{
    struct text one = {1, {(char)(c + i % 26)}};
    append(t, &one);
    if (i % 10 == 9)
        spawn(fib, 4);
}
cilk_reduce_loop(sum, UCILK_SUM(long), (long)i, (long *)s, (const long *)from)
{
    *s += from[i];
}
cilk_reduce_loop(tally, UCILK_SUM(long), (unsigned)i, (long *)s)
{
    if (i % 3 == 0)
        return;
    long more = 0;
    cilk_for(sum, 0, 10, &more, numbers);
    *s += more;
}

static void reducers(void)
{
    struct text t = {2, "->"};
    cilk_for(spell, 0, 300, &t, 'a');
    cilk_for_grain(1, spell, 0, 52, &t, 'A');
    cilk_for_step(spell, 100, 0, -4, &t, 'A');
    cilk_for(spell, 0, 0, &t, 'A');
    printf("%.*s\n", (int)t.length, t.bytes);
    long s = 7;
    cilk_for(sum, 0, N, &s, numbers);
    printf("sum %ld\n", s);
    cilk_for(tally, 0, 30, &s);
    printf("tally %ld\n", s);
}

/* Loops beside tasks. */
cilk_task(void, mixed, (int)n)
{
    long x, y;
    spawn_to(x, descend, n, 1);
    struct text t = {0, ""};
    cilk_for(spell, 0, 100, &t, 'a');
    spawn_to(y, fib, 9);
    cilk_for(inner, 0, 50, n, numbers);
    sync;
    printf("mixed %ld %ld %.*s\n", x, y, (int)t.length, t.bytes);
}

cilk_define(int, main)
{
    bounds();
    steps();
    captures();
    cilk_for(outer, 0, 20, numbers);
    printf("outer %ld\n", sum_of(numbers, N));
    printf("descend %ld\n", descend(4, 1));
    reducers();
    spawn(mixed, 2);
    sync;
    mixed(3);
    return 0;
}
