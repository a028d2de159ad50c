/* std: c23 gnu23 c2y
 * The macro form in C23: its words, _BitInt(N), attributes. */
#include <stdio.h>
#include <ucilk/macros.h>

cilk_task(bool, is_odd, (int) n)
{
    return n % 2 != 0;
}

cilk_task(_BitInt(37), twice, (_BitInt(37)) n)
{
    return 2 * n;
}

cilk_task(int *, nowhere, (int *) p)
{
    return p == nullptr ? nullptr : p;
}

cilk_task(int, all, (int) n)
{
    [[maybe_unused]] bool odd = false;
    _BitInt(37) wide = 0;
    int *p;
    spawn_to(odd, is_odd, n);
    spawn_to(wide, twice, 50'000'000'000);
    spawn_to(p, nowhere, nullptr);
    sync;
    printf("%d %ld %d\n", odd, (long)wide, p == nullptr);
    return 0;
}

int main(void)
{
    return all(3);
}
