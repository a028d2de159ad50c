/*
 * UCILK_CHECK_MEMORY, data: the first task that reads what another worker has
 * written ends the program with a message.
 *
 * Every worker has its own .data and .bss (data.c), so such a read finds an old
 * value.  When a worker gets a strand, and when its strand has taken the result
 * of a task that ran elsewhere, the pages that others have written in this
 * region become inaccessible: they are *closed*.  The first access to such a
 * page compares the writers' copies with the image of the region's beginning,
 * which says which bytes they have changed.  From then on each instruction that
 * accesses the page is let through by a single step, until the strand has
 * overwritten all bytes that others have changed.  A read of a byte that it has
 * not overwritten is the mistake.  So variables that each task sets before it
 * uses them are no mistake, nor is another variable on the same page.
 *
 * What other workers have changed in a region is lost when the next region
 * begins.  Such bytes count as changed until main has written them itself.
 *
 * A page that has been stepped through very often is opened, and a page that no
 * other worker has written yet is not closed.  So mistakes are missed if the
 * strands run at the same time, or late in long loops.  System calls on a
 * closed page fail with EFAULT.
 */
#define _GNU_SOURCE
#include "cluster/check/memory_checks.h"

#include "cluster/data/data.h"
#include "cluster/sched/where.h"
#include "base/message.h"
#include "report/worker_kind.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { MANY_STEPS = 1000, MAX_OPENED = 8, LOST = 0x8000 };

/* The state of a page. */
struct state {
    uint32_t strand; /* if it is an earlier strand's the page is open */
    enum { OPEN, CLOSED, COMPARED } is;
    unsigned n_changed; /* bytes that others changed, of those compared */
    unsigned n_steps;   /* by this strand */
};

/* An object's table of the functions that it calls.  In each worker the dynamic
 * linker fills it in as they are called, so differences there are no
 * mistake. */
struct table {
    uintptr_t start, size;
};

enum { MAX_TABLES = 256 };
static struct table tables[MAX_TABLES];
static unsigned n_tables;

static const struct uci_piece *pieces;
static unsigned n_pieces;
static struct state *states; /* of all pages */
static size_t n_pages;
static uint16_t (*who)[UCI_PAGE]; /* 1 + the worker that changed a byte, or 0 */

/* In shared memory: the same of earlier regions, with LOST added; and which
 * pages have such bytes. */
static uint16_t (*lost)[UCI_PAGE];
static bool *has_lost;
static uint32_t strand = 1; /* how many have begun */
static bool any_closed;
static char *opened[MAX_OPENED]; /* pages open for a single step */
static unsigned n_opened;

static void *reserve(size_t size, int kind)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                   kind | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        uci_fatal("UCILK_CHECK_MEMORY: no memory to note what was written: %s",
                  strerror(errno));
    return p;
}

static int find_table(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size;
    (void)unused;
    const ElfW(Dyn) *d = NULL;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            d = (const ElfW(Dyn) *)(info->dlpi_addr +
                                    info->dlpi_phdr[i].p_vaddr);
    struct table t = {0};
    for (; d && d->d_tag != DT_NULL; d++) {
        if (d->d_tag == DT_PLTGOT)
            t.start = d->d_un.d_ptr;
        else if (d->d_tag == DT_PLTRELSZ)
            t.size = (d->d_un.d_val / sizeof(ElfW(Rela)) + 3) * sizeof(void *);
    }
    if (t.size > 0 && n_tables < MAX_TABLES)
        tables[n_tables++] = t;
    return 0;
}

static bool is_in_table(uintptr_t address)
{
    for (unsigned i = 0; i < n_tables; i++)
        if (address - tables[i].start < tables[i].size)
            return true;
    return false;
}

void uci_check_data(const struct uci_piece *all, unsigned n)
{
    pieces = all;
    n_pieces = n;
    for (unsigned k = 0; k < n; k++)
        n_pages += (size_t)(pieces[k].end - pieces[k].start) / UCI_PAGE;
    states = reserve(n_pages * sizeof states[0] + 1, MAP_PRIVATE);
    who = reserve(n_pages * sizeof who[0] + 1, MAP_PRIVATE);
    lost = reserve(n_pages * sizeof lost[0] + 1, MAP_SHARED);
    has_lost = reserve(n_pages + 1, MAP_SHARED);
    uci_code_find_libc();
    dl_iterate_phdr(find_table, NULL);
    /* Workers look at each other's memory, which Yama allows only to ancestors
     * unless the process allows it. */
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
}

/* The piece that holds an address, and the number of its page. */
static const struct uci_piece *find(const char *address, size_t *page)
{
    for (unsigned k = 0; k < n_pieces; k++) {
        const struct uci_piece *p = &pieces[k];
        if (address >= p->start && address < p->end) {
            *page = p->first + (size_t)(address - p->start) / UCI_PAGE;
            return p;
        }
    }
    return NULL;
}

static char *page_of(uintptr_t address)
{
    return (char *)(address & ~(uintptr_t)(UCI_PAGE - 1));
}

void uci_check_open_data(void)
{
    if (!any_closed)
        return;
    any_closed = false;
    n_opened = 0;
    strand++;
    for (unsigned k = 0; k < n_pieces; k++)
        mprotect(pieces[k].start, (size_t)(pieces[k].end - pieces[k].start),
                 PROT_READ | PROT_WRITE);
}

void uci_check_stop_data(void)
{
    uci_check_open_data();
    n_pieces = 0;
}

static void close_page(char *page, size_t number)
{
    struct state *s = &states[number];
    if (s->strand == strand)
        return;
    *s = (struct state){.strand = strand, .is = CLOSED};
    any_closed = true;
    mprotect(page, UCI_PAGE, PROT_NONE);
}

static void close_lost(void)
{
    for (unsigned k = 0; k < n_pieces; k++) {
        const struct uci_piece *p = &pieces[k];
        size_t number = p->first;
        for (char *page = p->start; page < p->end; page += UCI_PAGE, number++)
            if (has_lost[number])
                close_page(page, number);
    }
}

/* Closes those of these pages that the worker of the pagemap has written. */
static void close_batch(int pagemap, char *start, size_t n, size_t first)
{
    bool written[UCI_PAGEMAP_BATCH];
    if (uci_data_find_written(pagemap, start, n, written) == 0)
        return;
    for (size_t i = 0; i < n; i++)
        if (written[i])
            close_page(start + i * UCI_PAGE, first + i);
}

static void close_written(int pagemap)
{
    for (unsigned k = 0; k < n_pieces; k++) {
        const struct uci_piece *p = &pieces[k];
        size_t pages = (size_t)(p->end - p->start) / UCI_PAGE;
        for (size_t at = 0, n; at < pages; at += n) {
            n = pages - at < UCI_PAGEMAP_BATCH ? pages - at : UCI_PAGEMAP_BATCH;
            close_batch(pagemap, p->start + at * UCI_PAGE, n, p->first + at);
        }
    }
}

void uci_check_data_in_strand(void)
{
    uci_check_open_data();
    for (unsigned i = 0; i < uci_world->n_workers; i++) {
        pid_t pid = uci_load_relaxed(&uci_peer(i)->pid);
        if (i == uci_id || !uci_data_is_current(i) || !pid)
            continue;
        int pagemap = uci_data_open_pagemap(pid);
        if (pagemap < 0)
            continue; /* it has ended */
        close_written(pagemap);
        close(pagemap);
    }
    close_lost();
}

/* Reads worker i's copy of a page, by /proc, since worker i may have closed it;
 * false if that worker has ended. */
static bool read_page(unsigned i, const char *page, char copy[UCI_PAGE])
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem",
             (int)uci_load_relaxed(&uci_peer(i)->pid));
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        ssize_t n = pread(fd, copy, UCI_PAGE, (off_t)(uintptr_t)page);
        close(fd);
        if (n == UCI_PAGE)
            return true;
    }
    if (fd >= 0 || errno == ENOENT || errno == ESRCH)
        return false;
    uci_checks->stop();
    uci_fatal("UCILK_CHECK_MEMORY: cannot look at worker %u's memory: %s: %s",
              i, path, strerror(errno));
}

/* Finds which bytes of the page others have changed: since the region began, or
 * before it if main has not written them since. */
static void compare(struct state *s, uint16_t changer[UCI_PAGE],
                    const char *page, const char *image)
{
    char copy[UCI_PAGE];
    size_t number = (size_t)(s - states);
    s->is = COMPARED;
    if (has_lost[number]) {
        memcpy(changer, lost[number], sizeof lost[number]);
        for (size_t b = 0; b < UCI_PAGE; b++)
            s->n_changed += changer[b] != 0;
    } else {
        memset(changer, 0, sizeof lost[number]);
    }
    for (unsigned i = 0; i < uci_world->n_workers; i++) {
        if (i == uci_id || !uci_data_is_current(i))
            continue;
        if (!read_page(i, page, copy))
            continue;
        for (size_t b = 0; b < UCI_PAGE; b++) {
            if (copy[b] != image[b] && !changer[b] &&
                !is_in_table((uintptr_t)page + b)) {
                changer[b] = (uint16_t)(i + 1);
                s->n_changed++;
            }
        }
    }
}

/* In worker 0, when a region begins: notes which bytes of a page others have
 * changed and main has not overwritten.  A page that main's strand has used so
 * often that it is open counts as overwritten. */
static void note_lost_of(size_t number, char *page, const char *image)
{
    struct state *s = &states[number];
    if (s->strand != strand)
        return;
    if (s->is == CLOSED)
        compare(s, who[number], page, image);
    has_lost[number] = s->is == COMPARED && s->n_changed > 0;
    for (size_t b = 0; has_lost[number] && b < UCI_PAGE; b++) {
        uint16_t changer = who[number][b];
        lost[number][b] = changer ? changer | LOST : 0;
    }
}

void uci_check_data_of_region(void)
{
    if (!any_closed)
        return;
    for (unsigned k = 0; k < n_pieces; k++) {
        const struct uci_piece *p = &pieces[k];
        size_t number = p->first;
        for (char *page = p->start; page < p->end; page += UCI_PAGE, number++)
            note_lost_of(number, page, p->image + (page - p->start));
    }
    uci_check_open_data();
}

/* The strand of worker i: "task `f' spawned at f.c:7", "main" or "no task". */
static const char *strand_of(unsigned i, char buffer[256])
{
    if (strncmp(uci_where_text(i, buffer), "in ", 3) == 0)
        return buffer + 3;
    return uci_load_acquire(&uci_peer(i)->state) == UCI_STATE_RUNNING
               ? "main"
               : "no task";
}

static void report(uintptr_t address, uint16_t changer)
{
    unsigned writer = (changer & (LOST - 1)) - 1u;
    bool is_lost = changer & LOST;
    uci_checks->stop();
    uci_claim_report();
    char here[256], there[256], now[300] = "", symbol[128];
    if (!is_lost)
        snprintf(now, sizeof now, " (it is now in %s)",
                 strand_of(writer, there));
    uci_message("%s (worker %u) reads %s, which worker %u has written %s%s.  "
                "Without shared memory (UCILK_CHECK_MEMORY, --ucilk-cluster) "
                "only what main wrote before the region reaches a task: pass "
                "and return values, or use a reducer",
                strand_of(uci_id, here), uci_id,
                uci_symbol_text(address, symbol), writer,
                is_lost ? "in an earlier region"
                        : "since the parallel region began",
                now);
    _exit(UCI_EXIT_ERROR);
}

/*
 * The first byte of an access that others have changed, or NULL.  Functions of
 * libc such as strlen read whole vectors, of which the program may have asked
 * for the first part only; so of their accesses only the first word counts.
 */
static const uint16_t *find_wrong(const uint16_t *changer, size_t size,
                                  bool by_libc)
{
    if (by_libc && size > sizeof(long))
        size = sizeof(long);
    for (size_t b = 0; b < size; b++)
        if (changer[b])
            return changer + b;
    return NULL;
}

static void look(struct state *s, uint16_t changer[UCI_PAGE], uintptr_t address,
                 const ucontext_t *u)
{
    struct uci_access a = uci_access_of(u);
    size_t offset = address % UCI_PAGE;
    if (a.size > UCI_PAGE - offset)
        a.size = UCI_PAGE - offset;
    uint16_t *at = changer + offset;
    uintptr_t pc = (uintptr_t)u->uc_mcontext.gregs[REG_RIP];
    const uint16_t *wrong =
        a.reads ? find_wrong(at, a.size, uci_code_is_libc(pc)) : NULL;
    if (wrong)
        report(address + (uintptr_t)(wrong - at), *wrong);
    for (size_t b = 0; a.writes && b < a.size; b++) {
        s->n_changed -= at[b] != 0;
        at[b] = 0;
    }
}

static bool takes_fault(uintptr_t address, ucontext_t *u)
{
    size_t number;
    const struct uci_piece *p = find((char *)address, &number);
    char *page = page_of(address);
    if (!p)
        return false;
    struct state *s = &states[number];
    if (s->strand != strand || s->is == OPEN)
        return true; /* worker 0 publishes it, or another thread was here */
    if (s->is == CLOSED)
        compare(s, who[number], page, p->image + (page - p->start));
    if (s->n_changed > 0)
        look(s, who[number], address, u);
    mprotect(page, UCI_PAGE, PROT_READ | PROT_WRITE);
    if (s->n_changed == 0 || ++s->n_steps >= MANY_STEPS ||
        n_opened == MAX_OPENED) {
        s->is = OPEN;
    } else {
        opened[n_opened++] = page;
        uci_access_step(u, true);
    }
    return true;
}

static bool takes_trap(ucontext_t *u)
{
    if (n_opened == 0)
        return false;
    while (n_opened > 0)
        mprotect(opened[--n_opened], UCI_PAGE, PROT_NONE);
    uci_access_step(u, false);
    return true;
}

bool uci_check_takes_data(int signal, siginfo_t *info, void *context)
{
    int saved = errno;
    bool takes = signal == SIGTRAP
                     ? takes_trap(context)
                     : takes_fault((uintptr_t)info->si_addr, context);
    errno = saved;
    return takes;
}
