/* 3.9 Aborting: abort; in inlets and procedures; also 2.7.2. */
#include <cilk-lib.h>
#include <cilk.h>
#include <string.h>

#include "../../check.h"

static int safe(const char *config, int i, int j)
{
    int r, s;
    for (r = 0; r < i; r++) {
        s = config[r];
        if (j == s || i - r == j - s || i - r == s - j)
            return 0;
    }
    return 1;
}

/* One solution of n queens; the others are given up. */
cilk char *nqueens(char *config, int n, int i)
{
    char *new_config;
    char *done = NULL;
    int j;

    inlet void catch(char *res)
    {
        if (res != NULL) {
            if (done == NULL)
                done = res;
            abort;
        }
    }

    if (i == n) {
        char *result;
        result = malloc((size_t)n);
        memcpy(result, config, (size_t)n);
        return result;
    }
    for (j = 0; j < n; j++) {
        new_config = Cilk_alloca((size_t)(i + 1));
        memcpy(new_config, config, (size_t)i);
        if (safe(new_config, i, j)) {
            new_config[i] = (char)j;
            catch(spawn nqueens(new_config, n, i + 1));
        }
        if (done != NULL)
            break;
    }
    sync;
    return done;
}

/* Only children that there are: what is spawned afterwards runs. */
cilk int work(int n)
{
    int x = 0, y;
    if (n < 2)
        return 1;
    x = spawn work(n - 1);
    y = spawn work(n - 2);
    sync;
    return x + y;
}

cilk int extant(int n)
{
    int given_up = 0, kept = 0, i;
    inlet void first(int r)
    {
        given_up += r;
        abort;
    }
    inlet void then(int r)
    {
        kept += r;
    }
    for (i = 0; i < n; i++) {
        first(spawn work(6));
        spawn work(8);
        sync;
        then(spawn work(5));
        sync;
    }
    CHECK(given_up == 13 * n);
    return kept;
}

/* A procedure without inlets; the value is from before. */
cilk int alone(int n)
{
    int x = 7, y;
    y = spawn work(n);
    sync;
    x = y;
    spawn work(n);
    abort;
    return x;
}

/* A flag in the inlet keeps later children away. */
cilk int flag(int n)
{
    int stopped = 0, spawned = 0, i;
    inlet void stop(int r)
    {
        if (r > 4) {
            stopped = 1;
            abort;
        }
    }
    for (i = 0; i < n && !stopped; i++) {
        stop(spawn work(i));
        spawned++;
    }
    sync;
    CHECK(stopped && spawned >= 5);
    return stopped;
}

cilk int main(void)
{
    int n = (int)scaled(8, 6), i, j, x, y, z;
    char *config = Cilk_alloca((size_t)n), *result;
    result = spawn nqueens(config, n, 0);
    sync;
    CHECK(result != NULL);
    for (i = 0; i < n; i++)
        for (j = 0; j < i; j++)
            CHECK(result[i] != result[j] && abs(result[i] - result[j]) != i - j);
    free(result);
    result = spawn nqueens(config, 3, 0);
    sync;
    CHECK(result == NULL);
    x = spawn extant(5);
    y = spawn alone(6);
    z = spawn flag(20);
    sync;
    printf("%d %d %d\n", x, y, z);
    return 0;
}

#ifdef REFUSED_1
cilk int f(int n)
{
    int x = 0;
    inlet void stop(int r)
    {
        x += r;
        abort;
    }
    stop(spawn work(n));
    /* expect: +1:5: error: a function with inlets or abort cannot have a cilk_for or cilk_scope */
    cilk_for (int i = 0; i < n; i++)
        work(i);
    sync;
    return x;
}
#endif
