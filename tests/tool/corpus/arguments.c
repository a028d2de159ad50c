/* Arguments of spawned calls that the compiler warns about. */
/* flags: -Wconversion -Wsign-conversion -Wfloat-conversion -Wcast-qual -Wpointer-sign */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <ucilk/ucilk.h>

struct s {
    int a;
};
struct other {
    int a;
};
enum e { ONE };
enum colour { RED };
typedef int (*callback)(int);

int f(int n);
char narrow(char c);
unsigned u(unsigned n);
float real(float x);
long pointer(int *p);
void text(char *p);
void constant(const char *p);
int many(int a, long b, short c, unsigned char d, double e, char *g);
int by_struct(struct s s);
int by_enum(enum e e);
int call(callback back, int n);
int other_type(long n);
__attribute__((nonnull)) int not_null(const char *a, const char *b);
__attribute__((nonnull(2))) void not_null_second(int n, void *p);
__attribute__((deprecated)) int old(int n);
__attribute__((deprecated("use f"))) void older(void);

int wrong(int n, double d, long l, const char *c, unsigned v)
{
    int x, y = n;
    x = spawn f(l);
    x = spawn f(d);
    x += spawn f("text");
    spawn f(c);
    spawn narrow(n);
    spawn   narrow(300);
    spawn u(n); spawn u(-1);
    spawn real(d);
    spawn pointer(l);
    spawn pointer(c);
    long z = spawn pointer(3);
    spawn text(c); spawn text("x");
    spawn constant(&y);
    spawn   many(l, n,  n,
           n, n,    c);
    struct other o = {1};
    spawn by_enum(RED);
    spawn call(other_type, 3);
    spawn not_null(NULL, c);
    spawn not_null(c,   0);
    spawn not_null_second(1, NULL);
    x = spawn old(3);
    spawn older();
    sync;
    return x + y + (int)z + o.a + (int)v;
}

int nested(int n, long l)
{
    int x = spawn f(f(l) + narrow(l));
    int y = spawn f((int)l + (l > 3u ? n : (int)narrow(7)));
    sync;
    return x + y;
}
