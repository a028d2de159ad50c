/*
 * A program of which one file, later.c, may be compiled without pedigrees.
 * mixed WHAT:
 *
 * before   asks behind nothing of that file's: good behind   asks behind a
 * function of it that was stolen: refused child    a child of that strand asks:
 * refused future   the task of a future made there asks: refused around
 * spawns it, which makes the child's loss its own: good
 */
#include <ucilk/ucilk.h>
#include <ucilk/random.h>

#include "../check.h"
#include "mixed.h"

#include <string.h>

static uint64_t ask(void)
{
    return ucilk_random();
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    uint64_t x = ucilk_random(), y = 0;
    long n = 0;
    if (strcmp(what, "behind") == 0) {
        CHECK(without(10) == 55);
        x += ucilk_random();
    } else if (strcmp(what, "child") == 0) {
        CHECK(without(10) == 55);
        y = spawn ask();
        sync;
    } else if (strcmp(what, "future") == 0) {
        ucilk_future_t f = future_without(ask);
        y = ucilk_future_get(uint64_t, f);
    } else if (strcmp(what, "around") == 0) {
        n = spawn without(10);
        y = ucilk_random();
        sync;
        CHECK(n == 55);
        x += ucilk_random();
    }
    printf("%016lx\n", x + y);
    return 0;
}
