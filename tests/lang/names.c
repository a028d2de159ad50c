/*
 * spawn and sync as names of the program's own, beside the keywords.  The
 * header is left out, since its serial elision takes the names away.
 */
#define _DEFAULT_SOURCE
#include <spawn.h>
#include <unistd.h>

#include "check.h"

#ifdef UCILK_SERIAL
#define cilk_spawn
#define cilk_sync
#define SPAWN
#define SYNC
#else
#define SPAWN spawn
#define SYNC sync
#endif

struct names {
    int spawn;
    int (*sync)(int);
    struct {
        int x;
    } nested;
};

static int one(int n)
{
    return n + 1;
}

static int fields(struct names s, struct names *p)
{
    int x;
    s.spawn = 3;
    p->sync = one;
    s.nested.x = p->sync(4);
    x = SPAWN one(s.spawn);
    SYNC;
    int (*pointer)(int) = one;
    x += SPAWN (*pointer)(s.nested.x);
    SYNC;
    return x + p->sync(s.spawn);
}

static int variables(int sync)
{
    int spawn = sync * 2, y = spawn * (sync);
    spawn++;
    spawn = (spawn) + 1;
    if (spawn > 3)
        spawn -= 1;
    y += cilk_spawn one(spawn);
    cilk_sync;
    return y + spawn;
}

static int spawn(int n)
{
    return n > 0 ? spawn(n - 1) : 7;
}

static int functions(int n)
{
    int x = spawn(n), y;
    spawn(x);
    y = cilk_spawn spawn(x);
    x = SPAWN one(spawn(3));
    SYNC;
    return x + y;
}

/* As values, behind casts, colons and labels. */
static int values(int sync, int spawn)
{
    int y = (int)sync, z;
    z = y ? 1 : sync;
    y += z ? spawn : sync;
again:
    z += (spawn)*2 + spawn * y - -spawn;
    switch (y) {
    case 1 ? 2 : 3:
        z = y ?: sync;
        break;
    default:
        z += (char)sync;
        z += sync;
    }
    y = z ? 1 : sync;
    if (z < 0)
        goto again;
    struct {
        unsigned sync : 2, spawn : 2;
    } bits = {.sync = 1, .spawn = 2};
    z += bits.spawn * bits.sync;
    return y ? z : sync;
}

static void disks(int really)
{
    if (really)
        sync();
    (void)posix_spawn;
    struct {
        int a;
    } sync;
    sync.a = 1;
    CHECK(sync.a == 1);
}

int main(void)
{
    struct names s = {0, one, {0}};
    CHECK(fields(s, &s) == 4 + 6 + 4);
    CHECK(variables(2) == 4 * 2 + 6 + 5);
    CHECK(functions(3) == 8 + 7);
    printf("%d %d\n", values(3, 4), values(0, 1));
    disks(0);
    return 0;
}
