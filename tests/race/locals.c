/*
 * Races on variables of every kind, one for each case: a function c_NAME, or a
 * macro's.  A comment behind a declaration has the case, what the report calls
 * the variable, and in which function it is declared if it is a local one (run.py).
 */
#include <alloca.h>
#include <dlfcn.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucilk/ucilk.h>
#include <ucilk/futures.h>

#include "seeded_library.h"

struct point {
    int x, y;
};
struct box {
    struct point low, high;
    struct {
        long weight;
    };
    char name[12];
};
struct large {
    long at[6];
};
union word {
    int whole;
    char part[4];
};
typedef int row[5];
enum colour { RED, GREEN };

#define NOT_INLINED static __attribute__((noinline))

NOT_INLINED void put(int *p) { *p = 1; }
NOT_INLINED void put_char(char *p) { *p = 1; }
NOT_INLINED void put_long(long *p) { *p = 1; }
static long same(long n) { return n; }

/* Both run at the same time. */
#define TWICE(put, p)                                                          \
    do {                                                                       \
        cilk_spawn put(p);                                                     \
        put(p);                                                                \
        cilk_sync;                                                             \
    } while (0)

/* A case of a variable that is declared so. */
#define VARIABLE(name, put, at, ...)                                           \
    WITH(name, put(at), put(at); cilk_sync, __VA_ARGS__)

VARIABLE(scalar, put, &x, int x = 0) // scalar | `x' | c_scalar
void c_by_name(void)
{
    int x = 0; // by_name | `x' | c_by_name
    cilk_spawn put(&x);
    x++;
}
LOOP(captured, 3, sum += i, long sum = 0) // captured | `sum' | c_captured
LOOP(captured_array, 3, histogram[1] += i, int histogram[4] = {0}) // captured_array | `histogram[1]' | c_captured_array
LOOP(captured_struct, 3, box.high.y += i, struct box box = {{0}}) // captured_struct | `box.high.y' | c_captured_struct
void c_captured_twice(void)
{
    int x = 0; // captured_twice | `x' | c_captured_twice
    cilk_for (int i = 0; i < 2; i++)
        cilk_for (int j = 0; j < 1; j++)
            x += i;
}
void c_of_iteration(void)
{
    cilk_for (int i = 0; i < 1; i++) {
        int own[3] = {0}; // of_iteration | `own[2]' | c_of_iteration
        TWICE(put, own + 2);
    }
}
VARIABLE(array, put, &a[3], int a[8] = {0}) // array | `a[3]' | c_array
VARIABLE(matrix, put, &m[1][2], int m[2][3] = {{0}}) // matrix | `m[1][2]' | c_matrix
VARIABLE(array_of_rows, put, &rows[1][4], row rows[2] = {{0}}) // array_of_rows | `rows[1][4]' | c_array_of_rows
VARIABLE(member, put, &p.y, struct point p = {0, 0}) // member | `p.y' | c_member
VARIABLE(nested_member, put, &box.high.x, struct box box = {{0}}) // nested_member | `box.high.x' | c_nested_member
VARIABLE(anonymous_member, put_long, &box.weight, struct box box = {{0}}) // anonymous_member | `box.weight' | c_anonymous_member
VARIABLE(array_of_structs, put, &p[2].y, struct point p[3] = {{0}}) // array_of_structs | `p[2].y' | c_array_of_structs
VARIABLE(array_in_struct, put_char, &box.name[7], struct box box = {{0}}) // array_in_struct | `box.name[7]' | c_array_in_struct
VARIABLE(union, put_char, &w.part[2], union word w = {0}) // union | byte 2 of `w' | c_union
VARIABLE(byte, put_char, (char *)&x + 1, int x = 0) // byte | byte 1 of `x' | c_byte
void c_bits(void)
{
    struct { int whole, a : 3, b : 4; } bits = {0}; // bits | byte 4 of `bits' | c_bits
    cilk_for (int i = 0; i < 2; i++)
        bits.b = i;
}
NOT_INLINED void put_pointer(int **p) { *p = NULL; }
VARIABLE(pointer, put_pointer, &p, int x = 0, *p = &x) // pointer | `p' | c_pointer
VARIABLE(array_of_pointers, put_pointer, p + 1, int *p[2] = {0}) // array_of_pointers | `p[1]' | c_array_of_pointers
NOT_INLINED void put_double(double *p) { *p = 1; }
VARIABLE(double, put_double, &d, double d = 0) // double | `d' | c_double
NOT_INLINED void put_bool(bool *p) { *p = true; }
VARIABLE(boolean, put_bool, &is_seen, bool is_seen = false) // boolean | `is_seen' | c_boolean
NOT_INLINED void put_colour(enum colour *p) { *p = GREEN; }
VARIABLE(enumeration, put_colour, &colour, enum colour colour = RED) // enumeration | `colour' | c_enumeration
NOT_INLINED void put_volatile(volatile int *p) { *p = 1; }
VARIABLE(volatile, put_volatile, &seen, volatile int seen = 0) // volatile | `seen' | c_volatile
static void of_parameter(int n) // parameter | `n' | of_parameter
{
    TWICE(put, &n);
}
void c_parameter(void) { of_parameter(1); }
static void of_struct_parameter(struct large l) // struct_parameter | `l.at[4]' | of_struct_parameter
{
    TWICE(put_long, &l.at[4]);
}
void c_struct_parameter(void) { of_struct_parameter((struct large){{0}}); }
static void of_seventh(int a, int b, int c, int d, int e, int f, int g) // seventh_parameter | `g' | of_seventh
{
    TWICE(put, &g);
    printf("%d\n", a + b + c + d + e + f);
}
void c_seventh_parameter(void) { of_seventh(1, 2, 3, 4, 5, 6, 7); }
static void deeper(int *p, int depth)
{
    if (depth > 0)
        deeper(p, depth - 1);
    else
        TWICE(put, p);
}
void c_of_caller(void)
{
    int x = 0; // of_caller | `x' | c_of_caller
    deeper(&x, 3);
}
static void child(int *p)
{
    int own = 0; // of_child | `own' | child
    cilk_spawn put(&own);
    put(&own);
    cilk_sync;
    *p = own;
}
void c_of_child(void)
{
    int x = 0;
    cilk_spawn child(&x);
}
static void grandchild(int *p)
{
    cilk_spawn put(p);
    put(p);
}
void c_of_grandparent(void)
{
    int x = 0; // of_grandparent | `x' | c_of_grandparent
    cilk_spawn grandchild(&x);
}
static void recursive(int n, int *outer)
{
    int x = n; // recursive | `x' | recursive
    if (n == 0)
        TWICE(put, outer);
    else
        recursive(n - 1, n == 2 ? &x : outer);
    printf("%d\n", x);
}
void c_recursive(void) { recursive(4, NULL); }
void c_inner_block(void)
{
    int x = 0;
    {
        int x = 1; // inner_block | `x' | c_inner_block
        TWICE(put, &x);
    }
    printf("%d\n", x);
}
void c_blocks(void)
{
    {
        int first = 1;
        cilk_spawn put(&first);
        cilk_sync;
    }
    {
        int second = 1; // blocks | `second' | c_blocks
        TWICE(put, &second);
    }
}
void c_scope(void)
{
    cilk_scope {
        int x = 0; // scope | `x' | c_scope
        cilk_spawn put(&x);
        put(&x);
    }
}
void c_loop_variable(void)
{
    for (int i = 0; i < 1; i++) // loop_variable | `i' | c_loop_variable
        TWICE(put, &i);
}
void c_expression(void)
{
    int y = ({
        int x = 0; // expression | `x' | c_expression
        TWICE(put, &x);
        x;
    });
    printf("%d\n", y);
}
void c_result(void)
{
    long x = cilk_spawn same(3); // result | `x' | c_result
    put_long(&x);
}
void c_result_element(void)
{
    long x[3]; // result_element | `x[1]' | c_result_element
    x[1] = cilk_spawn same(3);
    put_long(x + 1);
}
static struct large make(long n) { return (struct large){{n}}; }
void c_result_member(void)
{
    struct large l; // result_member | `l.at[5]' | c_result_member
    l = cilk_spawn make(3);
    put_long(l.at + 5);
}
void c_variable_length(void)
{
    int n = (int)same(7);
    int a[n], b[n]; // variable_length | `a[6]' | c_variable_length
    b[0] = 0;
    TWICE(put, &a[6]);
    printf("%d\n", a[6] + b[0]);
}
void c_variable_matrix(void)
{
    int n = (int)same(7);
    int a[3][n]; // variable_matrix | `a[2][5]' | c_variable_matrix
    TWICE(put, &a[2][5]);
    printf("%d\n", a[2][5]);
}
VARIABLE(aligned, put, &a[30], alignas(64) int a[32] = {0}) // aligned | `a[30]' | c_aligned
static inline __attribute__((always_inline)) void inlined(int n)
{
    int x = n; // in_inlined | `x' | inlined
    TWICE(put, &x);
}
void c_in_inlined(void)
{
    int y = 0;
    inlined(y);
}
static int put_first(const void *a, const void *b)
{
    int *x = *(int *const *)a;
    TWICE(put, x);
    return a < b;
}
void c_through_libc(void)
{
    int x = 0; // through_libc | `x' | c_through_libc
    int *p[2] = {&x, &x};
    qsort(p, 2, sizeof p[0], put_first);
}
static long future_puts(int *p)
{
    *p = 1;
    return 0;
}
void c_future(void)
{
    int x = 0; // future | `x' | c_future
    ucilk_future_t f = cilk_future future_puts(&x);
    put(&x);
    printf("%ld\n", ucilk_future_get(long, f));
}
static void of_future(void)
{
    int x = 0; // in_future | `x' | of_future
    TWICE(put, &x);
}
static int in_future(void)
{
    of_future();
    return 0;
}
void c_in_future(void)
{
    ucilk_future_t f = cilk_future in_future();
    printf("%d\n", ucilk_future_get(int, f));
}
void c_memset(void)
{
    char text[16]; // memset | `text[8]' | c_memset
    cilk_spawn memset(text, 0, 12);
    memset(text + 8, 1, 8);
}
void c_in_library(void) { library_local(); }

static int global_array[4]; // global | `global_array[2]'
struct box global_box; // global_struct | `global_box.low.y'
void c_global(void) { TWICE(put, &global_array[2]); }
void c_global_struct(void) { TWICE(put, &global_box.low.y); }
VARIABLE(static, put, &points[1].x, static struct point points[3]) // static | `points[1].x' | c_static
static __thread struct point of_thread; // thread_local | `of_thread.y'
void c_thread_local(void) { TWICE(put, &of_thread.y); }
void c_of_library(void) { library_spawns(); }

/* These have no names. */
void c_compound(void) // compound | a local variable of `c_compound'
{
    int *p = &(int){0};
    TWICE(put, p);
}
void c_alloca(void) // alloca | a local variable of `c_alloca'
{
    int *p = alloca(8);
    TWICE(put, p);
}

int main(int argc, char **argv)
{
    (void)argc;
    void (*run)(void) = (void (*)(void))dlsym(NULL, argv[1]);
    run();
    return 0;
}
