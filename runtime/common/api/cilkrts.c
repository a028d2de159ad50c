/*
 * The functions of <cilk/cilk_api.h> for programs that declare them themselves,
 * as gcc's tests of Cilk Plus do.  In the header they are macros.
 */
#define __cilkrts_set_param set_param
#include <ucilk/compat/cilk/cilk_api.h>
#undef __cilkrts_set_param

int __cilkrts_set_param(const char *name, const char *value);
int(__cilkrts_get_nworkers)(void);
int(__cilkrts_get_total_workers)(void);
int(__cilkrts_get_worker_number)(void);
int(__cilkrts_is_initialized)(void);
int(__cilkrts_running_on_workers)(void);
int(__cilkrts_get_force_reduce)(void);
void(__cilkrts_init)(void);
void(__cilkrts_end_cilk)(void);

int __cilkrts_set_param(const char *name, const char *value)
{
    return set_param(name, value);
}

int(__cilkrts_get_nworkers)(void)
{
    return (int)__cilkrts_get_nworkers();
}

int(__cilkrts_get_total_workers)(void)
{
    return (int)__cilkrts_get_total_workers();
}

int(__cilkrts_get_worker_number)(void)
{
    return (int)__cilkrts_get_worker_number();
}

int(__cilkrts_is_initialized)(void)
{
    return __cilkrts_is_initialized();
}

int(__cilkrts_running_on_workers)(void)
{
    return __cilkrts_running_on_workers();
}

int(__cilkrts_get_force_reduce)(void)
{
    return __cilkrts_get_force_reduce();
}

void(__cilkrts_init)(void)
{
    __cilkrts_init();
}

void(__cilkrts_end_cilk)(void)
{
    __cilkrts_end_cilk();
}
