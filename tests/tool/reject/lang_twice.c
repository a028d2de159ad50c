/* Functions that return twice. */
#include <setjmp.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

jmp_buf buffer;

int g(void)
{
    int x, y;
    /* expect: +1:9: error: `_setjmp' cannot be spawned */
    x = spawn setjmp(buffer);
    /* expect: +1:9: error: `vfork' cannot be spawned */
    y = spawn vfork();
    sync;
    return x + y;
}
