/* The serial elision of the keywords that Cilk Plus and OpenCilk have, too. */
#ifndef UCILK_ELISION_H
#define UCILK_ELISION_H

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
