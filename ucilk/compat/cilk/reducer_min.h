/* <cilk/reducer_min.h>: as <cilk/reducer_min_max.h>. */
#include "reducer_min_max.h"
