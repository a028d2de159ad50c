/* Main makes N futures of 512 KiB, which tasks of all ranks get: `heap N'. */
#include <stdio.h>
#include <stdlib.h>
#include <ucilk/ucilk.h>

enum { MOST = 400, WORDS = 1 << 16 };

struct block {
    long words[WORDS];
};

static ucilk_future_t futures[MOST];

static __attribute__((noinline)) long get(int i)
{
    struct block b = ucilk_future_get(struct block, futures[i]);
    return b.words[i] + b.words[WORDS - 1];
}

static long sum(int from, int to)
{
    if (to - from == 1)
        return get(from);
    int middle = (from + to) / 2;
    long x = spawn sum(from, middle);
    long y = sum(middle, to);
    sync;
    return x + y;
}

int main(int argc, char **argv)
{
    static struct block b;
    int n = argc > 1 ? atoi(argv[1]) : 10;
    for (int i = 0; i < n; i++) {
        b.words[i] = b.words[WORDS - 1] = i;
        futures[i] = ucilk_future_from(struct block, b);
    }
    long s = sum(0, n);
    printf("%s\n", s == (long)n * (n - 1) ? "right" : "wrong");
    return s != (long)n * (n - 1);
}
