/* The table of what is mapped.  See areas.h. */
#include "libc/maps/areas.h"

#include "mem/malloc.h"

#include <string.h>

struct uci_area *uci_areas_at(struct uci_areas *areas, const char *address)
{
    size_t low = 0, high = areas->n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (areas->list[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < areas->n ? &areas->list[low] : NULL;
}

bool uci_areas_cover(struct uci_areas *areas, const char *start,
                     const char *end, bool of_heap)
{
    struct uci_area *a = uci_areas_at(areas, start);
    for (; a && a < areas->list + areas->n && a->start <= start; a++) {
        if (of_heap && !a->block)
            return false;
        start = a->end;
        if (start >= end)
            return true;
    }
    return false;
}

/* Room for one more at a; where that lies now. */
static struct uci_area *open(struct uci_areas *areas, struct uci_area *a)
{
    size_t i = a ? (size_t)(a - areas->list) : areas->n;
    if (areas->n == areas->room) {
        size_t room = areas->room ? 2 * areas->room : 64;
        struct uci_area *list = uci_realloc(areas->list, room * sizeof *list);
        if (!list)
            return NULL;
        areas->list = list;
        areas->room = room;
    }
    a = areas->list + i;
    memmove(a + 1, a, (areas->n++ - i) * sizeof *a);
    return a;
}

bool uci_areas_add(struct uci_areas *areas, struct uci_area area)
{
    struct uci_area *a = open(areas, uci_areas_at(areas, area.start));
    if (a) {
        *a = area;
        a->id = areas->n_made++;
    }
    return a != NULL;
}

static bool split_at(struct uci_areas *areas, char *address)
{
    struct uci_area *a = uci_areas_at(areas, address);
    if (!a || a->start >= address)
        return true;
    a = open(areas, a);
    if (!a)
        return false;
    a[0] = a[1];
    a[0].end = a[1].start = address;
    return true;
}

bool uci_areas_split(struct uci_areas *areas, char *start, char *end)
{
    return split_at(areas, start) && split_at(areas, end);
}

void uci_areas_join(struct uci_areas *areas, char *start, char *end)
{
    struct uci_area *a = uci_areas_at(areas, start - 1);
    while (a && a + 1 < areas->list + areas->n && a->start < end) {
        struct uci_area *next = a + 1;
        if (a->end != next->start || a->id != next->id ||
            a->prot != next->prot) {
            a = next;
            continue;
        }
        a->end = next->end;
        areas->n--;
        memmove(next, next + 1,
                (size_t)(areas->list + areas->n - next) * sizeof *a);
    }
}

void uci_areas_remove(struct uci_areas *areas, char *start, char *end)
{
    struct uci_area *first = uci_areas_at(areas, start), *a = first;
    if (!first)
        return;
    struct uci_area *all = areas->list + areas->n;
    while (a < all && a->start < end)
        a++;
    memmove(first, a, (size_t)(all - a) * sizeof *a);
    areas->n -= (size_t)(a - first);
}
