/*
 * The program's .data and .bss, and those of its shared libraries, shared by
 * all workers; or apart (apart.c).
 *
 * Before main, every writable segment of the executable and of the libraries,
 * less what becomes read-only after relocation and less the runtime's own
 * words, moves into shared memory at the same address (mem/pages.c).
 * Libraries that the program opens later follow when they are opened, or at
 * the latest before the workers start.  libc's data stay as they are, and
 * those of what keeps locks of its own kind or talks to libc behind its
 * interface: private_libraries.
 */
#define _GNU_SOURCE
#include "start/start.h"

#include "base/message.h"
#include "libc/maps/maps.h"
#include "mem/malloc.h"
#include "mem/pages.h"
#include "seam/worker.h"
#include "seam/views.h"

#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

/* The runtime's words: one section of whole pages (runtime/private.ld). */
extern char uci_private_start[], uci_private_end[];

/* How the file names begin of libraries whose data each worker has alone. */
static const char *const private_libraries[] = {
    "linux-vdso", "ld-linux",   "ld.so",    "libc.so",    "libc-2",
    "libm.so",    "libm-2",     "libmvec",  "libpthread", "libdl",
    "librt",      "libresolv",  "libnss_",  "libanl",     "libthread_db",
    "libgcc_s",   "libasan",    "libubsan", "liblsan",    "libtsan",
    "libhwasan",  "libclang_rt"};

/* And those whose libraries, and theirs, are excepted as well. */
static const char mpi[] = "libmpi";

struct object {
    const char *name; /* of its file, without directories; "" the program */
    uintptr_t base;
    const ElfW(Phdr) * headers;
    unsigned n_headers;
    bool is_private;
};

struct range {
    char *start, *end;
    char *file_end; /* below: from the object's file; above: .bss */
    char *copy;     /* during a fork: for the child */
};

/* In memory of this worker's own: `copy' is. */
static struct range *ranges;
static unsigned n_ranges, n_room;
static unsigned n_copied; /* during a fork: these, and private memory */

static void add(uintptr_t start, uintptr_t end, uintptr_t file_end)
{
    if (start >= end)
        return;
    if (n_ranges == n_room) {
        size_t old = n_room * sizeof *ranges;
        size_t new = uci_round_up(2 * old + 1, UCI_PAGE);
        void *p = old ? mremap(ranges, old, new, MREMAP_MAYMOVE)
                      : mmap(NULL, new, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED)
            uci_fatal("cannot note what is shared: %s", strerror(errno));
        ranges = p;
        n_room = (unsigned)(new / sizeof *ranges);
    }
    ranges[n_ranges++] =
        (struct range){(char *)start, (char *)end,
                       (char *)(file_end < end ? file_end : end), NULL};
}

static uintptr_t page_down(uintptr_t a)
{
    return a & ~(uintptr_t)(UCI_PAGE - 1);
}

static uintptr_t page_up(uintptr_t a)
{
    return page_down(a + UCI_PAGE - 1);
}

static void add_data_of(const struct object *o)
{
    uintptr_t relro_start = 0, relro_end = 0;
    for (unsigned i = 0; i < o->n_headers; i++) {
        const ElfW(Phdr) *p = &o->headers[i];
        if (p->p_type == PT_GNU_RELRO) {
            /* As the dynamic linker protects it: whole pages only. */
            relro_start = page_down(o->base + p->p_vaddr);
            relro_end = page_down(o->base + p->p_vaddr + p->p_memsz);
        }
    }
    for (unsigned i = 0; i < o->n_headers; i++) {
        const ElfW(Phdr) *p = &o->headers[i];
        if (p->p_type != PT_LOAD || !(p->p_flags & PF_W))
            continue;
        uintptr_t start = page_down(o->base + p->p_vaddr);
        uintptr_t end = page_up(o->base + p->p_vaddr + p->p_memsz);
        uintptr_t file_end = page_up(o->base + p->p_vaddr + p->p_filesz);
        uintptr_t own_start = (uintptr_t)uci_private_start;
        uintptr_t own_end = (uintptr_t)uci_private_end;
        if (relro_start <= start && relro_end > start)
            start = relro_end;
        if (own_end <= start || own_start >= end) {
            add(start, end, file_end);
        } else {
            add(start, own_start, file_end);
            add(own_end, end, file_end);
        }
    }
}

static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

struct objects {
    unsigned n, room;
    struct object *objects;
};

static int count_object(struct dl_phdr_info *info, size_t size, void *n)
{
    (void)info;
    (void)size;
    ++*(unsigned *)n;
    return 0;
}

/* The first that dl_iterate_phdr reports is the program. */
static int note_object(struct dl_phdr_info *info, size_t size, void *to)
{
    (void)size;
    struct objects *all = to;
    if (all->n == all->room)
        return 1;
    const char *slash = strrchr(info->dlpi_name, '/');
    struct object *o = &all->objects[all->n];
    *o = (struct object){slash ? slash + 1 : info->dlpi_name, info->dlpi_addr,
                         info->dlpi_phdr, info->dlpi_phnum, false};
    if (all->n++ == 0) {
        o->name = "";
        return 0;
    }
    for (unsigned i = 0;
         i < sizeof private_libraries / sizeof *private_libraries; i++)
        o->is_private |= begins(o->name, private_libraries[i]);
    return 0;
}

static const ElfW(Dyn) * dynamic_of(const struct object *o)
{
    for (unsigned i = 0; i < o->n_headers; i++)
        if (o->headers[i].p_type == PT_DYNAMIC)
            return (const ElfW(Dyn) *)(o->base + o->headers[i].p_vaddr);
    return NULL;
}

/* What MPI's libraries bring in is theirs. */
static void except_with_needed(struct objects *all, struct object *o)
{
    const ElfW(Dyn) *dynamic = dynamic_of(o), *d;
    const char *strings = NULL;
    if (o->is_private)
        return;
    o->is_private = true;
    for (d = dynamic; d && d->d_tag != DT_NULL; d++)
        if (d->d_tag == DT_STRTAB)
            strings = (const char *)d->d_un.d_ptr;
    for (d = dynamic; strings && d->d_tag != DT_NULL; d++)
        for (unsigned i = 1; d->d_tag == DT_NEEDED && i < all->n; i++)
            if (strcmp(all->objects[i].name, strings + d->d_un.d_val) == 0)
                except_with_needed(all, &all->objects[i]);
}

/* Bases of objects that uci_share_except_new has found. */
static uintptr_t *excepted;
static unsigned n_excepted;

static bool is_excepted(const struct object *o)
{
    for (unsigned i = 0; i < n_excepted; i++)
        if (excepted[i] == o->base)
            return true;
    return false;
}

static struct objects find_objects(void)
{
    struct objects all = {0, 0, NULL};
    dl_iterate_phdr(count_object, &all.room);
    all.objects = uci_calloc(all.room, sizeof *all.objects);
    if (!all.objects)
        uci_fatal("cannot note the program's libraries: no memory; raise "
                  "RLIMIT_DATA (ulimit -d)");
    dl_iterate_phdr(note_object, &all);
    for (unsigned i = 1; i < all.n; i++) {
        all.objects[i].is_private |= is_excepted(&all.objects[i]);
        if (begins(all.objects[i].name, mpi))
            except_with_needed(&all, &all.objects[i]);
    }
    return all;
}

static void find_ranges(void)
{
    struct objects all = find_objects();
    n_ranges = 0;
    for (unsigned i = 0; i < all.n; i++)
        if (!all.objects[i].is_private)
            add_data_of(&all.objects[i]);
    uci_free(all.objects);
}

static size_t size_of(const struct range *r)
{
    return (size_t)(r->end - r->start);
}

static char *copy(const struct range *r, int kind)
{
    return uci_pages_copy(r->start, r->end, r->file_end, kind);
}

static bool contains(const struct range *list, unsigned n,
                     const struct range *r)
{
    for (unsigned i = 0; i < n; i++)
        if (list[i].start == r->start && list[i].end == r->end)
            return true;
    return false;
}

static void share(const struct range *r)
{
    if (!uci_apart_is_on()) {
        uci_pages_put(r->start, size_of(r), copy(r, MAP_SHARED));
        return;
    }
    uci_pages_fill(uci_apart_image(r->start, size_of(r)), r->start, r->end,
                   r->file_end);
    uci_apart_put();
}

void uci_share_data(void)
{
    unsigned n_old = n_ranges;
    struct range old[n_old + 1];
    memcpy(old, ranges ? ranges : old, n_old * sizeof *old);
    find_ranges();
    for (unsigned i = 0; i < n_ranges; i++)
        if (!contains(old, n_old, &ranges[i]))
            share(&ranges[i]);
}

static bool holds_data_of(const struct object *o)
{
    for (unsigned i = 0; i < o->n_headers; i++) {
        const ElfW(Phdr) *p = &o->headers[i];
        if (p->p_type == PT_LOAD && (p->p_flags & PF_W) &&
            uci_share_holds((char *)page_down(o->base + p->p_vaddr +
                                              p->p_memsz - 1)))
            return true;
    }
    return false;
}

void uci_share_except_new(void)
{
    struct objects all = find_objects();
    excepted = uci_calloc(all.n, sizeof *excepted);
    if (!excepted)
        uci_fatal("cannot note the transport's libraries: no memory");
    for (unsigned i = 1; i < all.n; i++)
        if (!holds_data_of(&all.objects[i]))
            excepted[n_excepted++] = all.objects[i].base;
    uci_free(all.objects);
}

void uci_share_trim_dump(void)
{
    for (unsigned i = 0; i < n_ranges; i++)
        uci_pages_trim_dump(ranges[i].file_end, ranges[i].end);
}

bool uci_share_holds(const char *address)
{
    for (unsigned i = 0; i < n_ranges; i++)
        if (address >= ranges[i].start && address < ranges[i].end)
            return true;
    return false;
}

/* Data of a library that is no worker's but each one's is private anyway.  What
 * the pages hold is of no account: rule R2. */
void uci_unshare_views(void)
{
    for (struct ucilk_abi_reducer *r = uci_reducers; r; r = r->next) {
        uci_tally(views_private);
        char *view = r->variable;
        if (!uci_share_holds(view))
            continue;
        UCI_CHECK_EQ((uintptr_t)view % UCI_PAGE, 0);
        if (mmap(view, page_up(r->size), PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
            uci_fatal("cannot map a worker's views of reducers: %s",
                      strerror(errno));
    }
}

static void add_private(char *start, char *end)
{
    add((uintptr_t)start, (uintptr_t)end, (uintptr_t)start);
}

void uci_copy_data(bool with_heap)
{
    unsigned n = n_ranges;
    uci_check_open();
    uci_stack_open();
    if (with_heap) {
        char *start, *end;
        uci_maps_open(add_private);
        uci_malloc_hold(); /* other threads may be allocating */
        uci_malloc_used(&start, &end);
        add_private(start, end);
    }
    n_copied = n_ranges;
    n_ranges = n;
    for (unsigned i = 0; i < n_copied; i++)
        ranges[i].copy = copy(&ranges[i], MAP_PRIVATE);
    if (with_heap) {
        uci_malloc_release();
        uci_maps_close();
    }
}

void uci_drop_data_copy(void)
{
    for (unsigned i = 0; i < n_copied; i++)
        munmap(ranges[i].copy, size_of(&ranges[i]));
}

void uci_take_data_copy(void)
{
    for (unsigned i = 0; i < n_copied; i++)
        uci_pages_put(ranges[i].start, size_of(&ranges[i]), ranges[i].copy);
    if (n_copied > n_ranges)
        uci_maps_close();
    n_ranges = 0;
}
