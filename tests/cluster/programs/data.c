/* All tasks of a region see what main has written before it, also argv and the
 * UCILK_ variables of the environment; what a task writes stays in its rank.
 * The end needs nothing of main's environment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucilk/ucilk.h>

enum { LEAVES = 200, ROUNDS = 4, FAR = 1000 };

static int table[LEAVES];
static long big[LEAVES * FAR]; /* in .bss */
static const char *word = "none";
static char **arguments;
static int n_arguments;
static int written_by_tasks;

static int check(int i, int round)
{
    volatile long sum = 0; /* long enough for others to come for the rest */
    for (long k = 0; k < 300000; k++)
        sum += k;
    written_by_tasks++;
    const char *silence = getenv("UCILK_SILENCE");
    return (table[i] != i * round) | (big[i * FAR] != round) << 1 |
           (strcmp(word, "hello") != 0) << 2 | (n_arguments != 3) << 3 |
           (strcmp(arguments[1], "one") != 0) << 4 |
           (strcmp(arguments[2], "two words") != 0) << 5 |
           (!silence || strcmp(silence, "29") != 0) << 6;
}

static int all(int low, int high, int round)
{
    if (high - low == 1)
        return check(low, round);
    int middle = (low + high) / 2;
    int a = spawn all(low, middle, round);
    int b = all(middle, high, round);
    sync;
    return a | b;
}

int main(int argc, char **argv)
{
    arguments = argv;
    n_arguments = argc;
    word = "hello";
    int wrong = 0;
    for (int round = 1; round <= ROUNDS; round++) {
        for (int i = 0; i < LEAVES; i++) {
            table[i] = i * round;
            big[i * FAR] = round;
        }
        wrong |= all(0, LEAVES, round);
    }
    printf("wrong %d\n", wrong);
    clearenv();
    return wrong;
}
