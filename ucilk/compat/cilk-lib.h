/*
 * <cilk-lib.h> and <cilk-lib.cilkh>: Cilk-5's library, for files with and
 * without its keywords, in programs of one process.
 */
#ifndef UCILK_CILK_LIB_H
#define UCILK_CILK_LIB_H

#include <assert.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ucilk/workers.h>

#define Cilk_active_size ((int)ucilk_nworkers())
#define Self ((int)ucilk_worker())

/* Memory in the calling function's frame. */
#define Cilk_alloca(size) __builtin_alloca(size)

/* Any task may call it. */
#define Cilk_exit(status) exit(status)

#define Cilk_assert(condition) assert(condition) /* NDEBUG leaves it out */

/* The library defines them; a program may define its own. */
extern int Cilk_rand(void);
extern void Cilk_srand(unsigned int seed);

#define FILE_IDENTITY(name, text)                                              \
    static const char name[] __attribute__((unused)) = text

/* --- Time, in nanoseconds; work and span are not measured --- */

typedef unsigned long long Cilk_time;

static __inline__ __attribute__((unused)) Cilk_time Cilk_get_wall_time(void)
{
#ifdef CLOCK_MONOTONIC
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (Cilk_time)now.tv_sec * 1000000000u + (Cilk_time)now.tv_nsec;
#else /* -std=c11 and the like */
    return (Cilk_time)time(0) * 1000000000u;
#endif
}

#define Cilk_wall_time_to_sec(time) ((double)(time) / 1e9)
#define Cilk_time_to_sec(time) ((double)(time) / 1e9)
#define Cilk_user_work ((Cilk_time)0)
#define Cilk_user_critical_path ((Cilk_time)0)

/* --- Locks: not to be held over a spawn or sync --- */

typedef int Cilk_lockvar;

#define CILK_LOCK_INITIALIZER 0
#define Cilk_lock_init(lock) __atomic_store_n(&(lock), 0, __ATOMIC_RELEASE)
#define Cilk_lock(lock) ucilk_lock(&(lock))
#define Cilk_unlock(lock) __atomic_store_n(&(lock), 0, __ATOMIC_RELEASE)

static __inline__ __attribute__((unused)) void ucilk_lock(Cilk_lockvar *lock)
{
    for (int n = 1; __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE); n++)
        if (n % 64 == 0) /* its holder may be off its CPU */
            sched_yield();
}

#define Cilk_fence() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define Cilk_membar_StoreStore() __atomic_thread_fence(__ATOMIC_RELEASE)
#define Cilk_membar_StoreLoad() __atomic_thread_fence(__ATOMIC_SEQ_CST)

/* --- main --- */

/* ucilkcc adds a weak main that calls cilk_main; plain C has no other way. */
#if defined(UCILK_SERIAL) && !defined(UCILK_COMPILER)
#define cilk_main main
#endif

#ifndef __cplusplus /* with -std=c11 <stdlib.h> does not declare it */
extern int setenv(const char *name, const char *value, int replace);
#endif

/*
 * Acts on Cilk-5's own options, which come first, and takes them out of argv.
 * ucilkcc calls it at the beginning of `cilk int main(int argc, char **argv)'
 * and of cilk_main.
 */
static __inline__ __attribute__((unused)) void ucilk_arguments(int *argc,
                                                               char **argv)
{
    static const struct {
        const char *option, *variable;
    } known[] = {{"--nproc", "UCILK_NWORKERS"},
                 {"--stats", "UCILK_STATS"},
                 {"--pthread-stacksize", 0},
                 {"--stack", 0},
                 {"--pin-proc", 0},
                 {"--no-stats", 0},
                 {"--no-debug", 0},
                 {"--infinite-stack", 0}};
    enum { N = sizeof known / sizeof known[0], WITH_VALUE = 5 };
    int i = 1, k = 0;
    while (i < *argc) {
        for (k = 0; k < N && strcmp(argv[i], known[k].option) != 0; k++)
            ;
        if (k == N || (k < WITH_VALUE && i + 1 == *argc))
            break;
        if (known[k].variable) {
            int is_on = strcmp(argv[i + 1], "0") != 0;
            setenv(known[k].variable, k > 0 && is_on ? "1" : argv[i + 1], 1);
        }
        i += k < WITH_VALUE ? 2 : 1;
    }
    if (i < *argc && strcmp(argv[i], "--") == 0)
        i++;
    for (k = 1; i <= *argc; i++, k++)
        argv[k] = argv[i]; /* the null pointer, too */
    *argc = k - 1;
}

/* --- Procedures called by C: any function may call one, so a context is not
 * used, and EXPORT(f)(context, a) is f(a), in declarations, too --- */

typedef struct ucilk_context CilkContext;

static __inline__ __attribute__((unused)) CilkContext *Cilk_init(int *argc,
                                                                 char **argv)
{
    ucilk_arguments(argc, argv);
    return (CilkContext *)(void *)argv;
}

#define EXPORT(name) name UCILK_WITHOUT_CONTEXT
#define UCILK_WITHOUT_CONTEXT(context, ...) (__VA_ARGS__)
#define Cilk_terminate(context) ((void)(context))

#endif
