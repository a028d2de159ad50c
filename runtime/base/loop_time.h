/* What a worker knows of the time of a loop that it has run: api/loop.c. */
#pragma once

#include <stdint.h>

struct ucilk_abi_loop;

enum { UCI_LOOP_TIMES = 8 };

struct uci_loop_time {
    const struct ucilk_abi_loop *loop;
    double ticks;   /* of an iteration */
    uint64_t began; /* the loop, when it last ran all in one; or 0 */
    unsigned runs;  /* since then, with that one */
};
