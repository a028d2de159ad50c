/*
 * The log of mappings: what one worker does to its address space and every
 * other is to do as well.  Rules A1 to A7 in docs/protocols/maps.md.
 * Whoever calls holds the lock of maps.c.
 */
#ifndef UCI_MAPLOG_H
#define UCI_MAPLOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum uci_map_op {
    UCI_MAP_NOTHING, /* has been undone before anybody looked */
    UCI_MAP_FILE,
    UCI_MAP_SEGMENT, /* shmat */
    UCI_MAP_REMOVE,
    UCI_MAP_PROTECT,
    UCI_MAP_MOVE,
};

struct uci_map_change {
    enum uci_map_op op;
    int prot, flags;
    int fd; /* of the log's own, closed when all have mapped it; or an id */
    char *start;
    size_t size;
    union {
        off_t offset; /* in the file */
        char *to;     /* where a move leads */
    };
    size_t new_size; /* of what moves */
    bool gives_back; /* its pages to the heap, when all have done it */
};

struct uci_maplog {
    struct uci_map_change *changes; /* of versions first, first + 1, ... */
    uint64_t first;
    size_t n, room, n_files;
    unsigned n_workers;
    uint64_t seen[]; /* by worker: versions below it have been done there */
};

/* Shared memory. */
struct uci_maplog *uci_maplog_make(unsigned n_workers);

/* A descriptor for a change: of the file, but the log's own.  -1 with errno. */
int uci_maplog_hold(struct uci_maplog *log, int fd);
void uci_maplog_let_go(struct uci_maplog *log, int fd);

/* A1: after it was done here.  False: no memory, nothing was noted. */
bool uci_maplog_append(struct uci_maplog *log,
                       const struct uci_map_change *change);

/* Have others noted what was not done here? */
bool uci_maplog_is_behind(const struct uci_maplog *log);
/* A2: does what others have noted. */
void uci_maplog_replay(struct uci_maplog *log);
/* A4: drops what all have done. */
void uci_maplog_drop(struct uci_maplog *log);

#endif
