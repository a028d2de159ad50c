/* main ends by pthread_exit, and the process goes on until the last thread of
 * the program ends: main has spawned, or has not, and the other threads spawn
 * before and after.  The program runs itself for each case. */
#define _GNU_SOURCE
#include "../runs_itself.h"
#include "meeting.h"
#include <pthread.h>

static void *live(void *milliseconds)
{
    CHECK(add(15) == 610);
    usleep(1000 * (unsigned)(long)milliseconds);
    CHECK(add(16) == 987);
    fputs("done\n", stderr);
    return NULL;
}

static int inner(const char *which)
{
    static const long sleeps[3] = {0, 20, 100};
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    alarm(40);
    if (which[0] == 's')
        CHECK(add(15) == 610);
    for (int i = 0; which[1] == 't' && i < 3; i++) {
        pthread_t t;
        CHECK(pthread_create(&t, &detached, live, (void *)sleeps[i]) == 0);
    }
    if (which[2] == 'w')
        usleep(50000);
    pthread_exit(NULL);
}

int main(int argc, char **argv)
{
    static const char *const cases[] = {"s..", "st.", "stw", "nt.", "ntw",
                                        "n.."};
    if (argc > 1)
        return inner(argv[1]);
    unsetenv("UCILK_TEST_TIMEOUT"); /* its thread would keep the process */
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run r = {.which = cases[i], .lines = cases[i][1] == 't' ? 3 : 0};
        if (!ends_as(&r))
            return 1;
    }
    return right();
}
