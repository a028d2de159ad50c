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

int __cilkrts_get_nworkers(void)
{
    return (int)ucilk_nworkers();
}

int __cilkrts_get_total_workers(void)
{
    return (int)ucilk_nworkers();
}

int __cilkrts_get_worker_number(void)
{
    return (int)ucilk_worker();
}

int __cilkrts_is_initialized(void)
{
    return 1;
}

int __cilkrts_running_on_workers(void)
{
    return 1;
}

int __cilkrts_get_force_reduce(void)
{
    return 0;
}

void __cilkrts_init(void)
{
}

void __cilkrts_end_cilk(void)
{
    (void)ucilk_workers_shutdown();
}

/* That children may be outstanding is always right. */
int __cilkrts_synched(void)
{
    return 0;
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
