/* <cilk/reducer_max.h>: as <cilk/reducer_min_max.h>. */
#include "reducer_min_max.h"
