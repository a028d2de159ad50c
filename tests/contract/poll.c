/*
 * Under UCILK_ATOMICS=am a rank whose task computes answers no messages, unless
 * the task polls: "poll" prints that the continuation after the spawn was
 * stolen while the task ran, "deaf" that it was not.
 */
#include <stdio.h>
#include <string.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

#include "../clock.h"

/* Returns when it ended. */
static double leaf(double time, int polls)
{
    double end = now() + time;
    while (now() < end)
        if (polls)
            ucilk_poll();
    return now();
}

static double continuation(double time, int polls)
{
    double leaf_ended = spawn leaf(time, polls);
    double began = now();
    sync;
    return leaf_ended - began;
}

int main(int argc, char **argv)
{
    int polls = argc > 1 && strcmp(argv[1], "poll") == 0;
    double ahead = spawn continuation(0.5, polls);
    sync;
    puts(ahead > 0 ? "stolen" : "not stolen");
    return 0;
}
