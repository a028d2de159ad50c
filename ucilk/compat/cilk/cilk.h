/* <cilk/cilk.h>, as OpenCilk's programs include it. */
#include <ucilk/ucilk.h>

#ifdef UCILK_SERIAL /* there is no library */
#include "cilkrts.h"
#endif

/* Programs use it to get a pointer to a reducer.  Here `&x' is one where the
 * destination is such a pointer. */
#ifndef __cplusplus
#undef __builtin_addressof
#define __builtin_addressof(x) (&(x))
#endif
