/* Where the compiler finds errors it is given the text without keywords. */
#include <ucilk/ucilk.h>

struct s {
    int a;
};
int f(int n);
char narrow(char c);

int wrong(int n, long l, struct s s)
{
    int (*g)(int, char) = 0;
    int x = spawn f(n, l);
    x += spawn f(f(l) + v_missing);
    spawn g(1, 2, 3);
    spawn f(s);
    spawn f("text");
    spawn narrow(300);
    sync;
    return x + unused;
}
