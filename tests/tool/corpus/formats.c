/* Spawned functions with format strings. */
/* flags: -Wformat=2 -O2 */
#include <stdarg.h>
#include <stdio.h>
#include <ucilk/ucilk.h>

__attribute__((format(printf, 2, 3))) int say(int to, const char *format, ...);
int sum(int n, ...);

void formats(int n, long l, const char *s, const char *format)
{
    int x;
    spawn printf("%d\n", n);
    spawn printf("%d\n", l);
    spawn printf("%s\n", n);
    x = spawn printf("%d %d\n", n);
    x += spawn   printf("%d\n", n, l);
    spawn say(1, "%ld %s", n, s);
    spawn fprintf(stderr, "%f", l);
    int y = spawn printf(s);
    spawn sum(3, 1, 2L, 3.0f, s);
    spawn printf("%d %s\n", 4, "x");
    sync;
    printf("%d %d\n", x, l, y);
}

/* Once, also where the spawn stands in an inline function. */
inline int in_inline(int n, long l)
{
    char c = spawn sum(n, l);
    spawn printf("%d %p %hhd %f %s\n", l, (void *)&l, (char)n, 1.0f, "x");
    sync;
    return c;
}
