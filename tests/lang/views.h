/* Static reducers, and the strand's own views of them, in keywords and in
 * macros. */
#pragma once

#include <ucilk/reducers.h>

#ifndef UCILK_MACROS_H
#define REDUCER(TYPE, NAME, MONOID, ...) static TYPE MONOID NAME = __VA_ARGS__
#define VIEW(reducer) reducer
#else
#define REDUCER(TYPE, NAME, MONOID, ...)                                       \
    cilk_static_reducer(TYPE, NAME, MONOID, __VA_ARGS__)
#define VIEW(reducer) cilk_view(reducer)
#endif
