/*
 * The functions that code compiled with -fsanitize=thread calls, by gcc or by
 * clang.  libtsan has the same names, and is not linked.
 *
 * Atomic operations are carried out and not watched, but for locks that are
 * made of them.
 */
#include "race/locks.h"
#include "race/watch.h"

#define HOOK(name, ...)                                                        \
    void __tsan_##name(__VA_ARGS__);                                           \
    void __tsan_##name(__VA_ARGS__)

#define HOOKS_OF(prefix, size)                                                 \
    HOOK(prefix##read##size, const void *p)                                    \
    {                                                                          \
        uci_watch(p, size, false, UCI_CALLER);                                 \
    }                                                                          \
    HOOK(prefix##write##size, const void *p)                                   \
    {                                                                          \
        uci_watch(p, size, true, UCI_CALLER);                                  \
    }
#define HOOKS(size)                                                            \
    HOOKS_OF(, size)                                                           \
    HOOKS_OF(unaligned_, size)                                                 \
    HOOKS_OF(volatile_, size)                                                  \
    HOOKS_OF(unaligned_volatile_, size)                                        \
    HOOK(read_write##size, const void *p)                                      \
    {                                                                          \
        uci_watch(p, size, true, UCI_CALLER);                                  \
    }                                                                          \
    HOOK(unaligned_read_write##size, const void *p)                            \
    {                                                                          \
        uci_watch(p, size, true, UCI_CALLER);                                  \
    }
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

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

/* --- What clang calls for memcpy and its relatives --- */

void *memcpy(void *, const void *, unsigned long);
void *memmove(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);

void *__tsan_memcpy(void *to, const void *from, unsigned long n);
void *__tsan_memmove(void *to, const void *from, unsigned long n);
void *__tsan_memset(void *to, int c, unsigned long n);

void *__tsan_memcpy(void *to, const void *from, unsigned long n)
{
    return memcpy(to, from, n);
}

void *__tsan_memmove(void *to, const void *from, unsigned long n)
{
    return memmove(to, from, n);
}

void *__tsan_memset(void *to, int c, unsigned long n)
{
    return memset(to, c, n);
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
