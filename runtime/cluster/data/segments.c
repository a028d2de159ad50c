/*
 * Finds the program's variables: the writable segments of the executable and of
 * its shared libraries, without what becomes read-only after relocation, and
 * without the runtime's own words, of which each worker has its own
 * (private.ld).
 *
 * The data of some libraries stay each worker's own: of libc and its like,
 * which are in private_libraries, and of MPI and the libraries that it needs.
 */
#define _GNU_SOURCE
#include "cluster/data/data.h"

#include "base/message.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

/* The bounds of the runtime's words: one section of whole pages
 * (runtime/private.ld). */
extern char uci_private_start[], uci_private_end[];

/* Libraries whose data are not the program's, by the beginning of their file
 * names. */
static const char *const private_libraries[] = {
    "linux-vdso", "ld-linux",   "ld.so",    "libc.so",    "libc-2",
    "libm.so",    "libm-2",     "libmvec",  "libpthread", "libdl",
    "librt",      "libresolv",  "libnss_",  "libanl",     "libthread_db",
    "libgcc_s",   "libasan",    "libubsan", "liblsan",    "libtsan",
    "libhwasan",  "libclang_rt"};

/* The same of libraries that are excepted with all the libraries that they
 * need. */
static const char mpi[] = "libmpi";

struct object {
    const char *name; /* its file's, without directories; "" is the program */
    uintptr_t base;
    const ElfW(Phdr) * headers;
    unsigned n_headers;
    bool is_private;
};

struct objects {
    unsigned n, room;
    struct object *objects;
};

static struct uci_segment *segments;
static unsigned n_segments, n_room;

static void *enlarge(void *list, size_t size)
{
    void *p = realloc(list, size);
    if (!p)
        uci_fatal("cannot note the program's libraries: no memory; raise "
                  "RLIMIT_DATA (ulimit -d)");
    return p;
}

static void add(uintptr_t start, uintptr_t end, uintptr_t file_end)
{
    if (start >= end)
        return;
    if (n_segments == n_room) {
        n_room = 2 * n_room + 16;
        segments = enlarge(segments, n_room * sizeof *segments);
    }
    segments[n_segments++] = (struct uci_segment){
        (char *)start, (char *)end, (char *)(file_end < end ? file_end : end)};
}

static uintptr_t page_down(uintptr_t a)
{
    return a & ~(uintptr_t)(UCI_PAGE - 1);
}

static void add_data_of(const struct object *o)
{
    uintptr_t relro_start = 0, relro_end = 0;
    for (unsigned i = 0; i < o->n_headers; i++) {
        const ElfW(Phdr) *p = &o->headers[i];
        if (p->p_type == PT_GNU_RELRO) {
            /* The dynamic linker protects whole pages only. */
            relro_start = page_down(o->base + p->p_vaddr);
            relro_end = page_down(o->base + p->p_vaddr + p->p_memsz);
        }
    }
    for (unsigned i = 0; i < o->n_headers; i++) {
        const ElfW(Phdr) *p = &o->headers[i];
        if (p->p_type != PT_LOAD || !(p->p_flags & PF_W))
            continue;
        uintptr_t start = page_down(o->base + p->p_vaddr);
        uintptr_t end =
            uci_round_up(o->base + p->p_vaddr + p->p_memsz, UCI_PAGE);
        uintptr_t file_end =
            uci_round_up(o->base + p->p_vaddr + p->p_filesz, UCI_PAGE);
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

/* The first object that dl_iterate_phdr reports is the program. */
static int note_object(struct dl_phdr_info *info, size_t size, void *to)
{
    (void)size;
    struct objects *all = to;
    if (all->n == all->room) {
        all->room = 2 * all->room + 16;
        all->objects = enlarge(all->objects, all->room * sizeof *all->objects);
    }
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

/* Excepts an object, and all the libraries that it needs. */
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

unsigned uci_segments_find(const struct uci_segment **list)
{
    struct objects all = {0, 0, NULL};
    dl_iterate_phdr(note_object, &all);
    for (unsigned i = 1; i < all.n; i++)
        if (begins(all.objects[i].name, mpi))
            except_with_needed(&all, &all.objects[i]);
    n_segments = 0;
    for (unsigned i = 0; i < all.n; i++)
        if (!all.objects[i].is_private)
            add_data_of(&all.objects[i]);
    free(all.objects);
    *list = segments;
    return n_segments;
}

static int note_closed(struct dl_phdr_info *info, size_t size, void *to)
{
    (void)size;
    *(unsigned long long *)to = info->dlpi_subs;
    return 1;
}

unsigned long long uci_segments_n_closed(void)
{
    unsigned long long n = 0;
    dl_iterate_phdr(note_closed, &n);
    return n;
}
