/* reducers, and cilk_for with copies: 72: 2497 abcdefghijklmnopqrstuvwxyz 5950 99 0.5 60 */
#include "check.h"

struct text {
    int length;
    char bytes[60];
};

static void empty(void *view)
{
    ((struct text *)view)->length = 0;
}

static void append(void *left, void *right)
{
    struct text *l = left, *r = right;
    for (int i = 0; i < r->length; i++)
        l->bytes[l->length++] = r->bytes[i];
}

static struct text cilk_reducer(empty, append) text = {0, ""};
static int UCILK_XOR(int) seen = 60;

static void write_letter(int i)
{
    dawdle();
    text.bytes[text.length++] = (char)('a' + i);
}

static void walk(int low, int high)
{
    if (high - low == 1) {
        write_letter(low);
        return;
    }
    int middle = low + (high - low) / 2;
    spawn walk(low, middle);
    walk(middle, high);
    sync;
}

enum kind { NEAR = 3, FAR = 40 };

static long captured(int n, const double factor)
{
    typedef struct {
        long a;
        short b[2];
    } local_t;
    local_t pair = {5, {6, 7}};
    static const int constant = 2;
    int limit = n;
    const char *letters = "abc";
    long row[4] = {1, 2, 3, 4};
    enum kind kind = FAR;
    const char *end = letters + 2;
    long UCILK_SUM(long) sum = 0;
    cilk_for (int i = 0; i < limit; i++) {
        local_t own = pair;
        dawdle();
        own.a += i;
        sum += own.a + own.b[1] + constant + letters[i % 3] - 'a' +
               row[(unsigned long)i % (sizeof row / sizeof *row)] +
               (kind == FAR ? NEAR : 0) + (long)(factor * 2) +
               (end - letters - 2);
    }
    return sum;
}

static void none(void *view)
{
    *(long *)view = 0;
}

static void add(void *left, void *right)
{
    *(long *)left += *(long *)right;
}

int main(void)
{
    long cilk_reducer(none, add) sum = 1000;
    int UCILK_MAX(int) highest = -1;
    double UCILK_MIN(double) lowest = 9;
    walk(0, 13);
    cilk_for (int i = 13; i < 26; i++)
        write_letter(i);
    cilk_for (int i = 0; i < 100; i++) {
        long before = sum;
        dawdle();
        sum = before + i;
        if (i > highest)
            highest = i;
        if (i + 0.5 < lowest)
            lowest = i + 0.5;
        seen ^= i;
        seen ^= i;
    }
    printf("%ld %.*s %ld %d %g %d\n", captured(50, 2.5), text.length, text.bytes,
           sum, highest, lowest, seen);
    return 0;
}
