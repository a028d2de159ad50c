/* <cilk/reducer_opand.h>: CILK_C_REDUCER_OPAND(r, type, value);
 * <cilk/reducer.h>. */
#ifndef UCILK_CILK_REDUCER_OPAND_H
#define UCILK_CILK_REDUCER_OPAND_H

#include "reducer.h"

#define UCILK_C_OF_OPAND(NAME, T, LEAST, GREATEST)                             \
    UCILK_C_REDUCER_OF(opand, NAME, T, *v = (T) ~(T)0, *l = (T)(*l & *r))
UCILK_C_INTEGERS(UCILK_C_OF_OPAND)
#undef UCILK_C_OF_OPAND

#define CILK_C_REDUCER_OPAND_TYPE(type) cilk_c_reducer_opand_##type
#define CILK_C_REDUCER_OPAND(r, type, ...)                                     \
    UCILK_C_REDUCER(opand, type, r, __VA_ARGS__)

#endif
