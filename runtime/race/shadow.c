/* Shadow memory: see shadow.h. */
#define _GNU_SOURCE
#include "race/shadow.h"

#include "common/base/message.h"
#include "race/locks.h"
#include "race/report.h"
#include "race/run.h"

#include <stddef.h>
#include <sys/mman.h>

struct cell {
    uint64_t writer, reader;
};

/* An access: the strand in the upper half, then the place's number and the
 * mask. */
enum {
    BYTES = 4,
    MASK = (1 << BYTES) - 1,
    PLACE_SHIFT = 8,
    MAX_PLACES = 1 << 22
};
#define STRAND_OF(access) ((uint32_t)((access) >> 32))
#define PLACE_OF(access) ((uint32_t)(access) >> PLACE_SHIFT)

/* `writer' of a cell that is split: the number of the cells of its bytes. */
#define SPLIT (0xfffffffful << 32)

/* Pieces of shadow, each for 1 MiB, by the address. */
enum { PIECE_SHIFT = 20, ADDRESS_BITS = 47 };
static struct cell **pieces;

static struct cell (*splits)[BYTES];
static uint32_t n_splits, free_split;
static const unsigned long MAX_SPLITS = 1ul << 30;

static void *reserve(unsigned long size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        uci_fatal("no memory left for --ucilk-tool=race");
    return p;
}

void uci_shadow_start(void)
{
    splits = reserve(MAX_SPLITS * sizeof *splits);
    n_splits = 1;
    pieces = reserve((1ul << (ADDRESS_BITS - PIECE_SHIFT)) * sizeof *pieces);
}

static struct cell *cell_of(uintptr_t address)
{
    struct cell **piece = pieces + (address >> PIECE_SHIFT);
    if (__builtin_expect(!*piece, 0))
        *piece = reserve((1ul << PIECE_SHIFT) / BYTES * sizeof **piece);
    return *piece + address % (1ul << PIECE_SHIFT) / BYTES;
}

/* --- Places in the program --- */

static uintptr_t places[MAX_PLACES];
static uint32_t n_places;
static uint32_t numbers[2 * MAX_PLACES]; /* hash table: number + 1 */

static uint32_t place_of(uintptr_t pc)
{
    static uintptr_t last_pc;
    static uint32_t last;
    if (pc == last_pc)
        return last;
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
    last_pc = pc;
    last = numbers[i] - 1;
    return last;
}

/* --- The stack --- */

/* No cell of the stack below this has an access.  Above every address of the
 * stack lies only what the kernel has put there. */
static uintptr_t stack_low;

void uci_shadow_stack(uintptr_t end)
{
    stack_low = end;
}

void uci_shadow_return(uintptr_t end)
{
    if (stack_low >= end)
        return;
    uci_shadow_clear(stack_low, end - stack_low);
    stack_low = end;
}

/* --- Accesses --- */

static bool conflicts(uint64_t old, uint64_t new)
{
    return (old & new &MASK) && STRAND_OF(old) != STRAND_OF(new) &&
           uci_is_parallel(STRAND_OF(old)) &&
           !uci_locks_meet(STRAND_OF(old), STRAND_OF(new));
}

static void found(uintptr_t address, uint64_t old, bool old_writes,
                  uint64_t new, bool new_writes)
{
    unsigned first = 0;
    while (!((old & new &MASK) >> first & 1))
        first++;
    uci_report_race(
        address + first,
        &(struct uci_access){places[PLACE_OF(old)], STRAND_OF(old), old_writes},
        &(struct uci_access){places[PLACE_OF(new)], STRAND_OF(new),
                             new_writes});
}

/* Splits a cell; byte i has the accesses whose mask has bit i. */
static void split(struct cell *cell)
{
    uint32_t n = free_split;
    if (n)
        free_split = (uint32_t)splits[n][0].writer;
    else if ((n = n_splits++) == MAX_SPLITS)
        uci_fatal("no memory left for --ucilk-tool=race");
    for (unsigned i = 0; i < BYTES; i++) {
        splits[n][i].writer = cell->writer >> i & 1 ? cell->writer | MASK : 0;
        splits[n][i].reader = cell->reader >> i & 1 ? cell->reader | MASK : 0;
    }
    cell->writer = SPLIT | n;
    cell->reader = 0;
}

/* Puts the access into *slot; false if bytes of the old one would be lost. */
static bool put(uint64_t *slot, uint64_t access)
{
    if ((*slot & ~access & MASK) == 0)
        *slot = access;
    else if (((*slot ^ access) & ~(uint64_t)MASK) == 0)
        *slot |= access;
    else
        return false;
    return true;
}

/* False if the cell is to be split first. */
static bool write_cell(uintptr_t address, struct cell *cell, uint64_t access)
{
    if (conflicts(cell->reader, access))
        found(address, cell->reader, false, access, true);
    if (conflicts(cell->writer, access)) {
        found(address, cell->writer, true, access, true);
        return true; /* the parallel write stays */
    }
    return put(&cell->writer, access);
}

static bool read_cell(uintptr_t address, struct cell *cell, uint64_t access)
{
    if (conflicts(cell->writer, access))
        found(address, cell->writer, true, access, false);
    if ((cell->reader & MASK) && (access & ~cell->reader & MASK) == 0 &&
        uci_is_parallel(STRAND_OF(cell->reader)))
        return true; /* the parallel read stays */
    if ((cell->reader & MASK) && STRAND_OF(cell->reader) != STRAND_OF(access) &&
        (access & ~cell->reader & MASK) != 0 &&
        (access & cell->reader & MASK) != 0)
        return false;
    return put(&cell->reader, access);
}

static inline void access_cell(uintptr_t address, struct cell *cell,
                               uint64_t access, bool is_write)
{
    if ((cell->writer & SPLIT) != SPLIT) {
        uint64_t other = is_write ? cell->reader : cell->writer;
        if ((is_write ? cell->writer : cell->reader) == access &&
            (other == 0 || STRAND_OF(other) == STRAND_OF(access)))
            return;
        if (is_write ? write_cell(address, cell, access)
                     : read_cell(address, cell, access))
            return;
        split(cell);
    }
    struct cell *bytes = splits[(uint32_t)cell->writer];
    for (unsigned i = 0; i < BYTES; i++)
        if (access >> i & 1) {
            if (is_write)
                write_cell(address + i, bytes + i, access | MASK);
            else
                read_cell(address + i, bytes + i, access | MASK);
        }
}

void uci_shadow_access(uintptr_t address, unsigned long size, bool is_write,
                       uintptr_t pc)
{
    uint64_t access = (uint64_t)uci_run.strand << 32 | (uint64_t)place_of(pc)
                                                           << PLACE_SHIFT;
    uintptr_t end = address + size;
    if (end >> ADDRESS_BITS)
        return;
    if (address < stack_low && address > (uintptr_t)__builtin_frame_address(0))
        stack_low = address;
    if ((size == 4 || size == 8) && address % size == 0) {
        struct cell *cell = cell_of(address);
        access_cell(address, cell, access | MASK, is_write);
        if (size == 8)
            access_cell(address + BYTES, cell + 1, access | MASK, is_write);
        return;
    }
    while (address < end) {
        unsigned first = address % BYTES;
        unsigned last = first + (end - address);
        if (end - address > BYTES - first)
            last = BYTES;
        uint64_t mask = (MASK >> (BYTES - last)) & (MASK << first) & MASK;
        uintptr_t base = address - first;
        access_cell(base, cell_of(base), access | mask, is_write);
        address = base + BYTES;
    }
}

/* --- Clearing --- */

static void clear_cell(struct cell *cell, unsigned mask)
{
    if ((cell->writer & SPLIT) == SPLIT) {
        uint32_t n = (uint32_t)cell->writer;
        for (unsigned i = 0; i < BYTES; i++)
            if (mask >> i & 1)
                splits[n][i] = (struct cell){0, 0};
        if (mask != MASK)
            return;
        splits[n][0].writer = free_split;
        free_split = n;
    } else if (mask != MASK) {
        cell->writer &= ~(uint64_t)mask;
        cell->reader &= ~(uint64_t)mask;
        if (cell->writer & MASK || cell->reader & MASK)
            return;
    }
    cell->writer = cell->reader = 0;
}

void uci_shadow_clear(uintptr_t address, unsigned long size)
{
    uintptr_t end = address + size;
    if (!pieces || end >> ADDRESS_BITS)
        return;
    while (address < end) {
        uintptr_t next = ((address >> PIECE_SHIFT) + 1) << PIECE_SHIFT;
        struct cell *piece = pieces[address >> PIECE_SHIFT];
        if (next > end)
            next = end;
        if (piece)
            for (uintptr_t a = address - address % BYTES; a < next;
                 a += BYTES) {
                unsigned first = a < address ? address - a : 0;
                unsigned last = next - a < BYTES ? next - a : BYTES;
                struct cell *cell = cell_of(a);
                if (cell->writer | cell->reader)
                    clear_cell(cell,
                               MASK >> (BYTES - last) & MASK << first & MASK);
            }
        address = next;
    }
}
