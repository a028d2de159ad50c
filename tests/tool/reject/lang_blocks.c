/* Spawned statements: ways out of them, and what they cannot use. */
#include <ucilk/ucilk.h>

int f(int n);

int g(int n)
{
    int a[9] = {0}, x = 0;
    register int kept __asm__("r12") = 0;
    typedef struct {
        char b[sizeof(a)];
    } local;
    /* expect: +1:25: error: return cannot leave a spawned statement: what follows runs already */
    cilk_spawn { if (n) return 3; }
    for (int i = 0; i < n; i++) {
        /* expect: +1:23: error: break cannot leave a spawned statement */
        spawn { x++; {break;} }
        /* expect: +1:32: error: continue cannot leave a spawned statement */
        cilk_spawn if (i == 2) continue;
        /* expect: +1:9: error: spawn needs a call of a function right behind it */
        cilk_spawn break;
        cilk_spawn {
            for (int j = 0; j < 3; j++)
                if (j == i)
                    break;
                else
                    continue;
        }
    }
    /* expect: +1:25: error: goto cannot lead out of a spawned statement */
    cilk_spawn { if (n) goto out; }
    /* expect: +1:5: error: goto cannot lead into a spawned statement */
    goto in;
    cilk_spawn { in: a[0] = f(n); }
    switch (n) {
        cilk_spawn {
        /* expect: +1:9: error: a case cannot lead into a spawned statement */
        case 3: a[1] = f(n);
        }
    }
    /* expect: +1:18: error: a spawned statement cannot use `local' of the function, which is declared with a variable of the function */
    cilk_spawn { local e; x = e.b[0]; }
    /* expect: -34:18: error: the spawned statement writes `kept', or takes its address: leave out `register' */
    cilk_spawn kept++;
    /* expect: +1:5: error: spawn needs a call of a function right behind it */
    cilk_spawn int y = f(n);
    /* expect: +1:5: error: spawn cannot stand before a declaration: write `T x = spawn f(...);' */
    cilk_spawn int *p = a;
    /* expect: +1:5: error: spawn needs a call of a function right behind it */
    cilk_spawn (x = f(n));
    sync;
out:
    return x;
}
