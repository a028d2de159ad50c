/* <cilk/cilk_api.h>: what programs ask OpenCilk's runtime. */
#ifndef UCILK_CILK_API_H
#define UCILK_CILK_API_H

#include <ucilk/workers.h>

#define __cilkrts_get_nworkers() ucilk_nworkers()
#define __cilkrts_get_worker_number() ucilk_worker()
#define __cilkrts_is_initialized() 1
#define __cilkrts_running_on_workers() 1

#endif
