/* <cilk/cilk_api.h>: what programs ask OpenCilk's runtime. */
#ifndef UCILK_CILK_API_H
#define UCILK_CILK_API_H

#include <ucilk/workers.h>

#define __cilkrts_get_nworkers() ucilk_nworkers()
#define __cilkrts_get_worker_number() ucilk_worker()
#define __cilkrts_is_initialized() 1
#define __cilkrts_running_on_workers() 1

/* Pedigrees: <ucilk/random.h>.  Their names are there where they can be. */
#if !defined(UCILK_ABI_CLUSTER) && !defined(UCILK_MACROS_H) &&                 \
    (!defined(UCILK_SERIAL) || defined(UCILK_ABI_PEDIGREES))
#include <ucilk/random.h>
typedef struct ucilk_pedigree ucilk_pedigree;
#define __cilkrts_pedigree ucilk_pedigree
#define __cilkrts_get_pedigree() ucilk_pedigree_get()
#define __cilkrts_bump_worker_rank() (ucilk_pedigree_bump(), 0)
#define __cilkrts_init_dprng() ((void)0)
#define __cilkrts_dprand_set_seed(seed) ucilk_random_seed(seed)
#define __cilkrts_get_dprand() ucilk_random()
#endif

/* Reducers in memory from malloc: <ucilk/reducers.h>. */
#ifdef UCILK_SERIAL
#define __cilkrts_reducer_register(key, size, identity, reduce) ((void)(key))
#define __cilkrts_reducer_unregister(key) ((void)(key))
#else
#include <ucilk/abi.h>
#define __cilkrts_reducer_register(key, size, identity, reduce)                \
    ucilk_abi_reducers_begin(key, size)
#define __cilkrts_reducer_unregister(key) ucilk_abi_reducers_end(key, 0)
#endif

#endif
