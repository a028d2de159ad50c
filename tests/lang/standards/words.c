/* std: c23 c2x gnu23 c2y gnu2y
 * The words of C23: bool, nullptr, constexpr, auto, typeof_unqual, and so on. */
#include <stdio.h>
#include <stddef.h>
#include <ucilk/ucilk.h>
static bool is_odd(int n) { return n % 2 != 0; }
static int *none(int *p) { return p; }
static int *nowhere(int) { return nullptr; }
static long add(long a, long b, void *p) { return p == nullptr ? a + b : -1; }
cilk int values(int n)
{
    bool odd = false;
    int *p, *q;
    constexpr int limit = 20;
    auto total = 0L;
    odd = spawn is_odd(n);
    p = spawn none(nullptr);
    q = spawn nowhere(1);
    total = spawn add(1'000, 0b11, nullptr);
    auto later = spawn add(4, 5, nullptr);
    const auto where = spawn none(nullptr);
    sync;
    static_assert(_Generic(later, long: true, default: false));
    odd = odd && later == 9 && where == nullptr;
    static_assert(limit == 20);
    printf("%d %d %d %ld %d\n", odd, p == nullptr, q == nullptr, total, limit);
    return 0;
}
cilk int loops(void)
{
    constexpr int n = 100;
    long a[n] = {};
    auto factor = 3L;
    bool seen[n] = {};
    const typeof(factor) other = 4;
    typeof_unqual(other) last = 0;
    int *nothing = nullptr;
    cilk_for (int i = 0; i < n; i++) {
        a[i] = i * factor + other + (nothing == nullptr);
        seen[i] = true;
    }
    last = 0;
    for (auto i = 0; i < n; i++)
        last += a[i] + seen[i];
    printf("%ld\n", last);
    return 0;
}
cilk int in_loop(void)
{
    constexpr int n = 8;
    long sums[n] = {};
    cilk_for (int i = 0; i < n; i++) {
        int part[n] = {};
        static_assert(sizeof part == n * sizeof(int));
        constexpr int twice = 2 * n;
        switch (i) {
        case n - 1: part[0] = 100; break;
        default: part[0] = twice; break;
        }
        sums[i] = part[0];
    }
    long all = 0;
    for (int i = 0; i < n; i++) all += sums[i];
    printf("%ld\n", all);
    return 0;
}
int main(void)
{
    values(3);
    loops();
    in_loop();
    return 0;
}
