/* <cilk/reducer_opxor.h>: CILK_C_REDUCER_OPXOR(r, type, value);
 * <cilk/reducer.h>. */
#ifndef UCILK_CILK_REDUCER_OPXOR_H
#define UCILK_CILK_REDUCER_OPXOR_H

#include "reducer.h"

#define UCILK_C_OF_OPXOR(NAME, T, LEAST, GREATEST)                             \
    UCILK_C_REDUCER_OF(opxor, NAME, T, *v = 0, *l = (T)(*l ^ *r))
UCILK_C_INTEGERS(UCILK_C_OF_OPXOR)
#undef UCILK_C_OF_OPXOR

#define CILK_C_REDUCER_OPXOR_TYPE(type) cilk_c_reducer_opxor_##type
#define CILK_C_REDUCER_OPXOR(r, type, ...)                                     \
    UCILK_C_REDUCER(opxor, type, r, __VA_ARGS__)

#endif
