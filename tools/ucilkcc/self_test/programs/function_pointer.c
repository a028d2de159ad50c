/* spawns through pointers to functions, members and elements: 285 570 */
#include "check.h"

typedef long function(long);

struct operation {
    const char *name;
    long (*apply)(long);
};

static long twice(long n)
{
    return 2 * square(n);
}

static function *const table[] = {twice, square}, *const other[] = {square, twice};
static const struct operation one = {"square", square}, two = {"twice", twice};

static long all(function *f, const struct operation *o, function *const at[])
{
    long sum = 0, x[10];
    for (int i = 0; i < 10; i++)
        x[i] = i % 3 == 0   ? spawn f(i)
               : i % 3 == 1 ? spawn o->apply(i)
                            : spawn at[1](i);
    sync;
    for (int i = 0; i < 10; i++)
        sum += x[i];
    return sum;
}

int main(void)
{
    long a, b;
    a = spawn all(square, &one, table);
    b = all(&twice, &two, other);
    sync;
    printf("%ld %ld\n", a, b);
    return 0;
}
