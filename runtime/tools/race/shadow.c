/* Shadow memory: see shadow.h. */
#define _GNU_SOURCE
#include "race/shadow.h"

#include "base/message.h"
#include "race/locks.h"
#include "race/report.h"
#include "race/run.h"
#include "race/symbol.h"

#include <stddef.h>

/*
 * An access: the strand in the upper half, then the place's number, one bit for
 * a write, and the mask.  The strand's highest bit is free.
 */
enum {
    BYTES = 8,
    MASK = (1 << BYTES) - 1,
    WRITE = 1 << BYTES,
    PLACE_SHIFT = 9,
    MAX_PLACES = 1 << 22
};
#define STRAND_OF(access) ((uint32_t)((access) >> 32))
#define PLACE_OF(access) ((uint32_t)(access) >> PLACE_SHIFT)

/* Up to two accesses.  If there are more, at[0] is 0, and at[1] the address of
 * a list and this bit. */
struct cell {
    uint64_t at[2];
};
static const uint64_t LIST = 1ul << 63;

/* 2^n words: the number of accesses, n, and the accesses. */
struct list {
    uint32_t n, log2_room;
    uint64_t at[];
};
enum { LOG2_LEAST = 2, LOG2_MOST = 40 };
static struct list *free_lists[LOG2_MOST];

/* Pieces of shadow, each for 1 MiB, by the address. */
enum { PIECE_SHIFT = 20, ADDRESS_BITS = 47 };
static struct cell **pieces;

void uci_shadow_start(void)
{
    pieces =
        uci_reserve((1ul << (ADDRESS_BITS - PIECE_SHIFT)) * sizeof *pieces);
}

static struct cell *cell_of(uintptr_t address)
{
    struct cell **piece = pieces + (address >> PIECE_SHIFT);
    if (__builtin_expect(!*piece, 0))
        *piece = uci_reserve((1ul << PIECE_SHIFT) / BYTES * sizeof **piece);
    return *piece + address % (1ul << PIECE_SHIFT) / BYTES;
}

/* --- Lists --- */

static struct list *new_list(unsigned log2_room)
{
    static char *rest;
    static unsigned long left;
    struct list *list = free_lists[log2_room];
    unsigned long size = sizeof(uint64_t) << log2_room;
    if (list) {
        free_lists[log2_room] = (struct list *)list->at[0];
    } else {
        if (left < size) {
            left = size > 1 << 20 ? size : 1 << 20;
            rest = uci_reserve(left);
        }
        list = (struct list *)rest;
        rest += size;
        left -= size;
    }
    list->n = 0;
    list->log2_room = log2_room;
    return list;
}

static void free_list(struct list *list)
{
    list->at[0] = (uint64_t)free_lists[list->log2_room];
    free_lists[list->log2_room] = list;
}

static inline struct list *list_of(const struct cell *cell)
{
    return cell->at[1] & LIST ? (struct list *)(cell->at[1] & ~LIST) : NULL;
}

/* Adds an access to the cell, of which the first n are used. */
static void add(struct cell *cell, unsigned n, uint64_t access)
{
    struct list *list = list_of(cell);
    if (!list && n < 2) {
        cell->at[n] = access;
        return;
    }
    if (!list) {
        list = new_list(LOG2_LEAST);
        list->at[0] = cell->at[0];
        list->at[1] = cell->at[1];
    } else if (n + 1 == 1ul << list->log2_room) {
        struct list *larger = new_list(list->log2_room + 1);
        for (unsigned i = 0; i < n; i++)
            larger->at[i] = list->at[i];
        free_list(list);
        list = larger;
    }
    list->at[n] = access;
    list->n = n + 1;
    cell->at[0] = 0;
    cell->at[1] = LIST | (uint64_t)list;
}

/* The first n remain. */
static void shorten(struct cell *cell, unsigned n)
{
    struct list *list = list_of(cell);
    if (list && n <= 2) {
        cell->at[0] = n > 0 ? list->at[0] : 0;
        cell->at[1] = n > 1 ? list->at[1] : 0;
        free_list(list);
    } else if (list) {
        list->n = n;
    } else {
        for (; n < 2; n++)
            cell->at[n] = 0;
    }
}

/* --- Places in the program --- */

static uintptr_t places[MAX_PLACES];
static uint32_t n_places;
static uint32_t numbers[2 * MAX_PLACES]; /* hash table: number + 1 */

static uint32_t place_of(uintptr_t pc)
{
    enum { KNOWN = 1024 };
    static struct {
        uintptr_t pc;
        uint32_t place;
    } known[KNOWN];
    unsigned slot = (pc ^ pc >> 10) % KNOWN;
    if (known[slot].pc == pc)
        return known[slot].place;
    unsigned long i = pc * 0x9e3779b97f4a7c15ul >> 41;
    while (numbers[i] && places[numbers[i] - 1] != pc)
        i = (i + 1) % (2 * MAX_PLACES);
    if (!numbers[i]) {
        if (n_places == MAX_PLACES)
            uci_fatal("--ucilk-tool=race: more than %d places that access "
                      "memory",
                      MAX_PLACES);
        places[n_places] = pc;
        numbers[i] = ++n_places;
    }
    known[slot].pc = pc;
    known[slot].place = numbers[i] - 1;
    return known[slot].place;
}

/* --- The stack --- */

/* No cell of the stack below this has an access.  Above every address of the
 * stack lies only what the kernel has put there. */
static uintptr_t stack_low, stack_begin;

void uci_shadow_stack(uintptr_t begin, uintptr_t end)
{
    stack_begin = begin;
    stack_low = end;
}

/* --- Accesses --- */

/* Is that memory which the private part has allocated, and not shown since?
 * Who accesses it has got its address later. */
static bool is_private(uint32_t strand, uintptr_t address)
{
    struct uci_heap_block block;
    return uci_strands[strand].kind == UCI_PRIVATE &&
           uci_heap_find(address, &block) && block.strand == strand;
}

static bool is_parallel(uint32_t strand)
{
    enum { KNOWN = 512 };
    static struct {
        uint32_t strand, version;
        bool answer;
    } known[KNOWN];
    unsigned slot = (strand ^ strand >> 9) % KNOWN;
    if (known[slot].strand != strand ||
        known[slot].version != uci_bags_version) {
        known[slot].strand = strand;
        known[slot].version = uci_bags_version;
        known[slot].answer = uci_is_parallel(strand);
    }
    return known[slot].answer;
}

static bool comes_before(uint32_t strand, uintptr_t address)
{
    return !is_parallel(strand) ||
           (uci_run.reach && uci_events_follow(uci_run.reach, strand)) ||
           is_private(strand, address);
}

static unsigned n_found; /* races, of any pair of lines */

static void found(uintptr_t address, uint64_t old, uint64_t new)
{
    n_found++;
    address += (unsigned)__builtin_ctz(old & new &MASK);
    uci_report_race(address,
                    &(struct uci_access){places[PLACE_OF(old)], STRAND_OF(old),
                                         old & WRITE},
                    &(struct uci_access){places[PLACE_OF(new)], STRAND_OF(new),
                                         new &WRITE});
}

/*
 * What of `old' is left behind the access `new' to the same bytes, and of new
 * what is to be added (ALL-SETS: Cheng, Feiler, Leiserson, Randall & Stark,
 * SPAA'98; a read is as if under one lock more, common to all reads).
 *
 * An access that comes before new is not needed if new is as strong: a write or
 * both reads, and under no lock that the old one is not under.  Who is beside
 * the old one is beside new.  A new access is not needed if a parallel one is
 * as strong: who comes behind that by spawns and syncs comes behind new.  By
 * gets it may not, so no event lies between the two.
 */
static inline void compare(uintptr_t base, uint64_t *old, uint64_t *new,
                           uint64_t access)
{
    uint64_t common = *old & access & MASK;
    uint32_t before = STRAND_OF(*old), now = STRAND_OF(access);
    bool is_old = *old & WRITE || !(access & WRITE); /* old is as strong */
    bool is_new = access & WRITE || !(*old & WRITE);
    if (before == now) {
        if (is_old)
            *new &= ~common;
        else
            *old &= ~common;
        return;
    }
    uint32_t locks = uci_locks_of(before), new_locks = uci_locks_of(now);
    uintptr_t address = base + (unsigned)__builtin_ctz((unsigned)common);
    if (comes_before(before, address)) {
        if (is_new && uci_locks_within(new_locks, locks))
            *old &= ~common;
        return;
    }
    if ((*old | access) & WRITE && !uci_locks_meet(locks, new_locks))
        found(base, *old, access);
    if (is_old && before >= uci_run.event && uci_locks_within(locks, new_locks))
        *new &= ~common;
}

/* Has the strand made the access before?  Then it was compared with what stands
 * before that: those strands still come before this one.  What stands behind
 * may be a child's. */
static inline bool covers(uint64_t old, uint64_t access)
{
    return STRAND_OF(old) == STRAND_OF(access) &&
           (access & ~old & (MASK | WRITE)) == 0;
}

static void access_slowly(uintptr_t base, struct cell *cell, uint64_t access)
{
    struct list *list = list_of(cell);
    uint64_t *at = list ? list->at : cell->at;
    unsigned n = list ? list->n : 1u + (cell->at[1] != 0);
    unsigned left = 0;
    uint64_t new = access;
    for (unsigned i = 0; i < n; i++) {
        uint64_t old = at[i];
        if (old & access & MASK)
            compare(base, &old, &new, access);
        if (old & MASK)
            at[left++] = old;
    }
    bool is_known = !(new &MASK);
    for (unsigned i = 0; i < left && !is_known; i++)
        if (((at[i] ^ new) & ~(uint64_t)MASK) == 0) {
            at[i] |= new;
            is_known = true;
        }
    if (left < n)
        shorten(cell, left);
    if (!is_known)
        add(cell, left, new);
}

/* The strand's accesses so far come before the running one by spawns and syncs,
 * and what is left of them is not needed behind one of these bytes under no
 * lock that is as strong. */
static inline bool is_replaced(uint64_t old, uint64_t access)
{
    return (old & ~access & MASK) == 0 && !is_parallel(STRAND_OF(old));
}

/* Do the usual cases of access_slowly, if it is one: nothing is reported, and
 * the strands hold no locks. */
static inline bool access_quickly(struct cell *cell, uint64_t access)
{
    uint64_t a = cell->at[0], b = cell->at[1];
    if (b & LIST || uci_locks_of(STRAND_OF(access)) != 0)
        return false;
    if (access & WRITE) {
        if (!is_replaced(a, access) || (b && !is_replaced(b, access)))
            return false;
        cell->at[0] = access;
        cell->at[1] = 0;
        return true;
    }
    if (a & WRITE) {
        if (is_parallel(STRAND_OF(a)) ||
            (b && (b & WRITE || !is_replaced(b, access))))
            return false;
        cell->at[1] = access;
        return true;
    }
    if (b || !is_replaced(a, access))
        return false;
    cell->at[0] = access;
    return true;
}

static inline void access_cell(uintptr_t base, struct cell *cell,
                               uint64_t access)
{
    uint64_t a = cell->at[0], b = cell->at[1];
    if (a == 0 && b == 0)
        cell->at[0] = access;
    else if (!covers(b, access) &&
             !(covers(a, access) &&
               (b == 0 || STRAND_OF(b) == STRAND_OF(access))) &&
             !access_quickly(cell, access))
        access_slowly(base, cell, access);
}

/* An access to the frames of the running task: what comes later in the run, and
 * may run beside it, comes when they are gone.  So it is compared with what
 * children have done there, and not kept. */
static inline void access_frame(uintptr_t base, const struct cell *cell,
                                uint64_t access)
{
    const struct list *list = list_of(cell);
    const uint64_t *at = list ? list->at : cell->at;
    unsigned n = list ? list->n : 2;
    for (unsigned i = 0; i < n; i++) {
        uint64_t old = at[i], new = access;
        if (old & access & MASK)
            compare(base, &old, &new, access);
    }
}

static __attribute__((noinline)) bool access_memory(uintptr_t address,
                                                    uintptr_t end,
                                                    uint64_t access,
                                                    bool is_of_frame)
{
    unsigned before = n_found;
    while (address < end) {
        unsigned first = address % BYTES;
        unsigned last =
            end - address > BYTES - first ? BYTES : first + (end - address);
        uint64_t mask = (MASK >> (BYTES - last)) & (MASK << first) & MASK;
        uintptr_t base = address - first;
        if (is_of_frame)
            access_frame(base, cell_of(base), access | mask);
        else
            access_cell(base, cell_of(base), access | mask);
        address = base + BYTES;
    }
    return n_found == before;
}

bool uci_shadow_access(uintptr_t address, unsigned long size, bool is_write,
                       uintptr_t pc)
{
    uintptr_t end = address + size;
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (end >> ADDRESS_BITS)
        return false;
    bool is_of_frame =
        address > here && end <= uci_run.frames && here > stack_begin;
    if (is_of_frame && end <= stack_low)
        return true;
    if (!is_of_frame && address < stack_low && address > here)
        stack_low = address;
    uint64_t access = (uint64_t)uci_run.strand << 32 |
                      (uint64_t)place_of(pc) << PLACE_SHIFT |
                      (is_write ? WRITE : 0);
    return access_memory(address, end, access, is_of_frame);
}

/* --- Clearing --- */

static void clear_cell(struct cell *cell, unsigned mask)
{
    struct list *list = list_of(cell);
    uint64_t *at = list ? list->at : cell->at;
    unsigned n = list ? list->n : 2, left = 0;
    for (unsigned i = 0; i < n; i++)
        if (at[i] & MASK & ~(uint64_t)mask)
            at[left++] = at[i] & ~(uint64_t)mask;
    shorten(cell, left);
}

static void clear(uintptr_t address, unsigned long size)
{
    uintptr_t end = address + size;
    if (!pieces || end >> ADDRESS_BITS)
        return;
    while (address < end) {
        uintptr_t next = ((address >> PIECE_SHIFT) + 1) << PIECE_SHIFT;
        struct cell *piece = pieces[address >> PIECE_SHIFT];
        if (next > end)
            next = end;
        if (piece) {
            uintptr_t a = address - address % BYTES;
            struct cell *cell = piece + a % (1ul << PIECE_SHIFT) / BYTES;
            for (; a < next; a += BYTES, cell++) {
                if (!(cell->at[0] | cell->at[1]))
                    continue;
                unsigned first = a < address ? address - a : 0;
                unsigned last = next - a < BYTES ? next - a : BYTES;
                clear_cell(cell, (MASK >> (BYTES - last)) & (MASK << first));
            }
        }
        address = next;
    }
}

void uci_shadow_clear(uintptr_t address, unsigned long size)
{
    clear(address, size);
    uci_known_forget();
}

/* What the running task has done to its frames is not kept, and remains known.
 */
void uci_shadow_return(uintptr_t end)
{
    if (stack_low >= end)
        return;
    clear(stack_low, end - stack_low);
    stack_low = end;
}
