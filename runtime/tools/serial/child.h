/* What the tool of this library does with the children that spawn.c runs. */
#ifdef UCILK_ABI_RACE
#include "race/race_child.h"
#else
#include "scale/scale_child.h"
#endif
