/* Futures: what the compiler says about their calls. */
/* flags: -Wconversion -Wfloat-conversion -Wpedantic -Wshadow -Wno-overlength-strings */
#include <stddef.h>
#include <stdio.h>
#include <ucilk/ucilk.h>

/* The call alone: plain compilers have no cilk_future. */
#ifdef UCILK_SERIAL
#undef cilk_future
#define cilk_future (ucilk_future_t){0, 0};
#endif

struct point {
    int x, y;
};
struct with {
    int (*call)(int n, char c);
};
enum colour { RED };

int f(int n);
char narrow(char c);
float real(float x);
long pointer(int *p);
void text(char *p);
struct point turn(struct point p, int n);
int by_enum(enum colour c);
int none(void);
__attribute__((nonnull)) int not_null(const char *a, const char *b);
__attribute__((deprecated)) int old(int n);

ucilk_future_t wrong(int n, double d, long l, const char *c, struct with *w)
{
    ucilk_future_t a, b;
    struct point p = {n, n};
    a = cilk_future f(l);
    b = cilk_future   narrow(n);
    a = cilk_future real(d); b = cilk_future narrow(300);
    a = cilk_future pointer(c);
    b = cilk_future
        text(c);
    a = cilk_future turn(p, l);
    b = cilk_future by_enum(n);
    a = cilk_future old(1);
    b = cilk_future not_null(c, NULL);
    a = cilk_future w->call(n, n);
    b = cilk_future (*w->call)("s", 3);
    a = cilk_future f("text");
    b = cilk_future f(f(l) + narrow(n));
    a = cilk_future none();
    printf("%p %p\n", (void *)&a, (void *)&b);
    return a;
}

void formats(int n, long l, const char *s)
{
    ucilk_future_t a;
    a = cilk_future printf("%d\n", n);
    a = cilk_future printf("%d\n", l);
    a = cilk_future printf("%s %d\n", s);
    a = cilk_future printf(s);
    (void)&a;
}

/* Once, also in an inline function that is not static. */
inline int in_inline(int n, long l)
{
    ucilk_future_t a;
    a = cilk_future f(l);
    return n + (int)a.tag;
}
