/* cilk_for where it cannot run its iterations in parallel. */
#include <ucilk/ucilk.h>

long out[100];
int f(int n);

int header(int n, double d, int *p)
{
    int i, j;
    struct {
        int a;
    } s;
    /* expect: +1:5: error: cilk_for needs all three parts of its header */
    cilk_for (;;)
        f(n);
    /* expect: +1:5: error: cilk_for needs all three parts of its header */
    cilk_for (i = 0; i < n;)
        f(n);
    /* expect: +1:15: error: a cilk_for starts with one control variable */
    cilk_for (i = 0, j = 0; i < n; i++)
        f(j);
    /* expect: +1:15: error: a cilk_for starts with one control variable */
    cilk_for (int k = 0, m = 1; k < n; k++)
        f(m);
    /* expect: +1:15: error: a cilk_for starts with one control variable */
    cilk_for (s.a = 0; s.a < n; s.a++)
        f(n);
    /* expect: +1:15: error: the control variable of a cilk_for is an integer or a pointer, which `x' is not */
    cilk_for (double x = 0; x < n; x++)
        f(n);
    /* expect: +1:22: error: the condition of a cilk_for compares its control variable: write `i < limit' */
    cilk_for (i = 0; f(i); i++)
        f(n);
    /* expect: +1:22: error: the condition of a cilk_for compares its control variable */
    cilk_for (i = 0; i < n && i < j; i++)
        f(n);
    /* expect: +1:22: error: the condition of a cilk_for compares its control variable */
    cilk_for (i = 0; i == n; i++)
        f(n);
    /* expect: +1:26: error: the type of the limit of the cilk_for is not an integer */
    cilk_for (i = 0; i < d; i++)
        f(n);
    /* expect: +1:29: error: a cilk_for ends with a step of its control variable: write `i++' */
    cilk_for (i = 0; i < n; i *= 2)
        f(n);
    /* expect: +1:29: error: a cilk_for ends with a step of its control variable */
    cilk_for (i = 0; i < n; j++)
        f(n);
    /* expect: +1:34: error: the step of a cilk_for cannot be 0 */
    cilk_for (i = 0; i < n; i += 0)
        f(n);
    /* expect: +1:29: error: `i' never comes to its limit: it counts down */
    cilk_for (i = 0; i < n; i--)
        f(n);
    /* expect: +1:36: error: `i' never comes to its limit: it counts up */
    cilk_for (i = 0; i >= -9; i += 2)
        f(n);
    /* expect: +1:34: error: the step of a cilk_for is an integer */
    cilk_for (i = 0; i < n; i += d)
        f(*p);
    /* expect: +1:29: error: a cilk_for ends with a step of its control variable */
    cilk_for (i = 0; i < n; i = n - i)
        f(n);
    /* expect: +1:37: error: the step of a cilk_for is the same for all iterations: it cannot use `i' */
    cilk_for (i = 1; i < n; i = i + (i + 1))
        f(n);
    /* expect: +1:29: error: a cilk_for ends with a step of its control variable */
    cilk_for (i = 1; i < n; i = j + 1)
        f(n);
    /* expect: +1:37: error: `i' never comes to its limit: it counts down */
    cilk_for (i = 1; i < n; i = i - 1)
        f(n);
    /* expect: +1:34: error: the step of a cilk_for is the same for all iterations: it cannot use `i' */
    cilk_for (i = 1; i < n; i += i)
        f(n);
    /* expect: +1:26: error: the limit of a cilk_for is the same for all iterations: it cannot use `i' */
    cilk_for (i = 1; i < n - i; i++)
        f(n);
    /* expect: +1:15: error: a cilk_for starts with one control variable */
    cilk_for (int uninitialized; uninitialized < n; uninitialized++)
        f(n);
    static int still;
    /* expect: +1:15: error: the control variable of a cilk_for has another value in each iteration: it is a local, which `still' is not */
    cilk_for (still = 0; still < n; still++)
        f(still);
    /* expect: +1:15: error: the control variable of a cilk_for counts, which `b', a _Bool, does not */
    cilk_for (_Bool b = 0; b < 1; b++)
        f(n);
    struct s {
        int a;
    } first = {0};
    /* expect: +1:15: error: the control variable of a cilk_for is an integer or a pointer, which `t' is not */
    cilk_for (struct s t = first; t.a < n; t.a++)
        f(n);
    /* expect: +1:22: error: the condition of a cilk_for compares its control variable */
    cilk_for (i = 0; i + 1 < n; i++)
        f(n);
    /* expect: +1:22: error: the condition of a cilk_for compares its control variable */
    cilk_for (i = 0; !(i >= n); i++)
        f(n);
    /* expect: +1:22: error: the condition of a cilk_for compares its control variable */
    cilk_for (i = 0; f(i) < n; i++)
        f(n);
    /* expect: +1:29: error: a cilk_for ends with a step of its control variable */
    cilk_for (i = 0; i < n; i++, j++)
        f(n);
    /* expect: +1:29: error: a cilk_for ends with a step of its control variable */
    cilk_for (i = 1; i < n; i <<= 1)
        f(n);
    /* expect: +1:39: error: a cilk_for ends with a step of its control variable */
    cilk_for (const int c = 0; c < n; c++)
        f(c);
    cilk_for (int k = 0; k < n; k++)
        /* expect: +1:9: error: `k' controls the cilk_for: its body cannot change it */
        k = n;
    return 0;
}

int body(int n)
{
    int x = 0;
    struct {
        char a[sizeof(x)];
    } s = {0};
    typedef struct {
        __typeof__(x) a;
    } local;
    cilk_for (int i = 0; i < n; i++) {
        /* expect: +2:13: error: break cannot leave a cilk_for: all iterations run; `continue' ends one */
        if (i == 3)
            break;
        /* expect: +2:13: error: return cannot leave a cilk_for */
        if (i == 4)
            return i;
        /* expect: +2:13: error: goto cannot lead out of a cilk_for */
        if (i == 5)
            goto end;
        /* expect: +1:9: error: `i' controls the cilk_for: its body cannot change it */
        i++;
        /* expect: +1:18: error: `s' cannot be copied for the iterations of the cilk_for: its type is declared with a variable of the function: declare it in the body */
        out[i] = s.a[0];
        /* expect: +1:9: error: the body of a cilk_for cannot use `local' of the function, which is declared with a variable of the function */
        local l = {i};
        out[i] += l.a;
    }
    /* expect: +2:9: error: goto cannot lead into a cilk_for */
    if (n == 7)
        goto inside;
    cilk_for (int i = 0; i < n; i++) {
    inside:
        out[i] = 0;
    }
    switch (n) {
        cilk_for (int i = 0; i < n; i++) {
            /* expect: +1:9: error: a case cannot lead into a cilk_for */
        case 3:
            out[i] = 1;
        }
    }
end:
    return x;
}

int everywhere;

void writes(int n)
{
    /* expect: +1:15: error: the control variable of a cilk_for has another value in each iteration: it is a local, which `everywhere' is not */
    cilk_for (everywhere = 0; everywhere < n; everywhere++)
        f(everywhere);
    int i, k;
    register int kept __asm__("r12") = 0;
    cilk_for (i = 0; i < n; i++) {
        /* expect: +1:9: error: the cilk_for around this one runs its iterations in parallel, and they all have one `k': declare it in the header, `cilk_for (int k = ...' */
        cilk_for (k = 0; k < n; k++)
            out[k] = i;
        out[0] += k;
    }
    /* expect: -7:18: error: the cilk_for writes `kept', or takes its address: leave out `register' */
    cilk_for (i = 0; i < n; i++)
        kept = 1;
    out[0] = kept;
}

void storage(int n)
{
    /* expect: +1:15: error: each iteration of a cilk_for has its own `i': it cannot be volatile, static or extern */
    cilk_for (volatile int i = 0; i < n; i++)
        f(i);
    /* expect: +1:15: error: each iteration of a cilk_for has its own `i' */
    cilk_for (static int i = 0; i < n; i++)
        f(i);
    volatile long v;
    /* expect: +1:15: error: each iteration of a cilk_for has its own `v' */
    cilk_for (v = 0; v < n; v++)
        f((int)v);
}

/* expect: +1:1: error: a grainsize stands before a cilk_for, in a function */
#pragma cilk grainsize 8

void types(int n)
{
    int table[n][n];
    struct same {
        int a;
    } outer = {3};
    /* expect: +1:15: error: the control variable of a cilk_for cannot point to arrays of variable length: count by an integer */
    cilk_for (int (*p)[n] = table; p != table + n; p++)
        f(p[0][1]);
    if (n > 3) {
        struct same {
            char b;
        } inner = {2};
        cilk_for (int i = 0; i < n; i++)
            /* expect: +1:32: error: `inner' cannot be copied for the iterations of the cilk_for: its type is one of two of this name: give it another */
            out[i] = outer.a + inner.b;
    }
}
