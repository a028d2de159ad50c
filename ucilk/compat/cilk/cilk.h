/* <cilk/cilk.h>, as OpenCilk's programs include it. */
#include <ucilk/ucilk.h>
