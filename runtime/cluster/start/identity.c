/* Checksums and comparison of what must be equal in all ranks.  See
 * identity.h. */
#define _GNU_SOURCE
#include "cluster/start/identity.h"

#include "net/checksum.h"
#include "base/options.h"
#include "cluster/far/am.h"
#include "net/transport.h"
#include "sched/worker.h"

#include <gnu/libc-version.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* The names of so many libraries are kept; the checksum is over all. */
enum { N_NAMED = 100 };

static struct library {
    char name[120];
    uint64_t sum;
} libraries[N_NAMED];
static unsigned n_libraries;

/* A checksum of the parts of the program's file that are loaded.  It reads the
 * file, since constructors may have changed variables in memory. */
static uint64_t sum_program(const struct dl_phdr_info *info)
{
    uint64_t all = 0;
    size_t size;
    char *bytes = uci_program_file_map(&size);
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_LOAD && p->p_offset + p->p_filesz <= size)
            all = uci_checksum(all, bytes + p->p_offset, p->p_filesz);
    }
    munmap(bytes, size);
    return all;
}

/* A checksum of a library's name and notes, of which one is the build id. */
static uint64_t sum_library(const struct dl_phdr_info *info)
{
    uint64_t all = uci_checksum(0, info->dlpi_name, strlen(info->dlpi_name));
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_NOTE)
            all = uci_checksum(all, (char *)info->dlpi_addr + p->p_vaddr,
                               p->p_filesz);
    }
    return all;
}

static void add_library(struct uci_identity *e, const struct dl_phdr_info *info)
{
    uint64_t own = sum_library(info);
    e->libraries = uci_checksum(e->libraries, &own, sizeof own);
    if (n_libraries < N_NAMED) {
        struct library *library = &libraries[n_libraries++];
        snprintf(library->name, sizeof library->name, "%s", info->dlpi_name);
        library->sum = own;
    }
}

/* The first object that dl_iterate_phdr reports is the program. */
static int add_object(struct dl_phdr_info *info, size_t size, void *to)
{
    (void)size;
    struct uci_identity *e = to;
    if (strncmp(info->dlpi_name, "linux-vdso", 10) == 0)
        return 0;
    if (e->program == 0)
        e->program = sum_program(info);
    else
        add_library(e, info);
    e->places =
        uci_checksum(e->places, &info->dlpi_addr, sizeof info->dlpi_addr);
    return 0;
}

void uci_identity_note_objects(struct uci_identity *e)
{
    dl_iterate_phdr(add_object, e);
}

void uci_identity_note(struct uci_identity *e)
{
    snprintf(e->version, sizeof e->version, "%s", gnu_get_libc_version());
    e->layout = sizeof(struct uci_worker) + (sizeof(struct uci_world) << 20) +
                ((uint64_t)UCI_AM_N << 40);
    e->stack = uci_options.stack_size;
    e->stride = uci_peer_stride;
    e->tls = (uintptr_t)pthread_self();
    __asm__ volatile("movq %%fs:0x28, %0" : "=r"(e->canary));
}

const char *uci_identity_difference(const struct uci_identity *a,
                                    const struct uci_identity *b)
{
    if (strcmp(a->version, b->version) != 0)
        return "another version of the C library: use the same system "
               "everywhere, or the same container";
    if (a->layout != b->layout || a->program != b->program)
        return "another program: copy the same file to all hosts";
    if (a->libraries != b->libraries)
        return "other shared libraries: install the same ones everywhere";
    if (a->places != b->places)
        return "other addresses of code: allow personality(2) with "
               "ADDR_NO_RANDOMIZE, which container profiles may forbid "
               "(seccomp), or start with `setarch -R', or turn randomization "
               "off (sysctl kernel.randomize_va_space=0)";
    if (a->stack != b->stack || a->stride != b->stride)
        return "stacks or evacuation heaps of another size: give all ranks "
               "the same UCILK_STACK_SIZE and UCILK_EVAC_SIZE";
    return NULL;
}

const char *uci_identity_library(void)
{
    static struct library theirs[N_NAMED];
    memcpy(theirs, libraries, sizeof theirs);
    uci_transport->broadcast(theirs, sizeof theirs);
    for (unsigned i = 0; i < N_NAMED; i++)
        if (theirs[i].sum != libraries[i].sum)
            return *libraries[i].name ? libraries[i].name : theirs[i].name;
    return "";
}

/* A function checks on return, perhaps in another rank, that the canary is what
 * it has put on the stack. */
__attribute__((optimize("no-stack-protector"))) void
uci_identity_take_canary(const struct uci_identity *zero)
{
    __asm__ volatile("movq %0, %%fs:0x28" : : "r"(zero->canary));
}
