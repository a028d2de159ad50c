/* recpfor: RecPFor, see pfor.c. */
#define RECURSIVE 1
#include "pfor.c"
