/* Results of spawned calls and where they go. */
/* flags: -Wconversion -Wsign-conversion -Wfloat-conversion */
#include <stdbool.h>
#include <ucilk/ucilk.h>

long wide(int n);
double real(int n);
int f(int n);
unsigned u(int n);
int *pointer(int n);
const int *fixed(int n);
char *text(int n);
__attribute__((warn_unused_result)) int used(int n);

struct s {
    char c;
    float f;
    int *p;
    short a[3];
};

static struct s global;
static unsigned char bytes[4];

int narrowing(int n)
{
    char c = spawn wide(n);
    int i = spawn wide(n), j = spawn real(n);
    float x;
    short h;
    unsigned v = spawn f(n);
    int k = spawn u(n);
    x = spawn real(n);
    h = spawn wide(n);
    h += spawn f(n);
    global.c = spawn f(n);
    global.f = spawn real(n);
    global.a[1] = spawn wide(n);
    bytes[n] = spawn f(n);
    bytes[n] |= spawn f(n);
    bool b = spawn f(n);
    sync;
    return c + i + j + h + (int)x + (int)v + k + b;
}

int pointers(int n)
{
    int *p, x, *q = spawn fixed(n);
    char *c;
    p = spawn fixed(n);
    x = spawn pointer(n);
    c = spawn pointer(n);
    global.p = spawn text(n);
    global.p = spawn f(n);
    unsigned char *d = spawn text(n);
    sync;
    return *p + x + *c + *q + *d;
}

int unused(int n)
{
    int x = spawn f(n), never; /* lost: -Wunused-variable */
    int y;                     /* lost: -Wunused-but-set-variable */
    y = spawn f(n);
    spawn used(n);
    sync;
    used(n);
    return n;
}
