/*
 * The beginning of a parallel region on all ranks: rule N14 in
 * docs/protocols/remote.md.
 *
 * Only rank 0 runs main.  At a region's first spawn it sends the others the
 * outermost frame and the pages of .data and .bss that main has written
 * (cluster/data/data.c).  Each rank passes them on (uci_am_send_on).  They go
 * in parts of no more than PART_BYTES, since a message of MPI is shorter than 2
 * GiB.  A rank takes the parts over when it has no thread.  Until it has the
 * region's last part it steals nothing from ranks that have it.
 */
#define _GNU_SOURCE

#include "net/output.h"
#include "cluster/data/data.h"
#include "base/lock.h"
#include "base/message.h"
#include "cluster/far/am.h"
#include "cluster/far/lull.h"
#include "sched/home.h"
#include "sched/idle.h"
#include "sched/sched.h"
#include "sched/words.h"

#include <stdlib.h>
#include <string.h>

enum { PART_BYTES = 16 << 20 };

/* A part of what a region begins with. */
struct part {
    struct part *next; /* in `arrived' */
    uint64_t number;   /* parts of all regions are numbered from 1 */
    uint64_t region;   /* in a region's last part its number, from 1; or 0 */
    uintptr_t outermost;
    size_t size; /* of what follows: pages, each run behind its struct page */
    char pages[];
};

struct page {
    char *start;
    size_t size;
};

/* The parts that have arrived and are not taken over, ordered by number.  They
 * may arrive in another order, since two threads of a rank pass them on. */
static UCI_PER_WORKER struct part *arrived;
static UCI_PER_WORKER _Atomic uint32_t lock;
static UCI_PER_WORKER uint64_t n_taken;

/* In rank 0, the part under construction. */
static struct part *part;
static size_t room;
static uint64_t n_sent;

static void append(const void *bytes, size_t size)
{
    size_t needed = sizeof *part + part->size + size;
    if (needed > room) {
        room = 2 * needed;
        part = realloc(part, room);
        if (!part)
            uci_fatal("no memory for %zu bytes of .data and .bss that the "
                      "other ranks are to have",
                      room);
    }
    memcpy(part->pages + part->size, bytes, size);
    part->size += size;
}

static void send_part(uint64_t region)
{
    part->number = ++n_sent;
    part->region = region;
    uci_lull_end(n_sent);
    uci_am_send_on(UCI_AM_REGION, part, sizeof *part + part->size);
    part->size = 0;
}

/* Adds a run of at most UCI_PAGEMAP_BATCH pages. */
static void add_pages(char *start, const char *bytes, size_t size)
{
    struct page page = {start, size};
    if (part->size + sizeof page + size > PART_BYTES)
        send_part(0);
    append(&page, sizeof page);
    append(bytes, size);
}

void uci_begin_region(struct ucilk_abi_frame *frame)
{
    uint64_t region = uci_load_relaxed(&uci_self.n_regions) + 1;
    /* N23: open, before its number can be seen.  uci_home_open does it, too. */
    uci_store_relaxed(uci_outermost, (uintptr_t)frame);
    uci_output_flush();
    room = sizeof *part;
    part = malloc(room);
    if (!part)
        uci_fatal("no memory to begin a parallel region");
    *part = (struct part){.outermost = (uintptr_t)frame};
    uci_data_publish(add_pages);
    send_part(region);
    free(part);
    /* N14.  Release: with the acquire of n_regions in uci_steal_claim.  A thief
     * that sees an entry of this region sees the number. */
    uci_store_release(&uci_self.n_regions, region);
}

/* The handler: passes the part on and notes it; in whichever thread polls. */
static void arrive(unsigned from, uint64_t token, const char *bytes,
                   size_t size)
{
    (void)from;
    (void)token;
    struct part *p = malloc(size);
    if (!p)
        uci_fatal("rank %u has no memory for %zu bytes of the program's .data "
                  "and .bss",
                  uci_id, size);
    memcpy(p, bytes, size);
    uint64_t number = p->number; /* the worker may take it as soon as it can */
    uci_am_send_on(UCI_AM_REGION, p, size);
    uci_spin_lock(&lock);
    struct part **link = &arrived;
    while (*link && (*link)->number < p->number)
        link = &(*link)->next;
    p->next = *link;
    *link = p;
    uci_spin_unlock(&lock);
    /* N23.  Sequentially consistent: here the number, then `wake'; in
     * sleep_in_lull (idle.c) `wake', then the number. */
    uci_lull_end(number);
    uci_idle_wake(uci_id);
}

/* Takes the next part, if it has arrived. */
static struct part *take(void)
{
    uci_spin_lock(&lock);
    struct part *p = arrived;
    if (p && p->number == n_taken + 1)
        arrived = p->next;
    else
        p = NULL;
    uci_spin_unlock(&lock);
    return p;
}

static void put_pages(const struct part *p)
{
    struct page page;
    for (const char *at = p->pages, *end = at + p->size; at < end;
         at += sizeof page + page.size) {
        memcpy(&page, at, sizeof page);
        if (!uci_data_apply(page.start, at + sizeof page, page.size))
            uci_fatal("rank %u has no %zu bytes of data at %p, which rank 0 "
                      "has: do all ranks run the same program with the same "
                      "libraries?",
                      uci_id, page.size, (void *)page.start);
    }
}

static void take_over(const struct part *p)
{
    uci_data_keep_environment();
    put_pages(p);
    if (p->region)
        uci_data_drop();
    uci_data_put_back_environment();
    n_taken = p->number;
    if (!p->region)
        return;
    uci_store_relaxed(uci_outermost, p->outermost);
    /* N14.  Release: before the worker gets a strand; with the acquire of
     * n_regions in uci_steal_claim. */
    uci_store_release(&uci_self.n_regions, p->region);
}

/* uci_sched_begin_regions: takes over what has arrived, and waits until region
 * `least' is taken over.  True if it has taken over any part. */
static bool begin_up_to(uint64_t least)
{
    for (bool is_newer = false;;) {
        struct part *p = take();
        if (p) {
            take_over(p);
            free(p);
            is_newer = true;
        } else if (uci_load_relaxed(&uci_self.n_regions) >= least) {
            return is_newer;
        } else {
            uci_net_relax();
        }
    }
}

void uci_begin_region_start(void)
{
    uci_am_handle(UCI_AM_REGION, arrive);
    uci_lull_start(uci_home_is_calm);
    uci_sched_begin_regions = begin_up_to;
}
