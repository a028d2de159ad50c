/*
 * Memory that the program maps: seen by all workers, at one address.
 *
 *   Private and anonymous memory, and private copies of files that can be
 *     written, are pages of the C heap, which all share anyway.
 *   Everything else that is mapped before the workers start, they inherit.
 *   What is mapped later the others map when they catch up (maplog.h), at
 *     addresses that are used once.
 *
 * maps.c has the means, mmap.c and segments.c the functions of libc.  The
 * table of areas knows what is where, from the first call on, which may come
 * before main: private memory mapped until then moves into shared memory at
 * the start.  With one worker, a private heap, and in a forked child all calls
 * go to the kernel as they are.
 */
#ifndef UCI_MAPS_H
#define UCI_MAPS_H

#include "libc/maps/areas.h"
#include "libc/libc.h"
#include "libc/maps/maplog.h"
#include "seam/worker.h"

#include <errno.h>
#include <sys/mman.h>

/* Shared once the heap is. */
struct uci_maps {
    _Atomic int lock;   /* the thread that holds it, or 0 */
    bool started;       /* there are other workers: the log is kept */
    char *next_address; /* for what they will map */
    struct uci_areas areas;
    struct uci_maplog *log;
    char *break_start, *break_now, *break_end; /* of sbrk */
};

extern struct uci_maps *uci_maps;

/* Are the kernel's calls what the program is to have? */
extern bool uci_maps_are_off;
static inline bool uci_maps_are_kernels(void)
{
    return uci_maps_are_off || uci_libc_has_sanitizer();
}

/* libc.h's hooks, for this part. */
void uci_maps_start(void);
void uci_maps_start_workers(void);
void uci_maps_catch_up(void);
void uci_maps_fork_child(void);

/* For a fork before the workers start, of which the child has private memory
 * for itself: calls visit with what is not on the heap, and makes all of it
 * readable until it is closed, in the child too. */
void uci_maps_open(void (*visit)(char *start, char *end));
void uci_maps_close(void);

/* Before a core dump: nameless memory is shared, and would be fetched for it. */
void uci_maps_trim_dump(void);

/* A6: an access has failed.  True if there was something to catch up with: it
 * may succeed now.  In a signal handler. */
bool uci_maps_catch_up_on_fault(void);

/* A1: the lock, when all is done that others have noted. */
void uci_maps_lock(void);
void uci_maps_unlock(void);

/* What processes cannot do for each other; the remedy may be empty. */
#define UCI_MAPS_BEFORE "do it before the first spawn, or "
_Noreturn void uci_maps_refuse(const char *what, const char *remedy);

/* The rest under the lock.  Sizes are of whole pages. */

/* Zeroed pages of the heap that can be read and written, and an area of theirs;
 * NULL with errno. */
char *uci_maps_add_pages(size_t size, bool is_anonymous);
/* Zeros, where there are such pages or nameless memory. */
void uci_maps_clear(char *start, size_t size);

/* mprotect, here and for all; 0 or -1 with errno. */
int uci_maps_protect(char *start, size_t size, int prot);

/*
 * Maps the file, or attaches the segment with the id fd, for all: an area of
 * this kind.  At a given address what was there is replaced; NULL: at a new
 * one.  MAP_FAILED with errno.
 */
char *uci_maps_add(char *at, size_t size, const struct uci_area *kind,
                   int flags, int fd, off_t offset);
/* The same for memory with no name, with a copy of what is given if any. */
char *uci_maps_add_nameless(char *at, size_t size, int prot, bool is_private,
                            const char *copy);

/* An address for something new; NULL with errno. */
char *uci_maps_new_address(size_t size);

/* Notes a change that was made here, for all. */
void uci_maps_note(const struct uci_map_change *change);

/* Unmaps the areas, or pieces of them, in [start, end), for all. */
int uci_maps_remove(char *start, char *end);

static inline int uci_maps_error(int error)
{
    errno = error;
    return -1;
}

static inline void *uci_maps_failed(int error)
{
    errno = error;
    return MAP_FAILED;
}

#endif
