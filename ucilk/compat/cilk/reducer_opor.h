/* <cilk/reducer_opor.h>: CILK_C_REDUCER_OPOR(r, type, value); <cilk/reducer.h>.
 */
#ifndef UCILK_CILK_REDUCER_OPOR_H
#define UCILK_CILK_REDUCER_OPOR_H

#include "reducer.h"

#define UCILK_C_OF_OPOR(NAME, T, LEAST, GREATEST)                              \
    UCILK_C_REDUCER_OF(opor, NAME, T, *v = 0, *l = (T)(*l | *r))
UCILK_C_INTEGERS(UCILK_C_OF_OPOR)
#undef UCILK_C_OF_OPOR

#define CILK_C_REDUCER_OPOR_TYPE(type) cilk_c_reducer_opor_##type
#define CILK_C_REDUCER_OPOR(r, type, ...)                                      \
    UCILK_C_REDUCER(opor, type, r, __VA_ARGS__)

#endif
