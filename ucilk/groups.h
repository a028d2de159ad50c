/*
 * Groups: calls with all their input, which may run on another node of a
 * cluster; within one tasks share the node's memory (docs/groups.md).
 *
 *     ucilk_future_t f = cilk_group call(args);      one consumer
 *     ucilk_future_t f = cilk_group(k) call(args);   k consumers
 *
 * starts call(args) as a future's task does (<ucilk/futures.h>; with
 * <ucilk/macros.h>: cilk_group(call, args) and cilk_group_k(k, call, args)).  A
 * struct ucilk_bytes {void *at; unsigned long size;} among the arguments, or in
 * the result, takes the bytes along that it refers to.
 */
#ifndef UCILK_GROUPS_H
#define UCILK_GROUPS_H

#include <ucilk/futures.h>

#ifdef UCILK_SERIAL
static __inline__ __attribute__((unused)) unsigned ucilk_node(void)
{
    return 0;
}
static __inline__ __attribute__((unused)) unsigned ucilk_nnodes(void)
{
    return 1;
}
#else
#ifdef __cplusplus
extern "C" {
#endif
/* The number of the node on which the caller runs, from 0 on, and how many
 * nodes there are. */
unsigned ucilk_node(void);
unsigned ucilk_nnodes(void);
#ifdef __cplusplus
}
#endif
#endif

#endif
