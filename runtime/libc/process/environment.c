/*
 * The environment, one for all workers.
 *
 * The word `environ' is the program's, so it is shared like its other data;
 * what it points to is on the shared heap once something has been set.  libc's
 * own setenv keeps account in words of its own, which are each worker's.
 *
 * A lock orders those that set; getenv takes none, as in libc: to read while
 * another task sets is a race of the program.  An array that has been replaced
 * and a value that has been overwritten stay where they are, for who still
 * holds a pointer to them.
 */
#define _GNU_SOURCE
#include "libc/libc.h"

#include "base/lock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
UCI_LIBC_WEAK(setenv); UCI_LIBC_WEAK(unsetenv); UCI_LIBC_WEAK(putenv);
UCI_LIBC_WEAK(clearenv);
/* clang-format on */

/* Beside the program's data: not one of the runtime's private words. */
#define SHARED __attribute__((section("ucilk_shared")))

SHARED char **__environ = NULL;
extern char **environ __attribute__((weak, alias("__environ")));
extern char **_environ __attribute__((weak, alias("__environ")));

static SHARED char **own = NULL; /* the array, once it is ours */
static SHARED size_t n_places = 0;
static SHARED _Atomic uint32_t lock_word = 0;

static size_t length(void)
{
    size_t n = 0;
    while (__environ && __environ[n])
        n++;
    return n;
}

static char **find(const char *name, size_t size)
{
    for (char **p = __environ; p && *p; p++)
        if (strncmp(*p, name, size) == 0 && (*p)[size] == '=')
            return p;
    return NULL;
}

/* Makes the array ours: perhaps it cannot be written to, as a forked child's;
 * with a place more than it has entries. */
static bool make_place(size_t n)
{
    if (__environ && __environ == own && n + 1 < n_places)
        return true;
    size_t places = 2 * n + 16;
    char **array = uci_libc_allocate(places * sizeof *array);
    if (!array)
        return false;
    for (size_t i = 0; i < n; i++)
        array[i] = __environ[i];
    array[n] = NULL;
    n_places = places;
    own = __environ = array;
    return true;
}

static int put(char *entry, size_t name_size, bool replaces)
{
    int answer = 0;
    uci_spin_lock(&lock_word);
    size_t n = length();
    bool good = make_place(n);
    char **at = find(entry, name_size);
    if (!good) {
        answer = -1;
    } else if (!at) {
        __environ[n + 1] = NULL;
        __environ[n] = entry;
    } else if (replaces) {
        *at = entry;
    }
    uci_spin_unlock(&lock_word);
    return answer;
}

int setenv(const char *name, const char *value, int replaces)
{
    size_t size = strlen(name);
    if (size == 0 || strchr(name, '=')) {
        errno = EINVAL;
        return -1;
    }
    uci_spin_lock(&lock_word);
    char **old = find(name, size);
    bool stays = old && (!replaces || strcmp(*old + size + 1, value) == 0);
    uci_spin_unlock(&lock_word);
    if (stays)
        return 0;
    size_t value_size = strlen(value) + 1;
    char *entry = uci_libc_allocate(size + 1 + value_size);
    if (!entry)
        return -1;
    memcpy(entry, name, size);
    entry[size] = '=';
    memcpy(entry + size + 1, value, value_size);
    return put(entry, size, replaces != 0);
}

int unsetenv(const char *name)
{
    size_t size = strlen(name);
    if (size == 0 || strchr(name, '=')) {
        errno = EINVAL;
        return -1;
    }
    char **from;
    uci_spin_lock(&lock_word);
    bool good = !find(name, size) || make_place(length());
    while (good && (from = find(name, size)) != NULL)
        do
            from[0] = from[1];
        while (*from++);
    uci_spin_unlock(&lock_word);
    return good ? 0 : -1;
}

/* Where the workers' heaps are private the others get a copy. */
int putenv(char *entry)
{
    const char *end = strchr(entry, '=');
    if (!end)
        return unsetenv(entry);
    if (uci_libc_has_workers && !uci_libc_is_shared())
        entry = uci_libc_share_text(entry);
    return put(entry, (size_t)(end - entry), true);
}

int clearenv(void)
{
    uci_spin_lock(&lock_word);
    __environ = NULL;
    uci_spin_unlock(&lock_word);
    return 0;
}

void uci_environment_keep(struct uci_environment *kept)
{
    *kept = (struct uci_environment){__environ, own, n_places};
}

void uci_environment_put_back(const struct uci_environment *kept)
{
    __environ = kept->environ;
    own = kept->own;
    n_places = kept->n_places;
    uci_store_relaxed(&lock_word, 0);
}

void uci_environment_fork_child(void)
{
    own = NULL;
    uci_store_relaxed(&lock_word, 0);
}
