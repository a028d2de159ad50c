/* Jumps over spawns. */
#include <setjmp.h>
#include <ucilk/ucilk.h>

static jmp_buf here;
static sigjmp_buf there;
int f(int n);

int spawns(int n)
{
    if (setjmp(here)) /* expect: 11:9: warning: `_setjmp' in a function that spawns */
        return 1;
    if (sigsetjmp(there, 1)) /* expect: 13:9: warning: `__sigsetjmp' in a function that spawns */
        return 2;
    int x = spawn f(n);
    if (n < 0)
        longjmp(here, 1); /* expect: 17:9: warning: `longjmp' in a function that spawns */
    sync;
    if (n > 9)
        siglongjmp(there, 1); /* expect: 20:9: warning: `siglongjmp' in a function that spawns */
    return x;
}

int f(int n)
{
    jmp_buf own;
    if (setjmp(own))
        return n;
    longjmp(own, 1);
}
