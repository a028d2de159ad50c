/* <stdatomic.h> in spawned statements, loops and functions that spawn: gcc's has
 * macros with statement expressions and operations that the parser does not
 * take, clang's other ones. */
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

#include <stdatomic.h>

#include "check.h"

static long slow(long n)
{
    for (volatile int i = 0; i < 100; i++)
        continue;
    return n;
}

/* A spawn as an argument: the operation waits for the result. */
static void arguments(int n)
{
    _Atomic long sum = 1, last = 2, swapped = 3, begun, stored[8];
    long expected = 3;
    for (int i = 0; i < n; i++)
        atomic_fetch_add(&sum, cilk_spawn slow(i));
    for (int i = 0; i < 8; i++)
        atomic_store_explicit(&stored[i], cilk_spawn slow(i * i),
                              memory_order_relaxed);
    atomic_store(&last, spawn slow(70));
    atomic_init(&begun, spawn slow(80));
    if (n > 3)
        atomic_compare_exchange_strong(&swapped, &expected, spawn slow(90));
    else
        atomic_exchange(&swapped, spawn slow(91));
    sync;
    long all = 0;
    for (int i = 0; i < 8; i++)
        all = all * 3 + stored[i];
    printf("%ld %ld %ld %ld %ld\n", (long)sum, (long)last, (long)begun,
           (long)swapped, all);
}

/* The operation as what is spawned. */
static void statements(int n)
{
    _Atomic long sum = 0, stored = 0;
    atomic_int odd = 0;
    long plain = 1, of_old = 2, got = 0;
    for (int i = 0; i < n; i++) {
        cilk_spawn atomic_fetch_add(&sum, i);
        cilk_spawn atomic_fetch_xor_explicit(&odd, i & 1, memory_order_relaxed);
        cilk_spawn __atomic_fetch_add(&plain, i, __ATOMIC_RELAXED);
        cilk_spawn __sync_fetch_and_add(&of_old, i);
    }
    cilk_spawn atomic_store(&stored, slow(9));
    sync;
    cilk_spawn got = atomic_load(&stored);
    cilk_spawn atomic_thread_fence(memory_order_seq_cst);
    sync;
    printf("%ld %d %ld %ld %ld\n", (long)sum, odd, plain, of_old, got);
}

/* Plain uses, of variables around too, beside reducers. */
static void loops(int n)
{
    atomic_flag lock = ATOMIC_FLAG_INIT, locks[3] = {ATOMIC_FLAG_INIT};
    struct {
        atomic_long n;
        _Atomic char c;
    } box = {0, 1};
    _Atomic(long *) at = NULL;
    long kept = 0, guarded = 0, sums[3] = {0};
    long UCILK_SUM(long) count = 0;
    cilk_for(int i = 0; i < n; i++)
    {
        long old = atomic_load(&box.n);
        while (!atomic_compare_exchange_weak(&box.n, &old, old + i))
            continue;
        atomic_exchange(&at, &kept);
        while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
            continue;
        guarded += i;
        atomic_flag_clear_explicit(&lock, memory_order_release);
        while (atomic_flag_test_and_set(&locks[i % 3]))
            continue;
        sums[i % 3] += i;
        atomic_flag_clear(&locks[i % 3]);
        count += atomic_load(&at) == &kept;
        if (i == 4)
            atomic_fetch_or(&box.c, 6);
    }
    long x = spawn slow(atomic_load(&box.n));
    sync;
    count += 1000;
    printf("%ld %ld %d %ld %ld %ld\n", x, guarded, box.c,
           sums[0] + 3 * sums[1] + 7 * sums[2], count, atomic_load(&at)[0]);
}

int main(void)
{
    arguments(40);
    statements(31);
    loops(200);
    return 0;
}
