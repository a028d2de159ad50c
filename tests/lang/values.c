/* Arguments and results of every kind. */
#include <ucilk/ucilk.h>

#include "values.h"

/* A struct result that is itself made by spawned children. */
struct big grow_twice(struct big b, int by)
{
    struct big once, other;
    once = spawn grow(b, by);
    other = spawn grow(b, 2 * by);
    sync;
    for (int i = 0; i < 40; i++)
        once.values[i] += other.values[i];
    return once;
}

void all(void *nothing)
{
    (void)nothing;
    struct point a = {1, 2}, b = {3, 6}, m;
    m = spawn middle(a, b);
    struct big start = {{0}, "small"}, twice;
    twice = spawn grow_twice(start, 5);
    kept = spawn grow(start, 1);
    struct odd o = {{'a', 'b', 'c'}}, t;
    t = spawn turn(o);
    union either e, r;
    e.integer = 42;
    r = spawn as_real(e);
    enum colour c;
    c = spawn next_colour(GREEN);
    vector v = {1, 2, 3, 4}, w;
    w = spawn add_vectors(v, v, 0.5f);
    long double x;
    x = spawn mixed(1, 2, 3.5f, 4.25, 5.125L, 255, -1, 1);
    long s;
    s = spawn sixteen(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    double d;
    d = spawn twenty(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
                     18, 19, a);
    int sum;
    sum = spawn apply(add, 20, 22);
    const char *text;
    text = spawn word(2);
    spawn see(0, o);
    spawn see(1, (struct odd){{'x', 0, 0}});
    spawn see_none();
    spawn sixteen(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
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

void add_up(void *nothing)
{
    (void)nothing;
    char c = 1;
    unsigned short s = 65535;
    float f = 0.5f;
    long double l = 0;
    unsigned long long u = 0;
    for (int i = 1; i <= 5; i++) {
        c += spawn a_char(i);
        s += spawn a_short(i);
        f += spawn a_float(i);
        l += spawn a_long_double(i);
        u += spawn a_long(60 - i);
    }
    sync;
    CHECK(c == 16 && s == 14 && f == 8.0f && l == 3.75L);
    CHECK(u == 31ull << 55);
}

int main(void)
{
    for (long i = 0; i < scaled(200, 3); i++) {
        all(NULL);
        add_up(NULL);
    }
    CHECK(seen[3] == scaled(200, 3));
    printf("values: %s %.2f\n", kept.name, middle((struct point){1, 1},
           (struct point){2, 2}).x);
    return 0;
}
