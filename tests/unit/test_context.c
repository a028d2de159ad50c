/*
 * Tests that a spawn whose continuation migrates preserves the registers and
 * the stack.  Run with UCILK_TEST_STEAL=always and two workers or more.
 * Arguments and results of every class are those of values.c, shapes.c and
 * vectors.c in tests/lang, the latter two also between nodes
 * (tests/cluster/run.sh).
 *
 * Tasks only count errors, and the tests assert after the tasks have ended,
 * since cmocka's variables are private to the launching process.
 */
#include "unit.h"

#include "sched/worker.h"

#define UCILK_NO_SHORT_NAMES
#include <ucilk/macros.h>

#include <alloca.h>
#include <string.h>
#include <unistd.h>

enum { REPEAT = 300 };

unsigned long unit_canary(void *args, const struct ucilk_abi_task *task,
                          struct ucilk_abi_frame *frame, void **handle);
void unit_trash(void *args);
cilk_callee(long, unit_alignment);

static long n_migrated(void)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < uci_world->n_workers; i++)
        sum += uci_peer(i)->counters.failed_pops;
    return (long)sum;
}

/* --- Registers --- */

static const struct ucilk_abi_task trash = {
    .body = unit_trash, .args_size = 8, .name = "unit_trash", .file = __FILE__};

/* Returns the registers that two spawns in one frame have changed. */
static unsigned long __attribute__((noinline)) changed_registers(void)
{
    struct ucilk_abi_frame frame = {NULL, NULL};
    unsigned long changed = 0;
    long alignment[2] = {8, 8};
    for (int i = 0; i < 2; i++) {
        void *handle = NULL;
        changed |= unit_canary(&alignment[i], &trash, &frame, &handle);
        if (handle)
            ucilk_abi_stolen(&frame, handle, NULL, NULL);
        else if (alignment[i] != 8)
            changed |= 1 << 16;
    }
    ucilk_abi_join(&frame);
    return changed;
}

TEST(callee_saved_registers_keep_their_values)
{
    long before = n_migrated();
    for (int i = 0; i < REPEAT; i++)
        assert_int_equal(changed_registers(), 0);
    assert_true(n_migrated() > before);
}

static unsigned x87_control(void)
{
    unsigned short word;
    __asm__ volatile("fnstcw %0" : "=m"(word));
    return word;
}

TEST(rounding_and_control_words_are_equal)
{
    struct ucilk_abi_frame frame = {NULL, NULL};
    unsigned mxcsr = __builtin_ia32_stmxcsr(), x87 = x87_control(), wrong = 0;
    for (int i = 0; i < 20; i++) {
        void *handle = NULL;
        long alignment;
        unit_canary(&alignment, &trash, &frame, &handle);
        if (handle)
            ucilk_abi_stolen(&frame, handle, NULL, NULL);
        wrong += (__builtin_ia32_stmxcsr() & ~0x3fu) != (mxcsr & ~0x3fu);
        wrong += x87_control() != x87;
    }
    ucilk_abi_join(&frame);
    assert_int_equal(wrong, 0);
}

/* --- The stack --- */

typedef double wide __attribute__((vector_size(32), aligned(32)));

cilk_static_task(int, misalignments, (int)depth)
{
    wide here = {(double)depth, 1, 2, 3};
    int wrong = (uintptr_t)&here % 32 != 0;
    long entry;
    int below = 0;
    cilk_spawn_to(entry, unit_alignment);
    if (depth > 0)
        cilk_spawn_to(below, misalignments, depth - 1);
    cilk_sync;
    /* A function is entered with rsp + 8 a multiple of 16. */
    return wrong + below + (entry != 8) + (here[0] != depth);
}

TEST(stacks_are_aligned)
{
    for (int i = 0; i < REPEAT / 10; i++)
        assert_int_equal(misalignments(10), 0);
    assert_int_equal(unit_alignment(), 8);
}

cilk_static_task(int, nothing, (int)i)
{
    return i;
}

static int count_wrong(const unsigned char *bytes, size_t n, int value)
{
    int wrong = 0;
    for (size_t i = 0; i < n; i++)
        wrong += bytes[i] != (unsigned char)value;
    return wrong;
}

/* Spawns between the uses of an array of variable length. */
cilk_static_task(int, vla_frame, (int)n)
{
    int ignored, wrong;
    unsigned char bytes[n];
    memset(bytes, n, (size_t)n);
    cilk_spawn_to(ignored, nothing, n);
    wrong = count_wrong(bytes, (size_t)n, n);
    memset(bytes, n + 1, (size_t)n);
    cilk_spawn_to(ignored, nothing, n);
    wrong += count_wrong(bytes, (size_t)n, n + 1);
    cilk_sync;
    return wrong + count_wrong(bytes, (size_t)n, n + 1) + (ignored != n);
}

cilk_static_task(int, alloca_frame, (int)n)
{
    unsigned char *parts[4];
    int ignored = 0, wrong = 0;
    for (int i = 0; i < 4; i++) {
        parts[i] = alloca((size_t)(n * (i + 1)));
        memset(parts[i], i + 1, (size_t)(n * (i + 1)));
        cilk_spawn_to(ignored, nothing, n);
        for (int k = 0; k <= i; k++)
            wrong += count_wrong(parts[k], (size_t)(n * (k + 1)), k + 1);
    }
    cilk_sync;
    for (int k = 0; k < 4; k++)
        wrong += count_wrong(parts[k], (size_t)(n * (k + 1)), k + 1);
    return wrong + (ignored != n);
}

TEST(frames_of_variable_size_move)
{
    for (int n = 1; n < 3000; n += 97) {
        assert_int_equal(vla_frame(n), 0);
        assert_int_equal(alloca_frame(n), 0);
    }
}

/* A pointer to a local variable stays valid after the migration, since the
 * address is the same. */
cilk_static_task(int, own_pointer, (int)n)
{
    int local = n, *volatile pointer = &local, ignored;
    cilk_spawn_to(ignored, nothing, n);
    *pointer += 1;
    cilk_spawn_to(ignored, nothing, n);
    *pointer += 1;
    cilk_sync;
    return local != n + 2 || pointer != &local || ignored != n;
}

TEST(addresses_of_own_locals_stay)
{
    for (int i = 0; i < REPEAT; i++)
        assert_int_equal(own_pointer(i), 0);
}

TEST(main_is_back_in_its_process)
{
    static pid_t launcher;
    launcher = getpid();
    for (int i = 0; i < REPEAT; i++) {
        assert_int_equal(own_pointer(i), 0);
        assert_int_equal(getpid(), launcher);
        assert_int_equal(uci_id, 0);
    }
}

int main(void)
{
    return unit_run("context", NULL, NULL);
}
