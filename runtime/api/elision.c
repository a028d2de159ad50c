/* libucilk_serial: what a serial elision calls without a header that defines
 * it. */
#include <ucilk/compat/cilk/cilkrts.h>
