/*
 * What a variable, a parameter and a type can look like: arrays of variable
 * length, const members, types without a name or local to a function,
 * attributes, alignment.
 */
#include <alloca.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucilk/ucilk.h>

#include "check.h"

struct fixed {
    const long a;
    const char text[8];
    struct {
        const int inner;
    };
};
typedef struct {
    const double x, y;
} point;
typedef int row[4];
typedef const struct fixed constant;
typedef const long long_const;
typedef const point const_point;
typedef union {
    const long l;
    double d;
} either;
enum { LOW = -3, HIGH = 4 };
static enum { IDLE, BUSY } state;
static struct {
    long a, b;
} nameless;

static long same(long n)
{
    return n;
}

static struct fixed make(long a)
{
    return (struct fixed){a, "abcdefg", {3}};
}

static long sum(struct fixed f, constant g, int n)
{
    return f.a + g.a + f.text[n] + g.inner;
}

static point turn(point p)
{
    return (point){p.y, p.x};
}

static either as_either(either e, long add)
{
    return (either){e.l + add};
}

static void *memory(size_t size)
{
    static _Alignas(64) char pool[1024];
    CHECK(size <= sizeof pool);
    return pool;
}

static int number(int n)
{
    return n;
}

static int is_busy(__typeof__(state) s)
{
    return s == BUSY;
}

static __typeof__(state) set_state(int n)
{
    return n ? BUSY : IDLE;
}

static long of_nameless(__typeof__(nameless) *n)
{
    return n->a + n->b;
}

static __typeof__(&nameless) the_nameless(void)
{
    return &nameless;
}

static long of_row(row r, int n)
{
    return r[n];
}

static long of_rows(int m, int n, long a[m][n], long (*b)[n], long c[][n + 1],
                    const long d[static 2], long e[const restrict])
{
    return a[m - 1][n - 1] + b[0][1] + c[1][0] + d[1] + e[0];
}

static long of_star(int n, long a[n])
{
    return a[n - 1];
}

static double dot(size_t n, const double *restrict a, const double *restrict b)
{
    double x = 0;
    for (size_t i = 0; i < n; i++)
        x += a[i] * b[i];
    return x;
}

__attribute__((noinline, const, warn_unused_result)) static long
attributed(long n, int unused __attribute__((unused)))
{
    return n + 1;
}

__attribute__((nonnull(1), format(printf, 1, 2))) static long
formatted(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(NULL, 0, format, list);
    va_end(list);
    return n;
}

static _Noreturn void leave(int status)
{
    fflush(stdout);
    exit(status);
}

static void test_const_members(void)
{
    struct fixed f = spawn make(7);
    point p = spawn turn((point){1, 2});
    either e = spawn as_either((either){5}, 1);
    constant g = {20, "1234567", {30}};
    sync;
    CHECK(f.a == 7 && f.text[6] == 'g' && f.inner == 3);
    CHECK(p.x == 2 && p.y == 1 && e.l == 6);
    long x = spawn sum(f, g, 1);
    long y = spawn sum(make(1), (struct fixed){2, {'a', 'b'}, {1}}, 0);
    spawn make(3);
    sync;
    CHECK(x == 7 + 20 + 'b' + 30 && y == 1 + 2 + 'a' + 1);
}

/* Types that have a name in this function only, or none at all. */
static void test_local_types(void)
{
    struct node {
        struct node *next;
        long value;
    } *list;
    typedef struct {
        int x;
    } local, *pointer;
    typedef long number_t;
    enum { OFF, ON = 5 } mode;
    enum switches { UP = 2, DOWN } s;
    struct {
        long v;
        enum switches w;
    } box = {0, UP}, *boxes[2] = {NULL};
    list = spawn memory(sizeof *list);
    sync;
    list->value = 3;
    list->next = spawn memory(sizeof(struct node));
    list->value += spawn same(4);
    pointer p = spawn memory(sizeof(local));
    number_t n = spawn same(9);
    mode = spawn number(ON);
    s = spawn number(DOWN);
    box.v = spawn same(8);
    box.w = spawn number(UP);
    boxes[1] = spawn memory(1);
    sync;
    CHECK(list->value == 7 && list->next == list && (void *)p == (void *)list);
    CHECK(n == 9 && mode == ON && s == DOWN && box.v == 8 && box.w == UP);
    CHECK((void *)boxes[1] == (void *)list);
    int busy = spawn is_busy(BUSY), here = spawn number(mode);
    state = spawn set_state(1);
    nameless.a = 5;
    long v = spawn of_nameless(&nameless);
    __typeof__(nameless) *to = spawn the_nameless();
    sync;
    CHECK(busy == 1 && here == ON && state == BUSY && v == 5);
    CHECK(to == &nameless);
}

static void test_deduced(void)
{
    __auto_type a = spawn same(4);
    __auto_type p = spawn turn((point){5, 6});
    const __auto_type q = same(3);
    __auto_type t = spawn memory(3);
    __typeof__(a) b = spawn same(q);
    __typeof__(same(3)) c = spawn same(6);
    typeof(unsigned char) d = spawn same(0x1ff);
    long e = spawn attributed((same(1), same(2)), (int){3});
    sync;
    CHECK(e == 3);
    CHECK(a == 4 && p.x == 6 && t != NULL && b == 3 && c == 6 && d == 0xff);
    CHECK(_Generic(a, long: 1, default: 0));
}

static long (*pick(void))(long)
{
    return same;
}

/* Types that are const by a typedef, by a typeof, or in a declarator. */
static void test_const_types(void)
{
    typedef const volatile short late;
    typedef point *const place;
    const long three = 3;
    long_const a = spawn same(4), b = three, c = (short)spawn same(5);
    const_point p = spawn turn((point){5, 6});
    late l = spawn same(7);
    place t = spawn memory(3);
    __typeof__(three) d = three > 4 ? 0 : spawn same(8);
    register long_const e = spawn same(9);
    long (*const picked)(long) = spawn pick();
    const long (*const rows)[3] = spawn memory(sizeof *rows);
    sync;
    CHECK(picked(3) == 3 && rows != NULL);
    const long v = spawn same(6), *to_v = &v;
    const unsigned long *none = NULL, w = spawn same(7), x = 5, *to_w = &w;
    const long v1 = spawn same(9), *to_v1 = &v1, v2 = spawn same(10),
               v3 = spawn same(11), *const to_v3 = &v3, v4 = 12;
    const long *to_v5 = NULL, v5 = spawn same(13);
    long_const y = spawn same(8), *to_y = &y, list[2] = {1, 2};
    const volatile struct local_type {
        short z;
    } of_local = {4}, *to_local = &of_local;
    sync;
    CHECK(v == 6 && *to_v == 6 && !none && *to_w == 7 && x == 5 && *to_y == 8);
    CHECK(list[1] == 2 && to_local->z == 4);
    CHECK(v1 == 9 && *to_v1 == 9 && v2 == 10 && v3 == 11 && *to_v3 == 11);
    CHECK(v4 == 12 && !to_v5 && v5 == 13);
    CHECK(a == 4 && b == 3 && c == 5 && p.x == 6 && l == 7 && t != NULL);
    CHECK(d == 8 && e == 9);
}

/* Memory of the function's own may be read once the child has ended. */
static void test_arrays(int n)
{
    static long square[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    static long wide[2][5] = {{0}, {77}};
    static int ints[4] = {1, 2, 3, 4};
    static double doubles[4] = {1, 2, 3, 4};
    long vla[n], grid[n][n + 1];
    long *beside = alloca(sizeof(long) * (size_t)n);
    for (int i = 0; i < n; i++) {
        vla[i] = spawn same(i);
        beside[i] = spawn same(10 * i);
        for (int j = 0; j <= n; j++)
            grid[i][j] = spawn same(i * j);
        long again[i + 1];
        again[i] = spawn same(i);
        sync;
        CHECK(again[i] == i && sizeof again == sizeof(long) * (size_t)(i + 1));
    }
    for (int i = 0; i < n; i++)
        CHECK(vla[i] == i && beside[i] == 10 * i && grid[i][n] == i * n);
    long a, b, c;
    double d;
    a = spawn of_rows(3, 4, square, square + 1, wide, square[0], &square[2][3]);
    b = spawn of_star(4, square[2]);
    c = spawn of_row(ints, 2);
    d = spawn dot(4, doubles, (const double *)doubles);
    sync;
    CHECK(a == 12 + 6 + 77 + 2 + 12 && b == 12 && c == 3 && d == 30);
}

static void test_variadic(void)
{
    float f = 2.5f;
    long x = spawn formatted("%d %s %.1f %c %ld", 3, "text", f, 'c', 5l);
    long y = spawn formatted("none");
    spawn formatted("%p", (void *)0);
    sync;
    CHECK(x == 14 && y == 4);
}

static void test_variables(long parameter, const long fixed, row array)
{
    static long stored;
    auto long automatic;
    extern long outer;
    alignas(64) long aligned;
    _Atomic(int) exact = 0;
    volatile struct {
        long v;
    } unsteady;
    __attribute__((unused)) long unused;
    long *volatile to = &stored;
    static _Thread_local long own;
    (void)own;
    parameter = spawn same(parameter + 1);
    stored = spawn same(2);
    automatic = spawn same(3);
    outer = spawn same(4);
    aligned = spawn same(5);
    exact += spawn number(6);
    unsteady.v = spawn same(7);
    unused = spawn same(8);
    array[1] = spawn number(9);
    sync;
    CHECK(stored == 2);
    *to = spawn same(10);
    sync;
    CHECK(parameter == fixed + 1 && stored == 10 && automatic == 3);
    CHECK(outer == 4 && aligned == 5 && exact == 6 && unsteady.v == 7);
    CHECK(array[1] == 9 && (uintptr_t)&aligned % 64 == 0);
}

long outer;

int main(void)
{
    static row array;
    for (long i = scaled(50, 2); i > 0; i--) {
        test_const_members();
        test_local_types();
        test_deduced();
    test_const_types();
        test_arrays(5);
        test_variadic();
        test_variables(i, i, array);
    }
    printf("done %d\n", LOW + HIGH);
    spawn leave(0);
    sync;
    return 1;
}
