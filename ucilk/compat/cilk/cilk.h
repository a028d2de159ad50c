/* <cilk/cilk.h>, as OpenCilk's programs include it. */
#include <ucilk/ucilk.h>

/* The way to a pointer to a reducer: `&x' is one where it goes into one. */
#ifndef __cplusplus
#undef __builtin_addressof
#define __builtin_addressof(x) (&(x))
#endif
