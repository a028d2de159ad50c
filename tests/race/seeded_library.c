/* The shared library of seeded.c and locals.c. */
#include <ucilk/ucilk.h>

#include "seeded_library.h"

long shared_word;
long shared_array[64]; // of_library | `shared_array[0]'

void library_add(long *to)
{
    *to += 1; // library_call library_both library_twice
}

long library_read(const long *from)
{
    return *from; // library_both result_global
}

static void put(long n)
{
    shared_array[0] = n; // library_inside
}

void library_spawns(void)
{
    cilk_spawn put(1);
    put(2);
    cilk_sync;
}

void library_local(void)
{
    long own[2] = {0}; // in_library | `own[1]' | library_local
    cilk_spawn library_add(own + 1);
    library_add(own + 1);
    cilk_sync;
}
