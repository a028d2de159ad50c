/*
 * What a lock costs that nobody else wants: ns for each pair of lock and
 * unlock, the least of some rounds.  Compiled plain, and with the runtime's
 * functions in libc's place.  With an argument the program has a second thread,
 * without which libc leaves out the atomic instructions of mutexes that are
 * private to a process.
 */
#define _GNU_SOURCE
#include "clock.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <threads.h>
#include <unistd.h>

enum { PAIRS = 200000, ROUNDS = 25 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spinlock;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static mtx_t mtx;
static sem_t semaphore;

static void nothing(void)
{
}

static void *wait_for_ever(void *unused)
{
    for (;;)
        pause();
    return unused;
}

#define MEASURE(...)                                                           \
    do {                                                                       \
        double least = 1e99;                                                   \
        for (int r = 0; r < ROUNDS; r++) {                                     \
            double start = nanoseconds();                                      \
            for (int i = 0; i < PAIRS; i++) {                                  \
                __VA_ARGS__;                                                   \
            }                                                                  \
            double took = (nanoseconds() - start) / PAIRS;                     \
            least = took < least ? took : least;                               \
        }                                                                      \
        printf("%.2f ", least);                                                \
    } while (0)

int main(int argc, char **argv)
{
    pthread_t thread;
    (void)argv;
    if (argc > 1)
        pthread_create(&thread, NULL, wait_for_ever, NULL);
    pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE);
    mtx_init(&mtx, mtx_plain);
    sem_init(&semaphore, 0, 1);
    MEASURE(pthread_mutex_lock(&mutex), pthread_mutex_unlock(&mutex));
    MEASURE(mtx_lock(&mtx), mtx_unlock(&mtx));
    MEASURE(pthread_rwlock_rdlock(&rwlock), pthread_rwlock_unlock(&rwlock));
    MEASURE(pthread_rwlock_wrlock(&rwlock), pthread_rwlock_unlock(&rwlock));
    MEASURE(pthread_spin_lock(&spinlock), pthread_spin_unlock(&spinlock));
    MEASURE(sem_wait(&semaphore), sem_post(&semaphore));
    MEASURE(pthread_once(&once, nothing));
    printf("\n");
}
