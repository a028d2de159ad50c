/*
 * How a program can be written down: digraphs, lines continued in the middle
 * of words, UTF-8, #line, names that generated code uses too.
 */
#include <stdint.h>
#include <string.h>
#include <ucilk/ucilk.h>

#include "check.h"

static long same(long n)
{
    return n;
}

static long add(long a, long b)
{
    return a + b;
}

static long same_twice(long n)
{
    return n + n;
}

static long length(const char *text, int c)
{
    return (long)strlen(text) * 1000 + c;
}

%:define SQUARE(x) ((x) * (x))
%:define GLUE(a, b) a %:%: b

static long digraphs(long n)
<%
    static long array<:3:> = <% 1, 2, 3 %>;
    array<:SQUARE(1):> = spawn same(array<:2:> + n);
    GLUE(ar, ray)<:0:> = spawn same((long<::>)<%0%><:0:> ? 1 : 4);
    sync;
    return array<:0:> * 100 + array<:1:>;
%>

static long continued(long n)
{
    long first, second, third;
    fir\
st = spa\
wn sa\
me(n);
    second = \
        spawn same( \
            n + \
            1);
    third = cilk_\
spawn length("te\
xt", '\
c');
    sy\
nc;
    return first + second + third;
}

static long
spread
(
    long
    n
)
{
    long
        x
        =
        spawn
        add
        (
            n
            ,
            # /* a directive of nothing */
            1
        )
        ,
        y
        =
        spawn/* here */same/**/(/* and */n/* there */)/* too */;/**/sync/**/;
    x
        +=
        spawn
        (
            *
            same
        )
        (
            y
        )
    ;
    sync
    ;
    return
        x
    ;
}

/* Letters beyond ASCII. */
static long größe(long länge, const char *τίτλος)
{
    return länge + (long)strlen(τίτλος);
}

static long utf8(void)
{
    long é = spawn größe(3, "日本語"), 変数 = spawn same(1); /* žluťoučký */
    long \u00e8t\u00e9 = spawn same(2), a$b = spawn same(4);
    sync;
    const uint16_t *wide = (const uint16_t *)u"é";
    long x = spawn length(u8"é", L'x');
    sync;
    return é + 変数 + \u00e8t\u00e9 + a$b + x + wide[1];
}

static long literals(void)
{
    long x, y, z, w;
    x = spawn length("a" "b)" /* , */ "c;" "\"(", ',');
    y = spawn length("\\", '"');
    z = spawn length("/*" "*/" "//" "#", '\'');
    w = spawn length("" "?" "?/" "\x41" "\x42\
\n", '\\');
    sync;
    return x + y + z + w;
}

#define PAIR(a, b) {a, b}
#define FIRST(...) ((struct pair)__VA_ARGS__).a
#define ID(...) __VA_ARGS__
#define EMPTY
#define PASS(f, args) f args

struct pair {
    long a, b;
};

static long sum(struct pair p, long n)
{
    return p.a + p.b + n;
}

/* Commas that separate nothing. */
static long commas(void)
{
    long a, b, c, d, e, n = 3;
    a = spawn sum((struct pair){1, 2}, (n++, 4));
    b = spawn sum((struct pair)PAIR(5, 6), FIRST({7, 8}));
    c = spawn sum(ID((struct pair){.b = 9, .a = 10}, 11));
    d = spawn EMPTY sum EMPTY(ID((struct pair){12, 13}), EMPTY 14);
    e = spawn PASS(sum, ((struct pair){({ long t[] = {15, 16}; t[1]; }), 17}, 18));
    sync;
    return a + b * 100 + c * 10000 + d * 1000000 + e * 100000000;
}

/* The program's own names, in all the places where generated ones are. */
struct ucilk_frame {
    long ucilk_frame;
};
struct args {
    long fn, a0, result;
};

static long ucilk_body(struct args args, struct ucilk_frame task)
{
    return args.fn + args.a0 + task.ucilk_frame;
}

static long names(long frame, long result)
{
    struct args ucilk_args = {1, 2, 3}, a;
    struct ucilk_frame task = {4};
    long handle = spawn ucilk_body(ucilk_args, task);
    long value = spawn same(frame), outstanding, link, finish, dst;
    outstanding = spawn same(result);
    link = spawn add(frame, result);
    a.result = spawn same(5);
    sync;
    finish = spawn same(link);
    dst = spawn same(value);
    sync;
    return handle + value + outstanding + link + a.result + finish + dst;
}

/* Names that generated variables had once. */
static long variables(long ucilk_frame, long ucilk_r_0, long ucilk_p)
{
    static long out[3];
    long ucilk_a_1 = spawn same(ucilk_r_0), ucilk_c = 7, ucilk_n = 2;
    cilk_scope {
        long ucilk_frame_1 = spawn same(ucilk_frame);
        sync;
        ucilk_c += ucilk_frame_1;
    }
    cilk_for (int ucilk_go = 0; ucilk_go < 3; ucilk_go++)
        out[ucilk_go] = ucilk_p + ucilk_c + ucilk_n;
    sync;
    return ucilk_a_1 + out[0] + out[2];
}

/* Names of types and functions that a variable has too. */
static long shadows(long same_, struct args args)
{
    typedef struct args add;
    enum { same = 5 };
    long length = spawn ucilk_body(args, (struct ucilk_frame){same});
    {
        long ucilk_body = spawn same_twice(same_);
        sync;
        length += ucilk_body;
    }
    for (long same = 0; same < 3; same++) {
        struct args length_ = {same, same, same};
        length += spawn sum((struct pair){same, 1}, length_.a0);
    }
    sync;
    return length + ((add){1, 2, 3}).fn;
}

/* A line of some thousand columns. */
#define TEN(x) x x x x x x x x x x
static long long_line(long n)
{
    long x = 0;
    TEN(TEN(x += spawn same(n); ))
    sync;
    return x;
}

/* --- Around a spawn --- */

typedef struct places {
    long *first;
    unsigned char *second;
} places;

static void *address(void *p)
{
    return p;
}

static double half(double x)
{
    return x / 2;
}

static long returned(long n)
{
    long x;
    x = spawn same(n);
    sync;
    return (spawn add(n, x)); /* a plain call */
}

static int returned_half(double x)
{
    return (int)spawn half(x);
}

static int half_returned(double x)
{
    return ((int)spawn half(x));
}

static void in_parentheses(long n)
{
    long x, y = (spawn same(n)), z = ((spawn same(n + 1)));
    (x = spawn same(n));
    ((x += (spawn same(n))));
    (spawn same(n));
    if (n > 0)
        (spawn same(n));
    else
        (x = spawn same(n));
    (y += spawn same(n));
    sync;
    CHECK(x == 2 * n && y == 2 * n && z == n + 1);
    (void)(x = spawn same(3));
    y = 1, (z = spawn same(4));
    sync;
    CHECK(x == 3 && y == 1 && z == 4);
    (void)((y = ((int)spawn half(15))));
    z = ((int)spawn half(17));
    sync;
    CHECK(y == 7 && z == 8 && returned_half(19) == 9 && half_returned(21) == 10);
}

static void casts(long n)
{
    places p = {0, 0};
    typedef short narrow;
    double d, e = (long)(spawn half(7));
    long sum = 0, q = (narrow)spawn same(65536 + n);
    d = (int)spawn half(5.5);
    p.first = (long *)spawn address(&n);
    p.second = (unsigned char *)(spawn address(&n));
    sum += (int)spawn half(3);
    sum += (int)spawn half(3);
    (int)spawn same(n);
    (void)spawn same(n);
    __auto_type deduced = (char)spawn same(n + 2);
    sync;
    CHECK(deduced == n + 2 && sizeof deduced == 1);
    CHECK(e == 3 && q == n && d == 2 && *p.first == n && sum == 2);
    CHECK(p.second == (unsigned char *)&n);
}

static void qualified(register long m)
{
    long n = m;
    const long a = spawn same(n), b = 5;
    long const c = spawn same(n + 1);
    long *const d = spawn address(&n);
    const char *const e = (const char *)spawn address((char *)"e");
    volatile long f = spawn same(n);
    _Atomic long g = spawn same(n);
    register long h, i = spawn same(n);
    const volatile places *j = spawn address(&n), *const k = spawn address(&n);
    h = spawn same(n);
    const struct places *const both[2] = {0, 0};
    sync;
    CHECK(a == n && b == 5 && c == n + 1 && *d == n && *e == 'e');
    CHECK(f == n && g == n && h == n && i == n && (const void *)j == &n);
    CHECK((const void *)k == &n && both[1] == NULL);
}

static long with_labels(long n)
{
    __label__ out, other;
    long x = 0;
    if (n < 0)
        goto out;
    cilk_scope {
        __label__ in;
        x = spawn same(n);
        if (n == 0)
            goto in;
        CHECK(n > 0);
    in:;
    }
    cilk_for (long i = 0; i < 3; i++) {
        __label__ skip;
        long y = spawn same(i);
        sync;
        if (y == 1)
            goto skip;
        CHECK(y != 1);
    skip:;
    }
    spawn {
        __label__ done;
        spawn same(n);
        goto done;
    done:;
    }
other:
    sync;
    return x;
out:
    goto other;
}

int main(void)
{
    printf("%ld %ld %ld\n", digraphs(5), continued(3), spread(7));
    printf("%ld %ld %ld\n", utf8(), literals(), commas());
    printf("%ld %ld %ld %ld\n", names(1, 2), variables(3, 4, 5),
           shadows(4, (struct args){1, 2, 3}), long_line(2));
#line 1000 "other \"name\".c"
    long x = spawn same(__LINE__); sync;
#line 7
    long y = spawn length(__FILE__, __LINE__);
    sync;
    printf("%ld %ld\n", x, y);
    for (long i = 0; i < 9; i++) {
        in_parentheses(i);
        casts(i);
        qualified(i);
        CHECK(returned(i) == 2 * i && with_labels(i) == i);
    }
    return 0;
}
