/* std: c2x c23 c2y
 * #embed, at file scope and in a function. */
#include <stdio.h>
#include <ucilk/ucilk.h>
static int f(int n) { return n + 1; }
static const unsigned char here[] = {
#embed "embedded.txt"
};
int main(void)
{
    int x;
    unsigned char there[] = {
#embed "embedded.txt" limit(4)
    };
    x = spawn f(here[1]);
    cilk_for (int i = 0; i < (int)sizeof there; i++) there[i]++;
    sync;
    printf("%d %d %zu %zu\n", x, there[2], sizeof here, sizeof there);
    return 0;
}
