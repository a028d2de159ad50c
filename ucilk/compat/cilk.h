/* <cilk.h>, as Cilk-5's programs include it. */
#include <ucilk/ucilk.h>

#include <cilk-lib.h>
