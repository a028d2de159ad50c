/* The serial elision of OpenCilk's keywords. */
#pragma once

#define cilk_spawn
#define cilk_sync
#define cilk_for for
