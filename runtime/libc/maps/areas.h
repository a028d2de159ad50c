/*
 * What the program has mapped, and where: a table in the shared heap, ordered
 * by address, of pieces that do not overlap.
 *
 * A piece is of pages of the C heap (a block that came from there, of which
 * several pieces may be left), or of a mapping of the program's own.  Whoever
 * calls holds the lock of maps.c.
 */
#ifndef UCI_AREAS_H
#define UCI_AREAS_H

#include <stdbool.h>
#include <stddef.h>

/* Pages of the heap that were got at once. */
struct uci_block {
    char *start;
    size_t size, live; /* bytes: of all, of the pieces that are left */
    bool protected;    /* some were other than to be read and written */
};

struct uci_area {
    char *start, *end;
    struct uci_block *block; /* of pages of the heap, else NULL */
    unsigned long id; /* of the call that made it: equal in its pieces */
    int prot;
    bool is_private;   /* MAP_PRIVATE, whatever it is by now */
    bool is_anonymous; /* no file's: the program's, or a copy */
    bool is_segment;   /* shmat's */
};

struct uci_areas {
    struct uci_area *list;
    size_t n, room;
    unsigned long n_made;
};

/* The piece that holds the address, or the next above it; NULL if none. */
struct uci_area *uci_areas_at(struct uci_areas *areas, const char *address);

/* Is all of [start, end) in pieces, of the heap's if so asked? */
bool uci_areas_cover(struct uci_areas *areas, const char *start,
                     const char *end, bool of_heap);

/* Gives it an id.  False: no memory. */
bool uci_areas_add(struct uci_areas *areas, struct uci_area area);

/* Makes [start, end) begin and end between pieces.  False: no memory. */
bool uci_areas_split(struct uci_areas *areas, char *start, char *end);

/* Joins pieces in and around it that have become alike. */
void uci_areas_join(struct uci_areas *areas, char *start, char *end);

/* After such a split: forgets the pieces in between. */
void uci_areas_remove(struct uci_areas *areas, char *start, char *end);

#endif
