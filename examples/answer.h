/*
 * What the examples share: arguments that are whole numbers, and the verdict
 * on an answer.
 */
#pragma once

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns the whole number in `text', which is from least to greatest; anything
 * else ends the program with a line that names it. */
static inline long number(const char *what, const char *text, long least,
                          long greatest)
{
    char *end;
    errno = 0;
    long n = strtol(text, &end, 10);
    if (errno || end == text || *end || n < least || n > greatest) {
        fprintf(stderr, "%s: %s is not a whole number from %ld to %ld\n", text,
                what, least, greatest);
        exit(2);
    }
    return n;
}

/* Prints the usage and ends the program. */
static inline void usage(const char *text)
{
    fprintf(stderr, "usage: %s\n", text);
    exit(2);
}

/* Says whether the answer is the right one, and returns the exit status. */
static inline int verdict(long answer, long right)
{
    if (answer == right) {
        printf("right\n");
        return 0;
    }
    fflush(stdout);
    fprintf(stderr, "wrong: should be %ld\n", right);
    return 1;
}
