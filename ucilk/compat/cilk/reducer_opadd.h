/* <cilk/reducer_opadd.h>: CILK_C_REDUCER_OPADD(r, type, value);
 * <cilk/reducer.h>. */
#ifndef UCILK_CILK_REDUCER_OPADD_H
#define UCILK_CILK_REDUCER_OPADD_H

#include "reducer.h"

#define UCILK_C_OF_OPADD(NAME, T, LEAST, GREATEST)                             \
    UCILK_C_REDUCER_OF(opadd, NAME, T, *v = 0, *l = (T)(*l + *r))
UCILK_C_NUMBERS(UCILK_C_OF_OPADD)
#undef UCILK_C_OF_OPADD

#define CILK_C_REDUCER_OPADD_TYPE(type) cilk_c_reducer_opadd_##type
#define CILK_C_REDUCER_OPADD(r, type, ...)                                     \
    UCILK_C_REDUCER(opadd, type, r, __VA_ARGS__)
/* An initializer for CILK_C_DECLARE_REDUCER(type) r, as in the
 * specification. */
#define REDUCER_OPADD_INIT(type, ...)                                          \
    UCILK_C_REDUCER_INIT(opadd, type, __VA_ARGS__)

#endif
