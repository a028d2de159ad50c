/* errno over spawns. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucilk/ucilk.h>

int f(int n);
int g(int *p);

int behind_a_spawn(int n)
{
    int x = spawn f(n);
    if (errno) /* expect: 13:9: warning: errno is read behind a spawn */
        n++;
    sync;
    return x + n;
}

int behind_a_sync(int n)
{
    FILE *file = fopen("x", "r");
    spawn f(n);
    if (!file)
        perror("x");
    sync;
    n += errno; /* expect: 26:10: warning: errno is read behind a sync */
    return n;
}

int held(int n)
{
    errno = 0;
    spawn f(n);
    int *p = &errno; /* expect: 34:15: warning: errno is read behind a spawn */
    spawn g(&errno); /* expect: 35:13: warning: the address of errno is given to the spawned call of `g' */
    sync;
    return *p;
}

int fine(int n)
{
    int x = errno, y;
    y = spawn f(errno);
    errno = 0;
    if (errno == ENOMEM)
        x++;
    sync;
    x += strtol("7", NULL, 10);
    if (errno)
        return x;
    while (n--) {
        spawn f(n);
        if (fopen("y", "r") == NULL && errno != ENOENT)
            break;
    }
    sync;
    return x + y;
}

int no_spawn(int n)
{
    sync; /* expect: 62:5: warning: nothing is spawned in this function that sync could wait for */
    return errno + n;
}
