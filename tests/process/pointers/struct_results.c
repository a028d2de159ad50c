/* Results of struct type, of every class of the calling convention, into
 * locals, elements and members; some hold pointers to the parent's locals. */
#include "../process.h"
#include <complex.h>
#include <string.h>
#include <ucilk/ucilk.h>

struct small { char c[3]; };
struct two { long a, b; };
struct mixed { double d; long l; };
struct floats { float x, y, z; };
struct large { long a[40]; };
struct pointers { long *p, *q; const char *name; };
union either { long l; double d; };
struct wide { long double l; int i; };
struct nested { struct two t; struct floats f; char c; };

static struct small make_small(int i)
{
    linger((unsigned long)i);
    return (struct small){{(char)i, (char)(i + 1), (char)(i + 2)}};
}

static struct two make_two(long a, long b)
{
    linger((unsigned long)a);
    return (struct two){a, b};
}

static struct mixed make_mixed(double d, long l)
{
    linger((unsigned long)l);
    scribble();
    return (struct mixed){d, l};
}

static struct floats make_floats(float x)
{
    linger((unsigned long)x);
    return (struct floats){x, x + 1, x + 2};
}

static struct large make_large(long first)
{
    struct large l;
    for (int i = 0; i < 40; i++)
        l.a[i] = first + i;
    linger((unsigned long)first);
    scribble();
    return l;
}

static struct pointers make_pointers(long *p, long *q)
{
    *p += 1;
    *q += 2;
    return (struct pointers){q, p, "crossed"};
}

static union either make_either(int i)
{
    return i % 2 ? (union either){.l = i} : (union either){.d = i};
}

static struct wide make_wide(int i)
{
    linger((unsigned long)i);
    return (struct wide){i / 3.0L, i};
}

static struct nested make_nested(long i)
{
    struct nested n;
    n.t = spawn make_two(i, i + 1);
    n.f = spawn make_floats((float)i);
    n.c = 'n';
    sync;
    return n;
}

static double complex make_complex(double re, double im)
{
    linger((unsigned long)re);
    return re + im * I;
}

static void all(long i)
{
    struct {
        unsigned long before;
        struct large l[2];
        unsigned long between;
        struct small s[3];
        struct two t;
        unsigned long after;
    } at;
    memset(&at, 0x77, sizeof at);
    long one = i, other = i;
    struct mixed m;
    struct floats f;
    struct wide w;
    union either e, g;
    struct nested n;
    double complex z;
    at.l[0] = spawn make_large(i);
    at.l[1] = spawn make_large(i + 100);
    for (int k = 0; k < 3; k++)
        at.s[k] = spawn make_small(k + 1);
    at.t = spawn make_two(i, -i);
    m = spawn make_mixed((double)i / 2, i);
    f = spawn make_floats((float)i);
    struct pointers p = spawn make_pointers(&one, &other);
    scribble();
    e = spawn make_either(1);
    g = spawn make_either(2);
    w = spawn make_wide((int)i);
    n = spawn make_nested(i);
    z = spawn make_complex((double)i, 1);
    scribble();
    sync;
    unsigned long guard;
    memset(&guard, 0x77, sizeof guard);
    CHECK(at.before == guard && at.between == guard && at.after == guard);
    for (int k = 0; k < 40; k++)
        CHECK(at.l[0].a[k] == i + k && at.l[1].a[k] == i + 100 + k);
    for (int k = 0; k < 3; k++)
        CHECK(at.s[k].c[0] == k + 1 && at.s[k].c[2] == k + 3);
    CHECK(at.t.a == i && at.t.b == -i);
    CHECK(m.d == (double)i / 2 && m.l == i);
    CHECK(f.x == (float)i && f.y == f.x + 1 && f.z == f.x + 2);
    CHECK(p.p == &other && p.q == &one && strcmp(p.name, "crossed") == 0);
    CHECK(*p.p == i + 2 && *p.q == i + 1);
    CHECK(e.l == 1 && g.d == 2);
    CHECK(w.l == (int)i / 3.0L && w.i == i);
    CHECK(n.t.b == i + 1 && n.f.z == (float)i + 2 && n.c == 'n');
    CHECK(creal(z) == (double)i && cimag(z) == 1);
}

/* Sums by structs, up a tree; the destination is a member of a result slot of
 * the parent, which is one of its parent. */
struct sums {
    long sum, product;
    struct two extremes;
};

static struct sums add(const int *a, long n)
{
    if (n == 1)
        return (struct sums){*a, *a % 3 + 1, {*a, *a}};
    struct {
        struct sums left, right;
    } parts;
    parts.left = spawn add(a, n / 2);
    parts.right = spawn add(a + n / 2, n - n / 2);
    scribble();
    sync;
    const struct two *l = &parts.left.extremes, *r = &parts.right.extremes;
    return (struct sums){
        parts.left.sum + parts.right.sum,
        parts.left.product * parts.right.product % 1009,
        {l->a < r->a ? l->a : r->a, l->b > r->b ? l->b : r->b}};
}

int main(void)
{
    for (long i = 0; i < scaled(100, 15); i++)
        all(i);
    int a[500], n = (int)scaled(500, 80);
    struct sums s, expected = {0, 1, {0, 0}};
    for (int i = 0; i < n; i++) {
        a[i] = i * 37 % 101;
        expected.sum += a[i];
        expected.product = expected.product * (a[i] % 3 + 1) % 1009;
    }
    s = spawn add(a, n);
    sync;
    CHECK(s.sum == expected.sum && s.product == expected.product);
    for (int i = 0; i < n; i++)
        CHECK(s.extremes.a <= a[i] && a[i] <= s.extremes.b);
    return right();
}
