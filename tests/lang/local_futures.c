/* Futures and reducers through pointers: where each future is got before its
 * creator goes on with the reducer, the order is that of the elision. */
#include <ucilk/ucilk.h>

#include <string.h>

#include "check.h"

#define TEXT_BYTES 2000
#include "text.h"

typedef struct text cilk_reducer(empty, append) text_t;

static void say(text_t *t, char c)
{
    t->bytes[t->length++] = c;
}

/* Each future has a reducer of its own besides, which ends with its task. */
static long tree(text_t *t, int depth)
{
    text_t own = {1, "-"};
    if (depth == 0) {
        say(t, '.');
        return 1;
    }
    say(t, '(');
    ucilk_future_t left = cilk_future tree(t, depth - 1);
    say(&own, 'l');
    long x = ucilk_future_get(long, left);
    say(t, ',');
    ucilk_future_t right = cilk_future tree(t, depth - 1);
    spawn tree(&own, depth / 2);
    say(&own, 'r');
    x += ucilk_future_get(long, right);
    sync;
    say(t, ')');
    append(&*t, &own);
    return x;
}

/* A chain: each gets the one before, first of all. */
static int link(text_t *t, ucilk_future_t before, int i)
{
    if (i > 0)
        (void)ucilk_future_get(int, before);
    say(t, (char)('a' + i % 26));
    return i;
}

static void chain(text_t *t, int n)
{
    ucilk_future_t f = {0, 0};
    for (int i = 0; i < n; i++)
        f = cilk_future link(t, f, i);
    (void)ucilk_future_get(int, f);
    say(t, '!');
}

int main(void)
{
    text_t t = {0, ""};
    for (int i = 0; i < 3; i++) {
        long x = tree(&t, 4);
        chain(&t, 60);
        spawn chain(&t, 30);
        say(&t, '/');
        sync;
        printf("%ld %.*s\n", x, (int)t.length, t.bytes);
        t.length = 0;
    }
    return 0;
}
