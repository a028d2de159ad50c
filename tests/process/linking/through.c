/* A function between those that spawn, for walks.c, that no tool has seen. */
#include <alloca.h>
#include <signal.h>
#include <string.h>

void through(void (*f)(void *), void *p);

#ifdef SIGNAL
static void (*handled)(void *);
static void *argument;

static void handle(int number)
{
    (void)number;
    handled(argument);
}
#endif

void through(void (*f)(void *), void *p)
{
#ifdef SIZE
    volatile char space[SIZE];
    space[0] = space[SIZE - 1] = 1;
#endif
#ifdef ALIGNED
    _Alignas(ALIGNED) volatile char aligned[ALIGNED];
    aligned[0] = 1;
#endif
#ifdef DYNAMIC
    char *volatile dynamic = alloca((size_t)(17 + (p != 0)));
    memset(dynamic, 1, 17);
#endif
#ifdef SIGNAL /* programs must not: a walk ends at the signal's frame */
    handled = f;
    argument = p;
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
#else
    f(p);
#endif
#ifdef SIZE
    space[1] = space[0];
#endif
#ifdef ALIGNED
    aligned[1] = aligned[0];
#endif
#ifdef DYNAMIC
    dynamic[1] = dynamic[2];
#endif
}
