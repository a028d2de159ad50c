/* See stdio_names.sh, which looks at the symbols of this program. */
#include <ucilk/ucilk.h>

#include <stdio.h>

static void greet(void)
{
    puts("hello");
}

int main(void)
{
    spawn greet();
    sync;
}
