/* Each macro once, in code that strict warnings say nothing about (warnings.sh). */
#include <ucilk/groups.h>
#include <ucilk/macros.h>
#include <ucilk/reducers.h>
#include <ucilk/workers.h>

struct pair {
    short a;
    unsigned char b;
};

cilk_declare(short, odd, (short) n);
cilk_static_declare(unsigned char, small, (const char *) text, (unsigned char) c);


static long cube(long n)
{
    return n * n * n;
}
cilk_callee(long, cube, (long) n);

cilk_task(short, even, (short) n)
{
    short x = 1;
    if (n > 0)
        spawn_to(x, odd, (short)(n - 1));
    cilk_sync;
    return x;
}

cilk_define(short, odd, (short) n)
{
    short x = 0;
    if (n > 0)
        cilk_spawn_to(x, even, (short)(n - 1));
    sync;
    return x;
}

cilk_static_define(unsigned char, small, (const char *) text, (unsigned char) c)
{
    return (unsigned char)(text[0] + c);
}

cilk_static_task(struct pair, both, (struct pair) p, (float) f, (const void *) q)
{
    struct pair r = p;
    r.a = (short)(r.a + (f > 0) + (q != 0));
    return r;
}

cilk_static_task(void, nothing)
{
}

cilk_static_task(void, store, (int *) to, (int) value)
{
    *to = value;
}

cilk_reducer(long, calls, UCILK_SUM(long), 0);
cilk_reducer_declare(float, other);
cilk_reducer(float, other, UCILK_SUM(float), 0);
cilk_static_reducer(unsigned, bits, UCILK_OR(unsigned), 0u);

cilk_loop(scale, (int) i, (float *) a, (float) c)
{
    cilk_view(calls)++;
    if (i % 2)
        return;
    a[i] *= c;
}

cilk_loop(pieces, (unsigned short) i, (unsigned char *) a, (const struct pair *) p)
{
    a[i] = (unsigned char)(i + p->b);
    spawn(nothing);
    sync;
}

cilk_loop(pointers, (long) i, (struct pair) p)
{
    cilk_view(bits) |= (unsigned)(i + p.a);
}

cilk_reduce_loop(total, UCILK_SUM(double), (int) i, (double *) sum, (const float *) a)
{
    *sum += (double)a[i];
}

cilk_declare(int, search, (int) low, (int) high);

cilk_inlet(take, search, (int *) found, (int) result)
{
    if (result) {
        *found = result;
        cilk_abort;
    }
}

cilk_define(int, search, (int) low, (int) high)
{
    cilk_inlets;
    int found = 0;
    if (cilk_aborted() || high - low == 1)
        return low == 7 ? low : 0;
    spawn_inlet(take, &found, search, low, (low + high) / 2);
    cilk_spawn_inlet(take, &found, search, (low + high) / 2, high);
    sync;
    return found;
}

cilk_task(unsigned char, scopes, (int) n)
{
    cilk_apart;
    unsigned char c = 0;
    short s = 0;
    long l = 0;
    float f = 0;

    cilk_local_reducer(long, sum, UCILK_SUM(long), 0);
    cilk_view(sum) += n + l;
    {
        cilk_scope;
        spawn_to(c, small, "a", c);
        cilk_spawn_add(l, cube, n);
        spawn_add(l, cube, 2L);
    }
    if (n > 3)
        spawn(cube, n);
    else
        cilk_spawn(cube, n);
    spawn_to(s, even, 3);
    sync;
    cilk_view_at(cilk_reducer_address(sum), UCILK_SUM(long)) += s + (long)f;
    return c;
}

cilk_task(long, waits, (ucilk_future_t) a, (ucilk_promise_t) p)
{
    long x = ucilk_future_get(long, a);
    struct pair whole = {1, 2};
    ucilk_future_t f = cilk_future(both, whole, 1.5f, "x"), g, v = cilk_future(nothing);
    ucilk_promise_set(long, p, x);
    g = cilk_future_k(2, even, 8);
    ucilk_future_share(&f, 1);
    if (ucilk_future_done(g))
        x++;
    ucilk_future_prefetch(f);
    ucilk_future_get_part(f, 0, sizeof(short), &whole.a);
    whole = ucilk_future_get(struct pair, f);
    x += ucilk_future_get(short, g) + ucilk_future_get(short, g);
    ucilk_future_get(void, v);
    f = cilk_group(cube, 3L);
    g = cilk_group_k(1, cube, 3);
    x += ucilk_future_get(long, f) + ucilk_future_get(long, g);
    x += ucilk_future_get(long, ucilk_future_from(long, 5));
    ucilk_future_get(void, ucilk_future_from(void));
    p = ucilk_promise_make(void, 1);
    ucilk_promise_set(void, p);
    ucilk_future_get(void, ucilk_promise_future(p));
    return x;
}

int main(void)
{
    float a[100] = {0};
    unsigned char c[100];
    double sum = 0;
    struct pair p = {1, 2};
    ucilk_promise_t promise;
    int here = 0;
    cilk_scope;
    cilk_for(scale, 0, 100, a, 0.5f);
    cilk_for_step(total, 99, -1, -1, &sum, a);
    cilk_for_grain(4, pieces, 0, 100, c, &p);
    cilk_for(pointers, 0L, 100u, p);
    spawn(store, &here, 3);
    promise = ucilk_promise_make(long, 1);
    {
        ucilk_future_t f = cilk_future(waits, cilk_future(cube, 3L), promise);
        if (ucilk_future_get(long, ucilk_promise_future(promise)) == 0)
            ucilk_poll();
        sum += (double)ucilk_future_get(long, f);
    }
    ucilk_work(1);
    if (ucilk_worker() >= ucilk_nworkers())
        return 1;
    cilk_sync;
    return sum < 0 || scopes(3) == 0 || search(0, 9) != 7 || cilk_view(other) > 0 || here != 3;
}
