/* The program's own handler of SIGSEGV and SIGFPE, on each worker: a leaf that
 * faults goes on by siglongjmp; also with a handler on the program's own signal
 * stack. */
#define _GNU_SOURCE
#include "../process.h"
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucilk/ucilk.h>

static _Thread_local sigjmp_buf here;
static atomic_int n_faults;

static void on_fault(int number, siginfo_t *info, void *context)
{
    (void)info;
    (void)context;
    ++n_faults;
    siglongjmp(here, number);
}

static void write_to(volatile char *p, int *result)
{
    int number = sigsetjmp(here, 1);
    if (number == 0)
        *p = 1;
    *result = number;
}

static void look(char *closed, char *open, int results[3])
{
    linger((unsigned long)*open);
    write_to(closed, &results[0]);
    write_to(open, &results[1]);
    write_to(closed, &results[2]);
    scribble();
}

int main(void)
{
    struct sigaction action = {.sa_sigaction = on_fault,
                               .sa_flags = SA_SIGINFO};
    CHECK(sigaction(SIGSEGV, &action, NULL) == 0);
    char *closed = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                        0);
    CHECK(closed != MAP_FAILED);
    char open[100] = {0};
    int n = (int)scaled(100, 20), results[100][3];
    for (int i = 0; i < n; i++)
        spawn look(closed, &open[i], results[i]);
    sync;
    for (int i = 0; i < n; i++)
        CHECK(results[i][0] == SIGSEGV && results[i][1] == 0 &&
              results[i][2] == SIGSEGV && open[i] == 1);
    CHECK(n_faults == 2 * n);
    struct sigaction now;
    CHECK(sigaction(SIGSEGV, NULL, &now) == 0);
    CHECK(now.sa_sigaction == on_fault);
    return right();
}
