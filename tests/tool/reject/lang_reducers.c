/* cilk_reducer where there can be none. */
#include <ucilk/ucilk.h>

void zero(void *view);
void plus(void *left, void *right);

long cilk_reducer(zero, plus) fine;
/* expect: +1:6: error: cilk_reducer needs two functions: write `cilk_reducer(identity, reduce)' */
long cilk_reducer(zero) one;
/* expect: +1:6: error: cilk_reducer needs two functions */
long cilk_reducer two;
void f(long cilk_reducer(zero, plus) * parameter);
struct s {
    long cilk_reducer(zero, plus) member;
};
/* expect: +1:45: error: each worker has views of `local_to_thread' already: leave out `_Thread_local' */
_Thread_local long cilk_reducer(zero, plus) local_to_thread;

long g(int n)
{
    long cilk_reducer(zero, plus) local = 0;
    static long cilk_reducer(zero, plus) kept = 0;
    local += n;
    /* expect: +1:15: error: cilk_reducer stands in a type: write `long cilk_reducer(identity, reduce) x = 0;' */
    kept += n cilk_reducer(zero, plus);
    return local + kept;
}

static long kept = sizeof fine;
/* expect: +1:20: error: each strand has a view of the reducer `fine': a static variable cannot begin with its address */
static long *at = &fine;
static long cilk_reducer(zero, plus) * right = &fine;
long *h(void)
{
    /* expect: +1:26: error: each strand has a view of the reducer `fine' */
    static long *here = &fine;
    static long cilk_reducer(zero, plus) * there = &fine;
    static long size = sizeof fine;
    return at == here && size == kept && right == there ? &fine : here;
}

/* expect: +1:38: error: a parameter is no reducer: pass a pointer, `long *x' */
long i(long cilk_reducer(zero, plus) x, struct s *ok)
{
    return x + ok->member;
}

/* expect: +1:17: error: a parameter is no reducer: pass a pointer, `struct s *has' */
long j(struct s has)
{
    return has.member;
}

/* The leftmost view for every strand: never by a plain pointer in silence. */
void plain(long *p, const void *any, long cilk_reducer(zero, plus) *key);
long *k(long cilk_reducer(zero, plus) *p, struct s *s, int n)
{
    long cilk_reducer(zero, plus) many[2] = {0};
    struct {
        int n;
        long *view;
        long cilk_reducer(zero, plus) *key;
    } named = {.key = p, .view = &*p};
    plain(&*p, p, p);
    plain((long *)p, many, many + n);
    plain(&many[1], &s->member, &s->member);
    /* expect: +1:11: error: a plain pointer cannot take the address of a reducer: write `&*' before it for the strand's view, or declare a pointer to a reducer */
    plain(p, p, p);
    /* expect: +1:11: error: a plain pointer cannot take the address of a reducer */
    plain(many, p, p);
    /* expect: +1:26: error: a plain pointer cannot take the address of a reducer */
    long *q = n ? &*p : (p + 1);
    /* expect: +1:22: error: a plain pointer cannot take the address of a reducer */
    named.view = q = named.key;
    /* expect: +1:12: error: a plain pointer cannot take the address of a reducer */
    return p;
}

/* expect: +1:37: error: `c' cannot be a reducer: it is const */
const long cilk_reducer(zero, plus) c = 1;
/* expect: +1:13: error: cilk_reducer needs two functions */
static long cilk_reducer(zero, plus, plus) three;

/* Nothing would be there to be called. */
/* expect: +1:6: error: cilk_reducer needs two functions: write `cilk_reducer(identity, reduce)' */
long cilk_reducer(, plus) lacks_identity;
/* expect: +1:6: error: cilk_reducer needs two functions */
long cilk_reducer() lacks_both;
/* expect: +1:6: error: cilk_reducer needs two functions */
long cilk_reducer(zero, 0) null_reduce;
/* expect: +1:6: error: cilk_reducer needs two functions */
long _Hyperobject((void (*)(void *))0, ((void *)0)) null_both;

struct inner {
    long cilk_reducer(zero, plus) member;
};
/* expect: +1:46: error: `s2' cannot be a reducer: there are reducers in it */
static struct inner cilk_reducer(zero, plus) s2;

long jumps(int n)
{
    typedef long row[n];
    /* expect: +1:34: error: `many' cannot be a reducer: its size is not known */
    row cilk_reducer(zero, plus) many;
    if (n > 7)
        /* expect: +1:9: error: goto cannot pass the declaration of the reducer `sum' */
        goto in;
    long cilk_reducer(zero, plus) sum = 0;
in:
    switch (n) {
        long cilk_reducer(zero, plus) other;
    /* expect: +1:5: error: case cannot pass the declaration of the reducer `other' */
    case 1:
        other = 0;
        sum += other;
    }
    if (n > 8)
        goto in;
    return sum + many[0];
}
