/*
 * <cilk/reducer_min_max.h>: CILK_C_REDUCER_MAX(r, type, value), and MIN; with
 * an index, CILK_C_REDUCER_MAX_INDEX(r, type, value), whose value is a struct
 * of `index' and `value'; <cilk/reducer.h>.  Of equal values the first one
 * wins.
 */
#ifndef UCILK_CILK_REDUCER_MIN_MAX_H
#define UCILK_CILK_REDUCER_MIN_MAX_H

#include "reducer.h"

#define UCILK_C_OF_MIN_MAX(NAME, T, LEAST, GREATEST)                           \
    typedef struct {                                                           \
        ptrdiff_t index;                                                       \
        T value;                                                               \
    } cilk_c_reducer_index_view_##NAME;                                        \
    UCILK_C_REDUCER_OF(max, NAME, T, *v = (LEAST), if (*r > *l) *l = *r)       \
    UCILK_C_REDUCER_OF(min, NAME, T, *v = (GREATEST), if (*r < *l) *l = *r)    \
    UCILK_C_REDUCER_OF(max_index, NAME, cilk_c_reducer_index_view_##NAME,      \
                       (v->index = 0, v->value = (LEAST)),                     \
                       if (r->value > l->value) *l = *r)                       \
    UCILK_C_REDUCER_OF(min_index, NAME, cilk_c_reducer_index_view_##NAME,      \
                       (v->index = 0, v->value = (GREATEST)),                  \
                       if (r->value < l->value) *l = *r)
UCILK_C_NUMBERS(UCILK_C_OF_MIN_MAX)
#undef UCILK_C_OF_MIN_MAX

#define CILK_C_REDUCER_MAX_TYPE(type) cilk_c_reducer_max_##type
#define CILK_C_REDUCER_MIN_TYPE(type) cilk_c_reducer_min_##type
#define CILK_C_REDUCER_MAX_INDEX_TYPE(type) cilk_c_reducer_max_index_##type
#define CILK_C_REDUCER_MIN_INDEX_TYPE(type) cilk_c_reducer_min_index_##type
#define CILK_C_REDUCER_MAX_INDEX_VIEW(type) cilk_c_reducer_index_view_##type
#define CILK_C_REDUCER_MIN_INDEX_VIEW(type) cilk_c_reducer_index_view_##type

#define CILK_C_REDUCER_MAX(r, type, ...)                                       \
    UCILK_C_REDUCER(max, type, r, __VA_ARGS__)
#define CILK_C_REDUCER_MIN(r, type, ...)                                       \
    UCILK_C_REDUCER(min, type, r, __VA_ARGS__)
#define CILK_C_REDUCER_MAX_INDEX(r, type, ...)                                 \
    UCILK_C_REDUCER(max_index, type, r, {0, __VA_ARGS__})
#define CILK_C_REDUCER_MIN_INDEX(r, type, ...)                                 \
    UCILK_C_REDUCER(min_index, type, r, {0, __VA_ARGS__})

/* If v is larger (smaller) than the view, the view becomes v. */
#define UCILK_C_CALC(order, r, v)                                              \
    do {                                                                       \
        __typeof__((r).value) *ucilk_view_ = &REDUCER_VIEW(r);                 \
        __typeof__((r).value) ucilk_value_ = (v);                              \
        if (ucilk_value_ order * ucilk_view_)                                  \
            *ucilk_view_ = ucilk_value_;                                       \
    } while (0)
#define UCILK_C_INDEX_CALC(order, r, i, v)                                     \
    do {                                                                       \
        __typeof__((r).value) *ucilk_view_ = &REDUCER_VIEW(r);                 \
        __typeof__((r).value.value) ucilk_value_ = (v);                        \
        if (ucilk_value_ order ucilk_view_->value) {                           \
            ucilk_view_->index = (i);                                          \
            ucilk_view_->value = ucilk_value_;                                 \
        }                                                                      \
    } while (0)
#define CILK_C_REDUCER_MAX_CALC(r, v) UCILK_C_CALC(>, r, v)
#define CILK_C_REDUCER_MIN_CALC(r, v) UCILK_C_CALC(<, r, v)
#define CILK_C_REDUCER_MAX_INDEX_CALC(r, i, v) UCILK_C_INDEX_CALC(>, r, i, v)
#define CILK_C_REDUCER_MIN_INDEX_CALC(r, i, v) UCILK_C_INDEX_CALC(<, r, i, v)

#endif
