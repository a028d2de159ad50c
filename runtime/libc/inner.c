/*
 * Objects on the heap that libc guards by a lock within: compiled regular
 * expressions and open directories.
 *
 * That lock is for the threads of one process: who waits for it is not woken by
 * another worker.  So whoever uses such an object takes a lock of ours before,
 * and finds libc's free; one of a few that all workers share, by the object's
 * address.
 */
#define _GNU_SOURCE
#include "libc/libc.h"

#include <dirent.h>
#include <pthread.h>
#include <regex.h>

/* clang-format off */
UCI_LIBC_WEAK(regexec); UCI_LIBC_WEAK(re_match); UCI_LIBC_WEAK(re_match_2);
UCI_LIBC_WEAK(re_search); UCI_LIBC_WEAK(re_search_2);
UCI_LIBC_WEAK(readdir); UCI_LIBC_WEAK(readdir64); UCI_LIBC_WEAK(readdir_r);
UCI_LIBC_WEAK(readdir64_r); UCI_LIBC_WEAK(rewinddir); UCI_LIBC_WEAK(seekdir);
UCI_LIBC_WEAK(telldir);
/* clang-format on */

enum { N_LOCKS = 64 };

static pthread_mutex_t *locks;

void uci_inner_start_workers(void)
{
    pthread_mutexattr_t shared;
    locks = uci_libc_shared(N_LOCKS * sizeof *locks);
    pthread_mutexattr_init(&shared);
    pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    for (unsigned i = 0; i < N_LOCKS; i++)
        pthread_mutex_init(&locks[i], &shared);
}

/* NULL where there is one process. */
static pthread_mutex_t *hold(const void *object)
{
    if (!uci_libc_has_workers)
        return NULL;
    uint64_t mixed = (uintptr_t)object * 0x9e3779b97f4a7c15u;
    pthread_mutex_t *lock = &locks[mixed >> 58];
    UCI_LIBC_REAL(pthread_mutex_lock)(lock);
    return lock;
}

static void release(pthread_mutex_t *lock)
{
    if (lock)
        UCI_LIBC_REAL(pthread_mutex_unlock)(lock);
}

/* TYPE NAME PARAMETERS, with a lock by OBJECT around libc's. */
#define HELD(type, name, parameters, arguments, object)                        \
    type name parameters                                                       \
    {                                                                          \
        pthread_mutex_t *lock = hold(object);                                  \
        type answer = UCI_LIBC_REAL(name) arguments;                           \
        release(lock);                                                         \
        return answer;                                                         \
    }

HELD(int, regexec,
     (const regex_t *r, const char *text, size_t n,
      regmatch_t match[restrict n], int flags),
     (r, text, n, match, flags), r->buffer)
HELD(regoff_t, re_match,
     (struct re_pattern_buffer * r, const char *text, regoff_t length,
      regoff_t from, struct re_registers *found),
     (r, text, length, from, found), r->buffer)
HELD(regoff_t, re_search,
     (struct re_pattern_buffer * r, const char *text, regoff_t length,
      regoff_t from, regoff_t range, struct re_registers *found),
     (r, text, length, from, range, found), r->buffer)
HELD(regoff_t, re_match_2,
     (struct re_pattern_buffer * r, const char *text, regoff_t length,
      const char *text_2, regoff_t length_2, regoff_t from,
      struct re_registers *found, regoff_t stop),
     (r, text, length, text_2, length_2, from, found, stop), r->buffer)
HELD(regoff_t, re_search_2,
     (struct re_pattern_buffer * r, const char *text, regoff_t length,
      const char *text_2, regoff_t length_2, regoff_t from, regoff_t range,
      struct re_registers *found, regoff_t stop),
     (r, text, length, text_2, length_2, from, range, found, stop), r->buffer)

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
HELD(struct dirent *, readdir, (DIR * d), (d), d)
HELD(struct dirent64 *, readdir64, (DIR * d), (d), d)
HELD(int, readdir_r, (DIR * d, struct dirent *entry, struct dirent **result),
     (d, entry, result), d)
HELD(int, readdir64_r,
     (DIR * d, struct dirent64 *entry, struct dirent64 **result),
     (d, entry, result), d)
HELD(long, telldir, (DIR * d), (d), d)

void rewinddir(DIR *d)
{
    pthread_mutex_t *lock = hold(d);
    UCI_LIBC_REAL(rewinddir)(d);
    release(lock);
}

void seekdir(DIR *d, long place)
{
    pthread_mutex_t *lock = hold(d);
    UCI_LIBC_REAL(seekdir)(d, place);
    release(lock);
}
