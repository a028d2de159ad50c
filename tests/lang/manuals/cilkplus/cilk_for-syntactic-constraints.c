/* _Cilk_for Loops, Syntactic constraints: the three parts of the header. */
#include <cilk/cilk.h>

#include "../../check.h"

enum { N = 40 };
static int hits[N];

static void hit(long i)
{
    CHECK(i >= 0 && i < N);
    hits[i]++;
}

/* How often each one was hit, as a number; all of them even again. */
static unsigned count(void)
{
    unsigned sum = 0;
    for (int i = 0; i < N; i++) {
        sum = sum * 3 + (unsigned)hits[i];
        hits[i] = 0;
    }
    return sum;
}

/* Declared there, or before and assigned there. */
static unsigned initialization(void)
{
    int before = 99, same;
    long other;
    _Cilk_for (int i = 3; i < N; i++)
        hit(i);
    _Cilk_for (before = 0; before < 10; before++)
        hit(before);
    CHECK(before == 10);
    _Cilk_for (other = N - 1; other >= 30; other -= 3)
        hit(other);
    CHECK(other == 27);
    _Cilk_for (same = N; same < 5; same++)
        hit(same);
    CHECK(same == N);
    _Cilk_for (int i = 5 ? 7 : 5; i < 8; i++)
        hit(i);
    return count();
}

/* The name alone on one side, on either. */
static unsigned condition(int n)
{
    _Cilk_for (int i = 0; i < n; i++)
        hit(i);
    _Cilk_for (int i = 0; n > i; i++)
        hit(i);
    _Cilk_for (int i = 0; i <= n; i++)
        hit(i);
    _Cilk_for (int i = 0; n >= i; i++)
        hit(i);
    _Cilk_for (int i = 0; i != n; i++)
        hit(i);
    _Cilk_for (int i = 0; n != i; i++)
        hit(i);
    _Cilk_for (int i = n; i > 0; i--)
        hit(i);
    _Cilk_for (int i = n; 0 < i; i--)
        hit(i);
    _Cilk_for (int i = n; i >= 0; i--)
        hit(i);
    _Cilk_for (int i = n; 0 <= i; i--)
        hit(i);
    _Cilk_for (int i = n; i != 0; i--)
        hit(i);
    _Cilk_for (int i = 0; (i) < (n + 2 * n); i++)
        hit(i);
    _Cilk_for (int i = 0; (i < (n & 7 ? n : 8)); i++)
        hit(i);
    return count();
}

/* ++ -- += -= */
static unsigned increment(int n, int k)
{
    _Cilk_for (int i = 0; i < n; ++i)
        hit(i);
    _Cilk_for (int i = 0; i < n; i++)
        hit(i);
    _Cilk_for (int i = n; i > 0; --i)
        hit(i);
    _Cilk_for (int i = n; i > 0; i--)
        hit(i);
    _Cilk_for (int i = 0; i < n; i += 3)
        hit(i);
    _Cilk_for (int i = n; i > 0; i -= 4)
        hit(i);
    _Cilk_for (int i = 0; i < n; i += k)
        hit(i);
    _Cilk_for (int i = n; i > 0; i -= k * 2)
        hit(i);
    _Cilk_for (int i = n; i > 0; i += -k)
        hit(i);
    _Cilk_for (int i = 0; i < n; (i)++)
        hit(i);
    _Cilk_for (int i = 0; i < n; (i += (2)))
        hit(i);
    return count();
}

/* What is within the body goes to where it leads there. */
static unsigned body(int n)
{
    _Cilk_for (int i = 0; i < n; i++) {
        if (i % 3 == 0)
            continue;
        for (int j = 0; j < 5; j++) {
            if (j == i % 4)
                break;
            hit(i);
        }
        switch (i % 5) {
        case 2:
            hit(i);
            break;
        case 3:
            goto end;
        default:
            hit(N - 1 - i);
            /* two iterations may hit one: they add to different ones */
            hits[N - 1 - i]--;
        }
    end:
        hit(i);
    }
    return count();
}

int main(void)
{
    printf("%u %u", initialization(), condition(12));
    printf(" %u %u\n", increment(20, 3), body(N / 2));
    return 0;
}

#ifdef REFUSED_1
int f(int n)
{
    int i, j = 0;
    static int still;
    struct {
        int member;
    } s;
    /* expect: +1:5: error: cilk_for needs all three parts of its header: write `cilk_for (int i = 0; i < n; i++)' */
    _Cilk_for (;;)
        hit(n);
    /* expect: +1:5: error: cilk_for needs all three parts of its header */
    _Cilk_for (i = 0; i < n;)
        hit(i);
    /* expect: +1:5: error: cilk_for needs all three parts of its header */
    _Cilk_for (i = 0;; i++)
        hit(i);
    /* expect: +1:5: error: cilk_for needs all three parts of its header */
    _Cilk_for (; i < n; i++)
        hit(i);
    /* expect: +1:16: error: a cilk_for starts with one control variable: write `cilk_for (int i = 0; ...' */
    _Cilk_for (int k = 0, m = 0; k < n; k++)
        hit(k + m);
    /* expect: +1:16: error: a cilk_for starts with one control variable */
    _Cilk_for (i = 0, j = 0; i < n; i++)
        hit(j);
    /* expect: +1:16: error: a cilk_for starts with one control variable */
    _Cilk_for (s.member = 0; s.member < n; s.member++)
        hit(n);
    /* expect: +1:16: error: a cilk_for starts with one control variable */
    _Cilk_for (int uninitialized; uninitialized < n; uninitialized++)
        hit(n);
    /* expect: +1:16: error: the control variable of a cilk_for has another value in each iteration: it is a local, which `still' is not */
    _Cilk_for (still = 0; still < n; still++)
        hit(still);
    /* expect: +1:16: error: each iteration of a cilk_for has its own `t': it cannot be volatile, static or extern */
    _Cilk_for (static int t = 0; t < n; t++)
        hit(t);
    /* expect: +1:23: error: the condition of a cilk_for compares its control variable: write `i < limit' */
    _Cilk_for (i = 0; i; i++)
        hit(i);
    /* expect: +1:23: error: the condition of a cilk_for compares its control variable */
    _Cilk_for (i = 0; i == n; i++)
        hit(i);
    /* expect: +1:23: error: the condition of a cilk_for compares its control variable */
    _Cilk_for (i = 0; i + 1 < n; i++)
        hit(i);
    /* expect: +1:23: error: the condition of a cilk_for compares its control variable */
    _Cilk_for (i = 0; i < n && j; i++)
        hit(i);
    /* expect: +1:23: error: the condition of a cilk_for compares its control variable */
    _Cilk_for (i = 0; !(i >= n); i++)
        hit(i);
    /* expect: +1:30: error: a cilk_for ends with a step of its control variable: write `i++', `i--', `i += k' or `i -= k' */
    _Cilk_for (i = 0; i < n; i *= 2)
        hit(i);
    /* expect: +1:30: error: a cilk_for ends with a step of its control variable */
    _Cilk_for (i = 0; i < n; j++)
        hit(i);
    /* expect: +1:30: error: a cilk_for ends with a step of its control variable */
    _Cilk_for (i = 0; i < n; i++, j++)
        hit(i);
    return n;
}
#endif

#ifdef REFUSED_2
int f(int n)
{
    int i;
    switch (n) {
        _Cilk_for (int k = 0; k < n; k++) {
        /* expect: +1:9: error: a case cannot lead into a cilk_for */
        case 3:
            hit(k);
        }
    }
    _Cilk_for (i = 0; i < n; i++) {
        if (i == 1)
            /* expect: +1:13: error: break cannot leave a cilk_for: all iterations run; `continue' ends one */
            break;
        if (i == 2)
            /* expect: +1:13: error: return cannot leave a cilk_for: all iterations run */
            return i;
        if (i == 3)
            /* expect: +1:13: error: goto cannot lead out of a cilk_for */
            goto out;
    }
    /* expect: +1:5: error: goto cannot lead into a cilk_for */
    goto in;
    _Cilk_for (i = 0; i < n; i++) {
    in:
        hit(i);
    }
out:
    return n;
}
#endif
