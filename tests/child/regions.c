/* Regions one after another: what main has written before one reaches its tasks.
 * With an argument a task ends the program with status 7 while others run. */
#include <ucilk/ucilk.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { REGIONS = 30, PAGES = 5 };

static long table[PAGES][4096 / sizeof(long)];
static long number;

static long look(long n)
{
    if (n == 0) {
        long wrong = 0;
        for (int i = 0; i < PAGES; i++)
            wrong += table[i][number % 512] != number;
        return wrong;
    }
    long a = spawn look(n - 1);
    long b = look(n - 1);
    sync;
    return a + b;
}

static long leave(long n)
{
    usleep(20000);
    if (n == 0)
        exit(7);
    for (;;)
        pause();
}

int main(int argc, char **argv)
{
    (void)argv;
    for (number = 1; number <= REGIONS; number++) {
        for (int i = 0; i < PAGES; i++)
            table[i][number % 512] = number;
        long wrong = look(9);
        if (wrong) {
            printf("wrong: %ld in region %ld\n", wrong, number);
            return 1;
        }
    }
    if (argc > 1) {
        long a = spawn leave(0);
        long b = spawn leave(1);
        sync;
        return (int)(a + b);
    }
    printf("right\n");
}
