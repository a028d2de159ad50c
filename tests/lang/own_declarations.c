/* Programs that declare functions of <cilk/cilk_api.h> themselves; with macros of
 * <cilk/common.h>. */
#include <cilk/cilk.h>
#include <cilk/common.h>

#include "check.h"

__CILKRTS_BEGIN_EXTERN_C
CILK_API(int) __cilkrts_set_param(const char *name, const char *value);
CILK_EXPORT CILK_API(int) __cilkrts_get_nworkers(void) __CILKRTS_NOTHROW;
extern int __cilkrts_get_total_workers(void);
int __cilkrts_get_worker_number();
extern void __cilkrts_init(void);
extern void __cilkrts_end_cilk(void);
__CILKRTS_END_EXTERN_C

#include <cilk/cilk_api.h>

extern int __cilkrts_get_nworkers(void);

__CILKRTS_INLINE int twice(int n)
{
    return 2 * n;
}

int main(void)
{
    CHECK(__cilkrts_set_param("nworkers", "many") == 3);
    CHECK(__cilkrts_set_param("nworkers", "-3") == 2);
    CHECK(__cilkrts_set_param("local stacks", "5") == 1);
    CHECK(__cilkrts_set_param("nworkers", "0") == 0);
    __cilkrts_init();
    int x = cilk_spawn twice(4);
    cilk_sync;
    CHECK(x == 8 && __cilkrts_get_nworkers() >= 1);
    CHECK(__cilkrts_get_worker_number() < __cilkrts_get_total_workers());
    __cilkrts_end_cilk();
    return 0;
}
