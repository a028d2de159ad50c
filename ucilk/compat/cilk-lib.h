/*
 * <cilk-lib.h> and <cilk-lib.cilkh>: Cilk-5's library, for files with and
 * without its keywords, in programs of one process.
 */
#ifndef UCILK_CILK_LIB_H
#define UCILK_CILK_LIB_H

#include <assert.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ucilk/cilk5.h>
#include <ucilk/workers.h>

#define Cilk_active_size ((int)ucilk_nworkers())
#define Self ((int)ucilk_worker())

#define Cilk_user_work ((Cilk_time)0)
#define Cilk_user_critical_path ((Cilk_time)0)

/* Memory in the calling function's frame. */
#define Cilk_alloca(size) __builtin_alloca(size)

/* Any task may call it. */
#define Cilk_exit(status) exit(status)

#define Cilk_assert(condition) assert(condition) /* NDEBUG leaves it out */

/* Any task may call it: ends the program, with status 1. */
static __attribute__((unused, noreturn, format(printf, 1, 2))) void
Cilk_die(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("fatal error: ", stderr);
    vfprintf(stderr, format, list);
    va_end(list);
    exit(1);
}

/* The library defines them; a program may define its own. */
extern int Cilk_rand(void);
extern void Cilk_srand(unsigned int seed);

/* --- Locks: not to be held over a spawn or sync --- */

/* An array, as in Cilk-5: a function that has one as its parameter locks the
 * caller's. */
typedef volatile int Cilk_lockvar[1];

#define CILK_LOCK_INITIALIZER {0}

static __inline__ __attribute__((unused)) void Cilk_lock_init(Cilk_lockvar lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

static __inline__ __attribute__((unused)) void Cilk_lock(Cilk_lockvar lock)
{
    int n;
    for (n = 1; __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE); n++)
        if (n % 64 == 0) /* its holder may be off its CPU */
            sched_yield();
}

static __inline__ __attribute__((unused)) void Cilk_unlock(Cilk_lockvar lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

#endif
