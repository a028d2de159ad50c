/*
 * Groups: calls with all their input, which may run on another node of a
 * cluster; within one tasks share the node's memory.
 *
 *     ucilk_future_t f = cilk_group call(args);      one consumer
 *     ucilk_future_t f = cilk_group(k) call(args);   k consumers
 *
 * starts call(args) as a future's task does (<ucilk/futures.h>; with
 * <ucilk/macros.h>: cilk_group(call, args) and cilk_group_k(k, call, args)).
 * In a program that `ucilkcc --ucilk-groups' has linked, and that mpirun has
 * started on several hosts, the call may run on any of them.  There it finds
 * its arguments, the program's constants, and what the program's constructors
 * have made of its variables; nothing that main or other groups have written.
 *
 * A struct ucilk_bytes {void *at; unsigned long size;} among the arguments, or
 * in the result, takes the bytes along that it refers to.  A call that stays on
 * its node gets the pointer as it is; a call that leaves gets a copy, which is
 * gone when the call returns.  A result's bytes are malloc's, are none of the
 * arguments' own, and belong to whoever gets the result.
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
