/* A region that any thread can open. */
#pragma once

#include "process.h"

#include <ucilk/ucilk.h>

static void put(long *p, long value)
{
    linger((unsigned long)value);
    *p = value;
}

/* Ten children write into its frame: their sum. */
PROCESS_UNUSED long region(long seed)
{
    long a[10];
    for (long i = 0; i < 10; i++)
        spawn put(&a[i], seed + i);
    scribble();
    sync;
    for (long i = 0; i < 10; i++)
        CHECK(a[i] == seed + i);
    return 10 * seed + 45;
}
