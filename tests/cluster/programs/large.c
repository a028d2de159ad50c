/* Main writes more data than is sent to the other ranks at once: all tasks see
 * it, and tasks begin only when all of it has arrived. */
#include <stdio.h>
#include <ucilk/ucilk.h>

enum { LEAVES = 60, ROUNDS = 2, PAGE = 4096, PAGES = 100 << 8 };

static struct {
    int words[PAGE / sizeof(int)];
} pages[PAGES]; /* 100 MiB */

static int check(int round)
{
    int wrong = 0;
    for (int i = 0; i < PAGES; i++)
        wrong |= pages[i].words[i % 1000] != i * round;
    return wrong;
}

static int all(int n, int round)
{
    if (n == 1)
        return check(round);
    int a = spawn all(n / 2, round);
    int b = all(n - n / 2, round);
    sync;
    return a | b;
}

int main(void)
{
    int wrong = 0;
    for (int round = 1; round <= ROUNDS; round++) {
        for (int i = 0; i < PAGES; i++)
            pages[i].words[i % 1000] = i * round;
        wrong |= all(LEAVES, round);
    }
    printf("wrong %d\n", wrong);
    return wrong;
}
