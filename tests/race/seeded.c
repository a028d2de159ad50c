/*
 * Races, one for each case: a function c_NAME, or a macro's.  A comment
 * behind a line names the cases of whose race the line is a part (run.py).
 */
#include <cilk/cilksan.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucilk/ucilk.h>
#include <ucilk/futures.h>
#include <ucilk/reducers.h>
#include <unistd.h>

#include "seeded_library.h"

struct pair {
    int a, b;
};
struct large {
    long at[6];
};

static int word;
static char bytes[16];
struct pair pair;
struct large large;
static double number;
static pthread_mutex_t lock_1 = PTHREAD_MUTEX_INITIALIZER, lock_2 = PTHREAD_MUTEX_INITIALIZER;
static atomic_int counter;

static long same(long n) { return n; }
static void set(int *p, int v)
{
    *p = v; // pointer checked_again heap freed twice scope call_before_sync longer in_loop_spawn local_element local_constant local_loop local_whole
}
static int get(const int *p)
{
    return *p; // read_child heap_read reallocated
}
static void add_word(int n)
{
    word += n; // global two_children nested recursive branch
}

WITH(pointer, set(&x, 1), x++, int x = 0) // pointer
LOOP(captured, 4, sum += i, long sum = 0) // captured
void c_result(void)
{
    long x = cilk_spawn same(3); // result
    long y = x + 1; // result
    cilk_sync;
    printf("%ld\n", x + y);
}
void c_result_assigned(void)
{
    long x = 0;
    x = cilk_spawn same(3); // result_assigned
    x = 4; // result_assigned
}
void c_result_added(void)
{
    long x = 0;
    x += cilk_spawn same(3); // result_added
    long y = x; // result_added
    cilk_sync;
    printf("%ld\n", x + y);
}
static struct large make(long n)
{
    struct large l = {{n}};
    return l;
}
void c_result_struct(void)
{
    struct large l = {{0}};
    l = cilk_spawn make(3); // result_struct
    l.at[5]++; // result_struct
}
void c_result_global(void)
{
    shared_word = cilk_spawn same(3); // result_global
    long x = library_read(&shared_word);
    shared_word = x; // result_global
}
BESIDE(global, add_word(1), word = 2) // global
void c_two_children(void)
{
    cilk_spawn add_word(1);
    cilk_spawn add_word(2);
}
BESIDE(read_child, get(&word), word = 3) // read_child
WITH(heap, set(p, 1), *p = 2; cilk_sync; free(p), int *p = malloc(sizeof *p)) // heap
WITH(heap_read, get(p + 3), p[3] = 2; cilk_sync; free(p), int *p = calloc(4, sizeof *p)) // heap_read
WITH(freed, set(p, 1), free(p), int *p = malloc(sizeof *p)) // freed
WITH(reallocated, get(p), p = realloc(p, 100000); cilk_sync; free(p), int *p = malloc(sizeof *p)) // reallocated
static int *place;
static void allocate(void)
{
    place = malloc(40); // published
    place[0] = 1; // published
}
BESIDE(published, allocate(), if (place) place[0] = 2) // published
static int *_Atomic shown;
static void show(void)
{
    int *p = malloc(sizeof *p);
    for (int i = 0; i < 2; i++) {
        *p = i; // shown_again
        shown = p;
    }
}
BESIDE(shown_again, show(), *shown = 3) // shown_again
static int *map(void *at)
{
    return mmap(at, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0),
                -1, 0);
}
static void map_again(int *p)
{
    for (int i = 0; i < 2; i++) {
        *p = i; // mapped_again
        if (i == 0) {
            munmap(p, 4096);
            map(p);
        }
    }
}
WITH(mapped_again, map_again(p), *p = 3, int *p = map(NULL)) // mapped_again
static void set_byte(int i) { bytes[i] = 1; } // byte byte_word bytes_next
void c_byte(void)
{
    cilk_spawn set_byte(3);
    bytes[2] = 1;
    bytes[3] = 2; // byte
}
BESIDE(byte_word, set_byte(3), *(int *)bytes = 2) // byte_word
static void set_b(void) { pair.b = 1; } // field field_whole
void c_field(void)
{
    cilk_spawn set_b();
    pair.a = 1;
    pair.b = 2; // field
}
BESIDE(field_whole, set_b(), pair = ((struct pair){1, 2})) // field_whole
static void set_large(void) { large.at[3] = 1; } // large
WITH(large, set_large(), copy = large; printf("%ld\n", copy.at[3]), struct large copy) // large
static void set_number(void) { number = 1.5; } // floating
BESIDE(floating, set_number(), number *= 2) // floating
static void copy_in(const char *s) { memcpy(bytes, s, 8); } // memcpy memcpy_small
BESIDE(memcpy, copy_in("abcdefgh"), memset(bytes + 4, 0, 8)) // memcpy
WITH(memcpy_small, copy_in("abcdefgh"), memcpy(&x, bytes, sizeof x), int x) // memcpy_small
static void copy_string(const char *s) { strcpy(bytes, s); } // strcpy strlen
BESIDE(strcpy, copy_string("abc"), bytes[3] = 1) // strcpy
BESIDE(strlen, copy_string("abc"), printf("%zu\n", strlen(bytes))) // strlen
static void print_in(int n) { snprintf(bytes, sizeof bytes, "%d", n); } // snprintf
BESIDE(snprintf, print_in(12), print_in(13))
static void read_in(int fd) { (void)!read(fd, bytes, 4); } // read
void c_read(void)
{
    int ends[2];
    if (pipe(ends) != 0 || write(ends[1], "abcd", 4) != 4)
        return;
    cilk_spawn read_in(ends[0]);
    bytes[0] = 1; // read
}
LOOP(loop_neighbour, 7, a[i + 1] = a[i] + 1, int a[8] = {0}) // loop_neighbour
void c_loop_grain(void)
{
    int last = 0;
    _Pragma("cilk grainsize = 100")
    cilk_for (int i = 0; i < 10; i++)
        last = i; // loop_grain
    printf("%d\n", last);
}
void c_loop_nested(void)
{
    int a[4] = {0};
    cilk_for (int i = 0; i < 4; i++)
        cilk_for (int j = 0; j < 4; j++)
            a[j] += i; // loop_nested
}
void c_in_loop_spawn(void)
{
    int x = 0;
    for (int i = 0; i < 3; i++)
        cilk_spawn set(&x, i);
}
void c_scope(void)
{
    int x = 0;
    cilk_scope {
        cilk_spawn set(&x, 1);
        x = 2; // scope
    }
}
static void nested(int n)
{
    if (n > 0) {
        cilk_spawn nested(n - 1);
        cilk_sync;
    } else {
        add_word(1);
    }
}
BESIDE(nested, nested(3), add_word(1))
static void recursive(int n)
{
    if (n == 0) {
        add_word(1);
        return;
    }
    cilk_spawn recursive(n - 1);
    recursive(n - 1);
}
void c_recursive(void) { recursive(3); }
static void calls(int *p)
{
    cilk_spawn set(p, 1);
}
WITH(call_before_sync, set(&x, 2), calls(&x), int x = 0)
void c_twice(void)
{
    int x = 0, y = 0;
    cilk_spawn set(&x, 2);
    cilk_sync;
    x = 1;
    cilk_spawn set(&y, 2);
    y = 1; // twice
}
WITH(longer, same(1), cilk_spawn set(&x, 2); cilk_spawn same(2); printf("%d\n", x), int x = 0) // longer
static void under(pthread_mutex_t *lock)
{
    pthread_mutex_lock(lock);
    word++; // other_lock one_lock lock_behind
    pthread_mutex_unlock(lock);
}
BESIDE(other_lock, under(&lock_1), under(&lock_2))
BESIDE(one_lock, under(&lock_1), word = 1) // one_lock
static void bare_and_under(void)
{
    word = 1; // lock_behind
    under(&lock_1);
}
BESIDE(lock_behind, bare_and_under(), under(&lock_1))
static Cilksan_fake_mutex fake_1, fake_2;
static void under_fake(const void *lock)
{
    __cilksan_acquire_lock(lock);
    word++; // other_fake atomic_fake
    __cilksan_release_lock(lock);
}
BESIDE(other_fake, under_fake(&fake_1), under_fake(&fake_2))
void c_atomic_fake(void)
{
    cilk_spawn under_fake(&fake_1);
    __cilksan_begin_atomic();
    word++; // atomic_fake
    __cilksan_end_atomic();
}
void c_checked_again(void)
{
    int x = 0;
    cilk_spawn set(&x, 1);
    __cilksan_disable_checking();
    x++;
    __cilksan_enable_checking();
    x++; // checked_again
}
/* No race is reported. */
static void told(void)
{
    int x = 0;
    cilk_spawn under_fake(&fake_1);
    under_fake(&fake_1);
    cilk_sync;
    cilk_for (int i = 0; i < 3; i++) {
        __cilksan_begin_atomic();
        x += i;
        __cilksan_end_atomic();
    }
    __cilksan_disable_checking();
    __cilksan_disable_checking();
    cilk_spawn set(&x, __cilksan_is_checking_enabled());
    __cilksan_enable_checking();
    x++;
    cilk_sync;
    __cilksan_enable_checking();
    if (!__cilksan_is_checking_enabled())
        exit(2);
}
static void counts(void)
{
    counter++;
    word = counter; // beside_atomic
}
BESIDE(beside_atomic, counts(), counts())
static long UCILK_SUM(long) total = 0;
static void add_total(long n) { total += n; } // reducer_raw
WITH(reducer_raw, add_total(2), printf("%ld\n", *raw), long *raw = &total) // reducer_raw
void c_reducer_beside(void)
{
    long UCILK_SUM(long) sum = 0;
    int n = 0;
    cilk_for (int i = 0; i < 5; i++) {
        sum += i;
        n++; // reducer_beside
    }
    printf("%ld %d\n", sum, n);
}
static long future_writes(int *p)
{
    *p = 1; // future future_other
    return 2;
}
void c_future(void)
{
    int x = 0;
    ucilk_future_t f = cilk_future future_writes(&x);
    x = 3; // future
    printf("%ld\n", ucilk_future_get(long, f));
}
void c_future_other(void)
{
    int x = 0;
    ucilk_future_t f = cilk_future future_writes(&x);
    ucilk_future_t g = cilk_future future_writes(&x);
    printf("%ld\n", ucilk_future_get(long, f) + ucilk_future_get(long, g));
}
static long gets(ucilk_future_t f, int *p)
{
    long n = ucilk_future_get(long, f);
    *p += 1; // future_shared
    return n;
}
void c_future_shared(void)
{
    int x = 0;
    ucilk_future_t f = cilk_future(2) future_writes(&x);
    cilk_spawn gets(f, &x);
    printf("%ld\n", ucilk_future_get(long, f) + x); // future_shared
}
static void fulfil(ucilk_promise_t p, int *at)
{
    at[0] = 1;
    ucilk_promise_set(int, p, 2);
    at[1] = 1; // promise
}
void c_promise(void)
{
    static int at[2];
    ucilk_promise_t p = ucilk_promise_make(int, 2);
    cilk_spawn fulfil(p, at);
    int got = ucilk_future_get(int, ucilk_promise_future(p));
    printf("%d\n", got + at[0]);
    at[1] = 2; // promise
    cilk_sync;
    printf("%d\n", ucilk_future_get(int, ucilk_promise_future(p)) + at[1]);
}
static atomic_int claimed;
static void claim(void)
{
    atomic_exchange(&claimed, 1);
    word++; // not_a_lock
}
BESIDE(not_a_lock, claim(), claim())
BESIDE(library_call, library_add(&shared_word), shared_word = 0) // library_call
BESIDE(library_both, library_add(&shared_word), library_read(&shared_word))
BESIDE(library_twice, library_add(&shared_array[5]), library_add(&shared_array[5]))
void c_library_inside(void) { library_spawns(); }
WITH(file_pair, far_write(&x, 1), far_write(&x, 2), long x = 0)
WITH(file_static, far_write(&x, 1), x++, static long x) // file_static
static void parameter(void)
{
    int x = 0;
    int *p = &x;
    cilk_spawn set(p, 1);
    cilk_sync;
    x++;
}
static void set_errno(int n) { errno = n; }
static void both_set_errno(void)
{
    cilk_spawn set_errno(1);
    set_errno(2);
}
static __thread int local;
static void set_local(void) { local = 1; } // thread_local
BESIDE(thread_local, set_local(), local = 2; cilk_sync; printf("%d\n", local)) // thread_local
void c_array_of_variable_length(void)
{
    int n = 5 + (int)same(2);
    long a[n];
    a[3] = 0;
    cilk_for (int i = 0; i < 4; i++)
        a[3] += i; // array_of_variable_length
    printf("%ld\n", a[3]);
}
static void set_long(long *p) { *p = 1; } // local_member local_variable_length
static int at(int n) { return n; }
WITH(local_element, set(&a[3], 1), a[at(3)] = 2, int a[4] = {0}) // local_element
WITH(local_constant, set(a + at(3), 1), printf("%d\n", a[3]), int a[4] = {0}) // local_constant
WITH(local_member, set_long(p->at + at(2)), l.at[2]++, struct large l = {{0}}; struct large *p = &l) // local_member
WITH(local_loop, set(&q->b, 1), for (int i = 0; i < 3; i++) p.b += i, struct pair p = {0, 0}, *q = &p) // local_loop
WITH(local_whole, set(&p.b, 1), copy = p; printf("%d\n", copy.b), struct pair p = {0, 0}, copy) // local_whole
WITH(local_variable_length, set_long(a + at(4)), a[4]++, long a[at(5)]; a[4] = 0) // local_variable_length
LOOP(compound, 4, p[i / 2]++, int *p = (int[]){1, 2}) // compound
void c_bits(void)
{
    struct { unsigned a : 3, b : 5; } bits = {0, 0};
    cilk_for (int i = 0; i < 2; i++) {
        if (i)
            bits.a = 1; // bits
        else
            bits.b = 2; // bits
    }
}

/* No race is reported. */
void none(void)
{
    parameter();
    both_set_errno();
    told();
}

int main(int argc, char **argv)
{
    (void)argc;
    void (*run)(void) = (void (*)(void))dlsym(NULL, argv[1]);
    run();
    return 0;
}
