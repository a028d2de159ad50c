/*
 * The functions that code compiled with -fsanitize=thread calls, by gcc or by
 * clang.  libtsan has the same names, and is not linked.
 *
 * Atomic operations are carried out and not watched, but for locks that are
 * made of them.
 */
#include "race/known.h"
#include "race/locks.h"
#include "race/shadow.h"

uint64_t uci_known[UCI_KNOWN_SIZES][UCI_KNOWN_ROOM];
uint64_t uci_known_epoch = UCI_KNOWN_EPOCH;

void uci_known_restart(void)
{
    for (unsigned i = 0; i < UCI_KNOWN_SIZES; i++)
        for (unsigned k = 0; k < UCI_KNOWN_ROOM; k++)
            if (uci_known[i][k]) /* leave unused pages alone */
                uci_known[i][k] = 0;
    uci_known_epoch = UCI_KNOWN_EPOCH;
}

#define HOOK(name, ...)                                                        \
    void __tsan_##name(__VA_ARGS__);                                           \
    void __tsan_##name(__VA_ARGS__)

static __attribute__((noinline)) void watch(const void *p, unsigned log2_size,
                                            bool is_write, uintptr_t pc)
{
    if (uci_run_is_watched && uci_run_is_here &&
        uci_shadow_access((uintptr_t)p, 1ul << log2_size, is_write, pc))
        uci_known_add((uintptr_t)p, log2_size, is_write);
}

#define ACCESS(name, log2_size, is_write)                                      \
    HOOK(name, const void *p)                                                  \
    {                                                                          \
        if (!uci_is_known((uintptr_t)p, log2_size, is_write))                  \
            watch(p, log2_size, is_write, UCI_CALLER);                         \
    }
#define ACCESSES_OF(prefix, size, log2_size)                                   \
    ACCESS(prefix##read##size, log2_size, false)                               \
    ACCESS(prefix##write##size, log2_size, true)
#define ACCESSES(size, log2_size)                                              \
    ACCESSES_OF(, size, log2_size)                                             \
    ACCESSES_OF(unaligned_, size, log2_size)                                   \
    ACCESSES_OF(volatile_, size, log2_size)                                    \
    ACCESSES_OF(unaligned_volatile_, size, log2_size)                          \
    ACCESS(read_write##size, log2_size, true)                                  \
    ACCESS(unaligned_read_write##size, log2_size, true)
ACCESSES(1, 0)
ACCESSES(2, 1)
ACCESSES(4, 2)
ACCESSES(8, 3)
ACCESSES(16, 4)

HOOK(read_range, const void *p, unsigned long size)
{
    uci_watch(p, size, false, UCI_CALLER);
}

HOOK(write_range, const void *p, unsigned long size)
{
    uci_watch(p, size, true, UCI_CALLER);
}

HOOK(vptr_read, const void *p)
{
    uci_watch(p, sizeof(void *), false, UCI_CALLER);
}

HOOK(vptr_update, void **p, void *value)
{
    if (*p != value)
        uci_watch(p, sizeof(void *), true, UCI_CALLER);
}

HOOK(init, void)
{
}

HOOK(func_entry, void *pc)
{
    (void)pc;
}

/* The caller returns: its frame, up to its return address, is the next one's.
 * It has a frame pointer (-fno-omit-frame-pointer). */
HOOK(func_exit, void)
{
    if (!uci_run_is_open || !uci_run_is_here)
        return;
    const uintptr_t *mine = __builtin_frame_address(0);
    if (mine[0] > (uintptr_t)mine)
        uci_shadow_return(mine[0] + 2 * sizeof(void *));
}

/* --- Atomics: all are sequentially consistent --- */

#define RETURNING(type, name, ...)                                             \
    type __tsan_atomic##name(__VA_ARGS__);                                     \
    type __tsan_atomic##name(__VA_ARGS__)

#define FETCH(bits, type, op, result, may_lock)                                \
    RETURNING(type, bits##_fetch_##op, volatile type *p, type v, int order)    \
    {                                                                          \
        (void)order;                                                           \
        type old = __atomic_fetch_##op(p, v, __ATOMIC_SEQ_CST);                \
        uci_locks_word(p, old != 0, (type)(result) != 0, may_lock);            \
        return old;                                                            \
    }

#define COMPARE(bits, type, kind)                                              \
    RETURNING(int, bits##_compare_exchange_##kind, volatile type *p,           \
              type *expected, type v, int order, int failed)                   \
    {                                                                          \
        (void)order, (void)failed;                                             \
        int done = __atomic_compare_exchange_n(                                \
            p, expected, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);            \
        if (done)                                                              \
            uci_locks_word(p, *expected != 0, v != 0, true);                   \
        return done;                                                           \
    }

#define ATOMICS(bits, type)                                                    \
    RETURNING(type, bits##_load, const volatile type *p, int order)            \
    {                                                                          \
        (void)order;                                                           \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                           \
    }                                                                          \
    RETURNING(type, bits##_exchange, volatile type *p, type v, int order)      \
    {                                                                          \
        (void)order;                                                           \
        type old = __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);                \
        uci_locks_word(p, old != 0, v != 0, true);                             \
        return old;                                                            \
    }                                                                          \
    RETURNING(void, bits##_store, volatile type *p, type v, int order)         \
    {                                                                          \
        (void)order;                                                           \
        type old = __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);                \
        uci_locks_word(p, old != 0, v != 0, false);                            \
    }                                                                          \
    COMPARE(bits, type, strong)                                                \
    COMPARE(bits, type, weak)                                                  \
    RETURNING(type, bits##_compare_exchange_val, volatile type *p,             \
              type expected, type v, int order, int failed)                    \
    {                                                                          \
        __tsan_atomic##bits##_compare_exchange_strong(p, &expected, v, order,  \
                                                      failed);                 \
        return expected;                                                       \
    }                                                                          \
    FETCH(bits, type, add, old + v, false)                                     \
    FETCH(bits, type, sub, old - v, false)                                     \
    FETCH(bits, type, and, old &v, false)                                      \
    FETCH(bits, type, or, old | v, true)                                       \
    FETCH(bits, type, xor, old ^ v, false)                                     \
    FETCH(bits, type, nand, ~(old & v), false)
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

HOOK(atomic_thread_fence, int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

HOOK(atomic_signal_fence, int order)
{
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
