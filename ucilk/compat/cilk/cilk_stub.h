/*
 * <cilk/cilk_stub.h>: a file that includes it in place of <cilk/cilk.h> is
 * compiled as its serial elision.
 */
#ifndef UCILK_CILK_STUB_H
#define UCILK_CILK_STUB_H

#include <ucilk/elision.h>

#endif
