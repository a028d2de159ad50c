/*
 * <cilk/cilk_api.h>: what programs ask the runtimes of OpenCilk and Cilk Plus.
 * docs/from-cilk.md has the table of what each answers.
 */
#ifndef UCILK_CILK_API_H
#define UCILK_CILK_API_H

#include <inttypes.h> /* as OpenCilk's */
#include <stddef.h>
#include <stdlib.h>
#include <ucilk/workers.h>

#ifdef UCILK_SERIAL
#include "cilkrts.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif
int __cilkrts_set_param(const char *name, const char *value);
int __cilkrts_get_nworkers(void);
int __cilkrts_get_total_workers(void);
int __cilkrts_get_worker_number(void);
int __cilkrts_is_initialized(void);
int __cilkrts_running_on_workers(void);
int __cilkrts_get_force_reduce(void);
int __cilkrts_synched(void);
void __cilkrts_init(void);
void __cilkrts_end_cilk(void);
void __cilkrts_atinit(void (*callback)(void));
int __cilkrts_atexit(void (*callback)(void));
#ifdef __cplusplus
}
#endif

/* Results of __cilkrts_set_param. */
enum {
    __CILKRTS_SET_PARAM_SUCCESS = 0,
    __CILKRTS_SET_PARAM_UNIMP = 1,   /* there is no such parameter here */
    __CILKRTS_SET_PARAM_XRANGE = 2,  /* the value is not in the allowed range */
    __CILKRTS_SET_PARAM_INVALID = 3, /* the value is no number */
    __CILKRTS_SET_PARAM_LATE = 4     /* there are workers already */
};

/* Pedigrees: <ucilk/random.h>.  The names are defined where that header can be
 * included. */
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
#define __cilkrts_reducer_lookup(key, size, identity, reduce) ((void *)(key))
#else
#include <ucilk/abi.h>
#define __cilkrts_reducer_register(key, size, identity, reduce)                \
    ucilk_abi_reducers_begin(key, size)
#define __cilkrts_reducer_unregister(key) ucilk_abi_reducers_end(key, 0)
/* identity and reduce must be constant expressions. */
#define __cilkrts_reducer_lookup(key, size, identity, reduce)                  \
    __extension__({                                                            \
        static const struct ucilk_abi_monoid ucilk_monoid_ = {identity,        \
                                                              reduce};         \
        ucilk_abi_look_up(key, size, &ucilk_monoid_);                          \
    })
#endif

#endif
