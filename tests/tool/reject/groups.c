/* What cannot go to another node. */
#include <ucilk/groups.h>
#include <ucilk/ucilk.h>

struct list {
    int n;
    struct list *next[2];
};
union either {
    long n;
    struct ucilk_bytes b;
};

long f(long n);
long by_pointer(int n, const char *name);
long by_struct(struct list list);
long by_union(union either e);
long by_handle(ucilk_future_t f);
long by_function(long (*g)(long));
struct list make(int n);
struct ucilk_bytes good(struct ucilk_bytes b, double x, char c[2]);

long g(int n, struct list l, union either e, ucilk_future_t h, struct ucilk_bytes b)
{
    /* expect: +1:53: error: argument 2 of a group has a pointer, which means nothing on another node: pass values, or a struct ucilk_bytes */
    ucilk_future_t a[9] = {cilk_group by_pointer(1, "x"),
    /* expect: +1:49: error: argument 1 of a group has a pointer, which means nothing on another node: pass values, or a struct ucilk_bytes */
                           cilk_group by_struct(l),
    /* expect: +1:48: error: argument 1 of a group has a struct ucilk_bytes within a union, which means nothing on another node: pass values, or a struct ucilk_bytes */
                           cilk_group by_union(e),
    /* expect: +1:49: error: argument 1 of a group has a future's handle, which means nothing on another node: pass values, or a struct ucilk_bytes */
                           cilk_group by_handle(h),
    /* expect: +1:51: error: argument 1 of a group has a pointer, which means nothing on another node: pass values, or a struct ucilk_bytes */
                           cilk_group by_function(f),
    /* expect: +1:28: error: the result of a group has a pointer, which means nothing on another node: return values, or a struct ucilk_bytes */
                           cilk_group make(1),
    /* expect: +1:52: error: argument 3 of a group has a pointer, which means nothing on another node: pass values, or a struct ucilk_bytes */
                           cilk_group good(b, 1.5, (char *)0)};
    /* expect: +1:5: error: cilk_group needs a call of a function right behind it: write `cilk_group f(...)' */
    cilk_group 3;
    /* expect: +1:12: error: cilk_group() lacks the number of consumers: write `cilk_group(2) f(...)', or `cilk_group f(...)' for one */
    a[8] = cilk_group() f(1);
    long (*by_name)(long) = f;
    /* expect: +1:12: error: a group calls through a pointer, which means nothing on another node: call a function by its name */
    a[8] = cilk_group by_name(1);
    /* expect: +1:12: error: a group calls through a pointer, which means nothing on another node: call a function by its name */
    a[8] = cilk_group (*(n ? f : by_name))(1);
    return ucilk_future_get(long, a[0]);
}
