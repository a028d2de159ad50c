/*
 * What Cilk-5's compiler put before the first line of a .cilk file, as ucilkcc
 * does.  <cilk.h> and <cilk-lib.h> include it for other files.
 *
 * No header of the C library is included: a .cilk file may begin with a
 * definition of _GNU_SOURCE, which must come before the first of them.
 */
#ifndef UCILK_CILK5_H
#define UCILK_CILK5_H

#pragma GCC system_header

#include <stddef.h>

/* --- Declarations --- */

#define FILE_IDENTITY(name, text)                                              \
    static const char name[] __attribute__((unused)) = text

#ifndef UNUSED
#define UNUSED(declarator) declarator __attribute__((unused))
#endif
#ifndef USE_UNUSED
#define USE_UNUSED(variable) ((void)(variable))
#endif
#define NoReturn(declarator) void declarator __attribute__((noreturn))
#define CHECK_FORMAT_STRING(kind, text, first)                                 \
    __attribute__((format(kind, text, first)))

/* Of its machines whose processors had memory of their own. */
#define SHARED
#define Cilk_shared
#define PRIVATE                                                                \
    _Pragma("GCC error \"PRIVATE: all workers share the program's variables; write `_Thread_local' for one in each worker\"")

/* For Cilk-5's compiler alone. */
#define __cilksafe__
#define __CILKSAFE__
#define __cilkonly__
#define __nooutput__

/* --- Time, in nanoseconds; work and span are not measured --- */

__extension__ typedef unsigned long long Cilk_time;

/* As the C library has it, for a struct timespec of two longs. */
extern int ucilk_clock(int clock, void *time) __asm__("clock_gettime");

static __inline__ __attribute__((unused)) Cilk_time Cilk_get_wall_time(void)
{
    enum { MONOTONIC = 1 };
    long now[2];
    ucilk_clock(MONOTONIC, now);
    return (Cilk_time)now[0] * 1000000000u + (Cilk_time)now[1];
}

#define Cilk_get_time() Cilk_get_wall_time()
#define Cilk_wall_time_to_sec(time) ((double)(time) / 1e9)
#define Cilk_time_to_sec(time) ((double)(time) / 1e9)

/* --- Order of memory --- */

#define Cilk_fence() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define Cilk_membar_StoreStore() __atomic_thread_fence(__ATOMIC_RELEASE)
#define Cilk_membar_StoreLoad() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define CILK_MB() Cilk_fence()
#define CILK_RMB() Cilk_fence()
#define CILK_WMB() Cilk_membar_StoreStore()
#define Cilk_xchg(place, value)                                                \
    __atomic_exchange_n(place, value, __ATOMIC_SEQ_CST)

#define CILK_CACHE_LINE 64
#define CILK_CACHE_LINE_PAD char __dummy[CILK_CACHE_LINE]
#define CILK_CACHE_LINE_ALIGNED(declaration)                                   \
    declaration __attribute__((aligned(CILK_CACHE_LINE)))

/* --- Memory that outlives a procedure --- */

#define Cilk_malloc(size) __builtin_malloc(size)
#define Cilk_malloc_fixed(size) __builtin_malloc(size)
#define Cilk_free(memory) __builtin_free(memory)

/* --- main --- */

/* ucilkcc adds a weak main that calls cilk_main; plain C has no other way. */
#if defined(UCILK_SERIAL) && !defined(UCILK_COMPILER)
#define cilk_main main
#endif

#ifndef __cplusplus /* <stdlib.h> may declare it */
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
        for (k = 0; k < N && __builtin_strcmp(argv[i], known[k].option) != 0;
             k++)
            ;
        if (k == N || (k < WITH_VALUE && i + 1 == *argc))
            break;
        if (known[k].variable) {
            int is_on = __builtin_strcmp(argv[i + 1], "0") != 0;
            setenv(known[k].variable, k > 0 && is_on ? "1" : argv[i + 1], 1);
        }
        i += k < WITH_VALUE ? 2 : 1;
    }
    if (i < *argc && __builtin_strcmp(argv[i], "--") == 0)
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

/* --- Not here --- */

#define Cilk_add_hook                                                          \
    _Pragma("GCC error \"ucilk: Cilk-5's hooks are not there: call the function in main, before the first spawn\"")
#define Cilk_run_hooks Cilk_add_hook
#define Cilk_init_global_hooks Cilk_add_hook
#define Cilk_init_per_worker_hooks                                             \
    _Pragma("GCC error \"ucilk: Cilk-5's hooks are not there: let a task set up what is its worker's, by Self, when it finds it missing\"")
#define _cilk_ws                                                               \
    _Pragma("GCC error \"ucilk: there is no state of Cilk-5's worker: Self is its number\"")

#endif
