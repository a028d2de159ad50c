/* What the parts of the torture program share. */
#ifndef TORTURE_BASE_H
#define TORTURE_BASE_H

#include <check.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static void nothing(void)
{
}

/* The strand may go on in another worker; under forced steals it does. */
#define MOVE                                                                   \
    do {                                                                       \
        spawn nothing();                                                       \
        sync;                                                                  \
    } while (0)

/* Names that headers give to other functions, and the checked forms of those
 * that -D_FORTIFY_SOURCE calls. */
#define AS(name) __asm__(name)

/* One task at a time, for what the process has one of. */
static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER;

/* "what-7" */
struct name {
    char text[64];
};

static struct name name_of(const char *what, int i)
{
    struct name n;
    snprintf(n.text, sizeof n.text, "%s-%d", what, i);
    return n;
}

#endif
