/* A function that calls itself n times: deep, each time beside a child, all on
 * the stack of one task; sunk, by calls alone, in a task that is stolen. */
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long one(long n)
{
    return n > 0;
}

static long deep(long n)
{
    if (n == 0)
        return 0;
    long a = spawn one(n);
    long b = deep(n - 1);
    sync;
    return a + b;
}

static long sunk(long n)
{
    volatile char room[1000];
    room[0] = n > 0;
    long below = n > 0 ? sunk(n - 1) : 0;
    return below + room[0];
}

int main(int argc, char **argv)
{
    long n = argc > 2 ? atol(argv[2]) : 5, found;
    if (argc > 1 && strcmp(argv[1], "sunk") == 0) {
        found = spawn sunk(n);
        ucilk_work(1000000); /* time for a thief */
        sync;
    } else {
        found = spawn deep(n);
        sync;
    }
    printf("%ld\n", found);
}
