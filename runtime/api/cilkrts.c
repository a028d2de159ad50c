/* The functions of <cilk/cilk_api.h>. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <ucilk/compat/cilk/cilk_api.h>

int __cilkrts_set_param(const char *name, const char *value)
{
    char *end;
    if (strcmp(name, "nworkers") != 0)
        return __CILKRTS_SET_PARAM_UNIMP;
    errno = 0;
    long n = strtol(value, &end, 0);
    if (end == value || *end != 0)
        return __CILKRTS_SET_PARAM_INVALID;
    if (n == 0) /* as many as CPUs, which is the default */
        return __CILKRTS_SET_PARAM_SUCCESS;
    if (n < 0 || errno == ERANGE || n > 0x7fffffff)
        return __CILKRTS_SET_PARAM_XRANGE;
    int status = ucilk_nworkers_set((unsigned)n);
    return status == 0         ? __CILKRTS_SET_PARAM_SUCCESS
           : status == -EINVAL ? __CILKRTS_SET_PARAM_XRANGE
           : status == -EBUSY  ? __CILKRTS_SET_PARAM_LATE
                               : __CILKRTS_SET_PARAM_UNIMP;
}

#define ANSWER(name, value)                                                    \
    int __cilkrts_##name(void)                                                 \
    {                                                                          \
        return value;                                                          \
    }
ANSWER(get_nworkers, (int)ucilk_nworkers())
ANSWER(get_total_workers, (int)ucilk_nworkers())
ANSWER(get_worker_number, (int)ucilk_worker())
ANSWER(is_initialized, 1)
ANSWER(running_on_workers, 1)
ANSWER(get_force_reduce, 0)
ANSWER(synched, 0) /* that children may be outstanding is always right */

void __cilkrts_init(void)
{
}

void __cilkrts_end_cilk(void)
{
    (void)ucilk_workers_shutdown();
}

/* The runtime starts with the first spawn. */
void __cilkrts_atinit(void (*callback)(void))
{
    callback();
}

int __cilkrts_atexit(void (*callback)(void))
{
    return atexit(callback);
}
