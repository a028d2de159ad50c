/* For OpenCilk: our keywords, so that the examples are compiled as they are.
 * unistd.h declares a function `sync', and so comes before. */
#pragma once

#include <unistd.h>

#include <cilk/cilk.h>

#define spawn cilk_spawn
#define sync cilk_sync
