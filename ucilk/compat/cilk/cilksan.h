/*
 * <cilk/cilksan.h>: what programs tell OpenCilk's race detector, and here that
 * of ucilkcc --ucilk-tool=race (docs/race.md).  Without it nothing is done.
 */
#ifndef UCILK_CILKSAN_H
#define UCILK_CILKSAN_H

#ifndef __cplusplus
#include <stdbool.h>
#endif

#ifdef UCILK_ABI_RACE
#define UCILK_CILKSAN(type, name, parameters, ...) extern type name parameters;
#else
#define UCILK_CILKSAN(type, name, parameters, ...)                             \
    static __inline__ __attribute__((unused)) type name parameters __VA_ARGS__
#endif

#ifdef __cplusplus
extern "C" {
#endif
/* Between the two accesses are left alone; they may be nested. */
UCILK_CILKSAN(void, __cilksan_disable_checking, (void), {})
UCILK_CILKSAN(void, __cilksan_enable_checking, (void), {})
UCILK_CILKSAN(bool, __cilksan_is_checking_enabled, (void), { return false; })
/* As if the memory at that address were a mutex. */
UCILK_CILKSAN(void, __cilksan_acquire_lock, (const void *mutex),
              { (void)mutex; })
UCILK_CILKSAN(void, __cilksan_release_lock, (const void *mutex),
              { (void)mutex; })
/* The same, of one mutex of all. */
UCILK_CILKSAN(void, __cilksan_begin_atomic, (void), {})
UCILK_CILKSAN(void, __cilksan_end_atomic, (void), {})
#ifdef __cplusplus
}
#endif

/* Any address can be a lock's. */
#define __cilksan_register_lock_explicit(mutex) ((void)(mutex))
#define __cilksan_unregister_lock_explicit(mutex) ((void)(mutex))

/* Older names. */
#define __cilksan_enable_instrumentation() __cilksan_enable_checking()
#define __cilksan_disable_instrumentation() __cilksan_disable_checking()

typedef struct Cilksan_fake_mutex {
    int fake_mutex;
} Cilksan_fake_mutex;

#ifdef __cplusplus
class Cilksan_fake_lock_guard
{
    const void *mutex;

  public:
    Cilksan_fake_lock_guard() = delete;
    Cilksan_fake_lock_guard(const Cilksan_fake_lock_guard &) = delete;
    explicit Cilksan_fake_lock_guard(const void *its) : mutex(its)
    {
        __cilksan_acquire_lock(mutex);
    }
    ~Cilksan_fake_lock_guard()
    {
        __cilksan_release_lock(mutex);
    }
};
#endif

#endif
