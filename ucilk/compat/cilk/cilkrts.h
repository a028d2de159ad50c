/*
 * The functions of <cilk/cilk_api.h>.  Many programs declare them themselves, so
 * the library has them; in the elision, which has no library, each file that
 * includes this header does.
 */
#ifndef UCILK_CILKRTS_H
#define UCILK_CILKRTS_H

#ifdef UCILK_SERIAL
#define UCILK_CILKRTS(function, body)                                          \
    __attribute__((weak)) function;                                            \
    __attribute__((weak)) function body
#else
#define UCILK_CILKRTS(function, body) function;
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* clang-format off */
UCILK_CILKRTS(int __cilkrts_set_param(const char *name, const char *value), {
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
})
UCILK_CILKRTS(int __cilkrts_get_nworkers(void), { return 1; })
UCILK_CILKRTS(int __cilkrts_get_total_workers(void), { return 1; })
UCILK_CILKRTS(int __cilkrts_get_worker_number(void), { return 0; })
UCILK_CILKRTS(int __cilkrts_is_initialized(void), { return 1; })
UCILK_CILKRTS(int __cilkrts_running_on_workers(void), { return 1; })
UCILK_CILKRTS(int __cilkrts_get_force_reduce(void), { return 0; })
UCILK_CILKRTS(void __cilkrts_init(void), {})
UCILK_CILKRTS(void __cilkrts_end_cilk(void), {})
/* clang-format on */

#ifdef __cplusplus
}
#endif

#endif
