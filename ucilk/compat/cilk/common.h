/*
 * <cilk/common.h>: the macros by which Cilk Plus' headers declare functions, and
 * programs that were taken from them.
 */
#ifndef UCILK_CILK_COMMON_H
#define UCILK_CILK_COMMON_H

#ifdef __cplusplus
#define __CILKRTS_BEGIN_EXTERN_C extern "C" {
#define __CILKRTS_END_EXTERN_C }
#define __CILKRTS_NOTHROW throw()
#else
#define __CILKRTS_BEGIN_EXTERN_C
#define __CILKRTS_END_EXTERN_C
#define __CILKRTS_NOTHROW __attribute__((nothrow))
#endif
#define __CILKRTS_STRAND_PURE(function) function
#define __CILKRTS_STRAND_STALE(function) function
#define __CILKRTS_INLINE static __inline__
#define __CILKRTS_EXTERN_INLINE static __inline__
#define CILK_EXPORT
#define CILK_EXPORT_DATA
#define CILK_EXPORT_AND_INLINE __CILKRTS_INLINE
#define CILK_ABI(type) type
#define CILK_ABI_THROWS(type) type
#define CILK_API(type) type
#define CILK_API_VOID void
#define CILK_API_INT int
#define CILK_API_SIZET __SIZE_TYPE__

#endif
