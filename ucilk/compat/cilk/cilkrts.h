/*
 * The functions of <cilk/cilk_api.h> in the elision, which has no library: each
 * file that includes this header defines them, under other names in C, since
 * many programs declare them themselves.
 */
#ifndef UCILK_CILKRTS_H
#define UCILK_CILKRTS_H

#define UCILK_CILKRTS(type, name, parameters)                                  \
    __attribute__((weak)) type ucilk_elided_##name parameters                  \
        __asm__("__cilkrts_" #name);                                           \
    __attribute__((weak)) type ucilk_elided_##name parameters

#ifdef __cplusplus
extern "C" {
#endif

/* A file with this header need not have <stdlib.h>. */
int ucilk_elided_atexit_of_libc(void (*callback)(void)) __asm__("atexit");

/* clang-format off */
UCILK_CILKRTS(int, set_param, (const char *name, const char *value))
{
    const char *wanted = "nworkers";
    int is_negative = *value == '-';
    for (; *wanted && *name == *wanted; wanted++)
        name++;
    if (*name || *wanted)
        return 1; /* __CILKRTS_SET_PARAM_UNIMP */
    if (is_negative)
        value++;
    wanted = value;
    while (*value >= '0' && *value <= '9')
        value++;
    return value == wanted || *value ? 3 : is_negative ? 2 : 0;
}
UCILK_CILKRTS(int, get_nworkers, (void)) { return 1; }
UCILK_CILKRTS(int, get_total_workers, (void)) { return 1; }
UCILK_CILKRTS(int, get_worker_number, (void)) { return 0; }
UCILK_CILKRTS(int, is_initialized, (void)) { return 1; }
UCILK_CILKRTS(int, running_on_workers, (void)) { return 1; }
UCILK_CILKRTS(int, get_force_reduce, (void)) { return 0; }
UCILK_CILKRTS(int, synched, (void)) { return 1; }
UCILK_CILKRTS(void, init, (void)) {}
UCILK_CILKRTS(void, end_cilk, (void)) {}
UCILK_CILKRTS(void, atinit, (void (*callback)(void))) { callback(); }
UCILK_CILKRTS(int, atexit, (void (*callback)(void)))
{
    return ucilk_elided_atexit_of_libc(callback);
}
/* clang-format on */

#ifdef __cplusplus
}
#endif

#endif
