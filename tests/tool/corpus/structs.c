/* Structs, unions, enumerations, functions by pointer and by other names. */
/* flags: -Wconversion -Wpedantic -Wenum-compare */
#include <ucilk/ucilk.h>

struct point {
    int x, y;
};
struct other {
    int x, y;
};
union either {
    int i;
    float f;
};
struct with {
    int (*call)(int n, char c);
    long (*table[3])(int *p);
};

struct point turn(struct point p, int n);
union either choose(union either e);
void by_pointer(struct point *p, const struct point *q);
void by_other(struct other *p);

int use(struct with *w, struct point p, long l, const struct point *c)
{
    struct point q = spawn turn(p, l);
    struct point r = {1};
    union either e = {3};
    int x = spawn w->call(l, 300);
    x = spawn (*w->call)("s", 3);
    long y = spawn w->table[l](l);
    y = spawn w->table[0](c);
    e = spawn choose(e);
    spawn by_pointer(c, c);
    spawn by_other(c);
    int (*g)(int, char) = w->call;
    y += spawn g(l, l);
    sync;
    return q.x + r.y + e.i + x + y;
}
