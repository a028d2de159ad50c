/* std: c2x c23 gnu23 c2y
 * _BitInt(N): arguments, results, destinations, members, captured. */
#include <stdio.h>
#include <ucilk/ucilk.h>
static _BitInt(37) twice(_BitInt(37) n) { return 2 * n; }
static unsigned _BitInt(100) wide(unsigned _BitInt(100) n) { return n << 64; }
static void store(_BitInt(37) *p, _BitInt(17) v) { *p = v; }
struct s { _BitInt(37) a; unsigned _BitInt(5) b; };
static struct s both(_BitInt(37) n) { struct s r = { n, 7 }; return r; }
cilk int go(void)
{
    _BitInt(37) a = 0, b = 0, c[20];
    unsigned _BitInt(100) w = 0;
    struct s t;
    a = spawn twice(50000000000);
    w = spawn wide(5);
    spawn store(&b, -3);
    t = spawn both(9);
    sync;
    const _BitInt(37) k = 3;
    cilk_for (int i = 0; i < 20; i++) c[i] = i * k + a;
    long sum = 0;
    for (int i = 0; i < 20; i++) sum += (long)c[i];
    a += spawn twice(1);
    sync;
    printf("%ld %d %ld %ld %d %ld\n", (long)a, (int)(w >> 64), (long)b, (long)t.a, (int)t.b, sum);
    return 0;
}
int main(void) { go(); return 0; }
