/* values.c without the tool. */
#include <ucilk/macros.h>

#include "values.h"

cilk_callee(struct point, middle, (struct point) a, (struct point) b);
cilk_callee(struct big, grow, (struct big) b, (int) by);
cilk_callee(struct odd, turn, (struct odd) o);
cilk_callee(union either, as_real, (union either) e);
cilk_callee(enum colour, next_colour, (enum colour) c);
cilk_callee(vector, add_vectors, (vector) a, (vector) b, (float) f);
cilk_callee(long double, mixed, (char) a, (short) b, (float) c, (double) d,
            (long double) e, (uint8_t) f, (int64_t) g, (_Bool) h);
cilk_callee(long, sixteen, (long) a, (int) b, (long) c, (int) d, (long) e,
            (int) f, (long) g, (int) h, (long) i, (int) j, (long) k, (int) l,
            (long) m, (int) n, (long) o, (int) p);
cilk_callee(double, twenty, (double) a, (double) b, (double) c, (double) d,
            (double) e, (double) f, (double) g, (double) h, (double) i,
            (double) j, (int) k, (int) l, (int) m, (int) n, (int) o, (int) p,
            (int) q, (int) r, (int) s, (struct point) t);
cilk_callee(int, apply, (binary) f, (int) a, (int) b);
cilk_callee(const char *, word, (int) i);
cilk_callee(void, see, (int) i, (struct odd) o);
cilk_callee(void, see_none);
cilk_callee(char, a_char, (int) n);
cilk_callee(unsigned short, a_short, (int) n);
cilk_callee(float, a_float, (int) n);
cilk_callee(long double, a_long_double, (int) n);
cilk_callee(unsigned long long, a_long, (int) n);

/* A struct result that is itself made by spawned children. */
cilk_task(struct big, grow_twice, (struct big) b, (int) by)
{
    struct big once, other;
    spawn_to(once, grow, b, by);
    spawn_to(other, grow, b, 2 * by);
    sync;
    for (int i = 0; i < 40; i++)
        once.values[i] += other.values[i];
    return once;
}

cilk_task(void, all, (void *) nothing)
{
    (void)nothing;
    struct point a = {1, 2}, b = {3, 6}, m;
    spawn_to(m, middle, a, b);
    struct big start = {{0}, "small"}, twice;
    spawn_to(twice, grow_twice, start, 5);
    spawn_to(kept, grow, start, 1);
    struct odd o = {{'a', 'b', 'c'}}, t;
    spawn_to(t, turn, o);
    union either e, r;
    e.integer = 42;
    spawn_to(r, as_real, e);
    enum colour c;
    spawn_to(c, next_colour, GREEN);
    vector v = {1, 2, 3, 4}, w;
    spawn_to(w, add_vectors, v, v, 0.5f);
    long double x;
    spawn_to(x, mixed, 1, 2, 3.5f, 4.25, 5.125L, 255, -1, 1);
    long s;
    spawn_to(s, sixteen, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    double d;
    spawn_to(d, twenty, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
             17, 18, 19, a);
    int sum;
    spawn_to(sum, apply, add, 20, 22);
    const char *text;
    spawn_to(text, word, 2);
    spawn(see, 0, o);
    spawn(see, 1, (struct odd){{'x', 0, 0}});
    spawn(see_none);
    spawn(sixteen, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    sync;
    CHECK(m.x == 2 && m.y == 4);
    for (int i = 0; i < 40; i++)
        CHECK(twice.values[i] == 15 + 2 * i && kept.values[i] == 1 + i);
    CHECK(strcmp(twice.name, "grown") == 0 && strcmp(kept.name, "grown") == 0);
    CHECK(memcmp(t.c, "cab", 3) == 0);
    CHECK(r.real == 42.0 && c == BLUE);
    CHECK(w[0] == 1.5f && w[3] == 6.0f);
    CHECK(x == 1 + 2 + 3.5L + 4.25L + 5.125L + 255 - 1 + 1);
    CHECK(s == 1496 && d == -5 + 15 + 2);
    CHECK(sum == 42 && strcmp(text, "two") == 0);
    CHECK(seen[0] == 'a' && seen[1] == 'x');
}

cilk_task(void, add_up, (void *) nothing)
{
    (void)nothing;
    char c = 1;
    unsigned short s = 65535;
    float f = 0.5f;
    long double l = 0;
    unsigned long long u = 0;
    for (int i = 1; i <= 5; i++) {
        spawn_add(c, a_char, i);
        spawn_add(s, a_short, i);
        spawn_add(f, a_float, i);
        spawn_add(l, a_long_double, i);
        spawn_add(u, a_long, 60 - i);
    }
    sync;
    CHECK(c == 16 && s == 14 && f == 8.0f && l == 3.75L);
    CHECK(u == 31ull << 55);
}

/* More alignment than the runtime's copy of a result has. */
#ifdef __AVX__
typedef double quad __attribute__((vector_size(32)));

cilk_static_task(quad, multiply, (quad) a, (quad) b, (int) n)
{
    return a * b + n;
}

cilk_static_task(void, wide, (int) n)
{
    quad a = {1, 2, 3, 4}, x, y;
    spawn_to(x, multiply, a, a, n);
    spawn_to(y, multiply, a, a, n + 1);
    sync;
    CHECK(x[3] == 16 + n && y[2] == 10 + n);
}
#else
cilk_static_task(void, wide, (int) n)
{
    (void)n;
}
#endif

int main(void)
{
    for (long i = 0; i < scaled(200, 3); i++) {
        all(NULL);
        add_up(NULL);
        wide((int)i);
    }
    CHECK(seen[3] == scaled(200, 3));
    printf("values: %s %.2f\n", kept.name, middle((struct point){1, 1},
           (struct point){2, 2}).x);
    return 0;
}
