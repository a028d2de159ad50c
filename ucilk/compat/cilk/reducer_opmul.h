/* <cilk/reducer_opmul.h>: CILK_C_REDUCER_OPMUL(r, type, value);
 * <cilk/reducer.h>. */
#ifndef UCILK_CILK_REDUCER_OPMUL_H
#define UCILK_CILK_REDUCER_OPMUL_H

#include "reducer.h"

#define UCILK_C_OF_OPMUL(NAME, T, LEAST, GREATEST)                             \
    UCILK_C_REDUCER_OF(opmul, NAME, T, *v = 1, *l = (T)(*l * *r))
UCILK_C_NUMBERS(UCILK_C_OF_OPMUL)
#undef UCILK_C_OF_OPMUL

#define CILK_C_REDUCER_OPMUL_TYPE(type) cilk_c_reducer_opmul_##type
#define CILK_C_REDUCER_OPMUL(r, type, ...)                                     \
    UCILK_C_REDUCER(opmul, type, r, __VA_ARGS__)

#endif
