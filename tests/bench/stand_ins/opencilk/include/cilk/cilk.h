/* The serial elision of OpenCilk's keywords. */
#ifndef CILK_CILK_H
#define CILK_CILK_H

#define cilk_spawn
#define cilk_sync
#define cilk_for for

#endif
