/*
 * <cilk/cilk_stub.h>: a file that includes it in the place of <cilk/cilk.h> is
 * compiled as its serial elision.
 */
#ifndef UCILK_CILK_STUB_H
#define UCILK_CILK_STUB_H

#define cilk_spawn
#define _Cilk_spawn
#define cilk_sync
#define _Cilk_sync
#define cilk_scope
#define _Cilk_scope
#define cilk_for for
#define _Cilk_for for
#define cilk_reducer(...)
#define _Hyperobject(...)

#endif
