/*
 * Semaphores and barriers, which are told when they are made that other
 * processes use them: there is no other way to make one.
 */
#define _GNU_SOURCE
#include "libc/locks/locks.h"

#include <pthread.h>
#include <semaphore.h>

/* clang-format off */
UCI_LIBC_WEAK(sem_init) UCI_LIBC_WEAK(pthread_barrier_init)
int sem_init(sem_t *s, int shared, unsigned value);
/* clang-format on */

int sem_init(sem_t *s, int shared, unsigned value)
{
    return UCI_LIBC_REAL(sem_init)(s, shared || !uci_locks_alone, value);
}

int pthread_barrier_init(pthread_barrier_t *barrier,
                         const pthread_barrierattr_t *attributes,
                         unsigned count)
{
    pthread_barrierattr_t shared; /* nothing else can be said in one */
    if (!uci_locks_alone) {
        pthread_barrierattr_init(&shared);
        pthread_barrierattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
        attributes = &shared;
    }
    return UCI_LIBC_REAL(pthread_barrier_init)(barrier, attributes, count);
}
