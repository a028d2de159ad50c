/* The parts of this folder, in their order.  See libc.h. */
#define _GNU_SOURCE
#include "libc/libc.h"

#include "base/message.h"
#include "base/options.h"
#include "libc/locks/locks.h"
#include "libc/maps/maps.h"
#include "libc/process/server.h"
#include "libc/process/signals.h"
#include "libc/stdio/stdio.h"
#include "mem/malloc.h"
#include "sched/sched.h"

#include <stdlib.h>
#include <string.h>

bool uci_libc_has_workers;

void *uci_libc_find(const char *name)
{
    void *f = dlsym(RTLD_NEXT, name);
    if (!f)
        uci_fatal("the C library's %s is not to be found", name);
    return f;
}

void *uci_libc_shared(size_t size)
{
    void *p = uci_calloc(1, size);
    if (!p)
        uci_fatal("no memory for what the workers share of the C library");
    return p;
}

void uci_libc_fill_mask(sigset_t *mask)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
    sigfillset(mask);
    for (unsigned i = 0; i < sizeof own / sizeof own[0]; i++)
        sigdelset(mask, own[i]);
}

void *uci_libc_allocate(size_t size)
{
    return uci_world && uci_world->n_forked > 1 ? uci_malloc(size)
                                                 : malloc(size);
}

void *uci_libc_share_bytes(const void *bytes, size_t size)
{
    void *copy = uci_libc_allocate(size);
    if (!copy)
        uci_fatal("no memory for what another worker is to have");
    return memcpy(copy, bytes, size);
}

char *uci_libc_share_text(const char *text)
{
    return uci_libc_share_bytes(text, strlen(text) + 1);
}

void uci_libc_announce_change(void)
{
    /* Release: with the acquire in uci_sched_see_changes. */
    uci_fetch_add_acqrel(&uci_world->changes, 1);
}

/* This worker does what others have announced. */
static void catch_up(void)
{
    uci_maps_catch_up();
    uci_signals_catch_up();
}

void uci_libc_start(void)
{
    uci_sched_catch_up = catch_up;
    uci_locks_start();
    if (strcmp(uci_options.heap, "private") == 0)
        uci_libc_use_private_heap();
    uci_stdio_start();
    uci_maps_start();
}

void uci_libc_start_workers(void)
{
    uci_server_prepare();
    uci_signals_start_workers();
    uci_inner_start_workers();
    uci_libc_has_workers = true;
    uci_libc_share_libraries();
    uci_maps_start_workers();
    uci_stdio_start_workers();
    uci_malloc_start_workers();
}

void uci_libc_workers_started(void)
{
    uci_server_start();
}

void uci_libc_start_worker(void)
{
    uci_signals_start_worker();
    uci_malloc_become(uci_id);
    uci_locks_start_worker();
}

void uci_libc_hold(void)
{
    uci_stdio_hold();
}

void uci_libc_finish(void)
{
    uci_stdio_finish();
}

void uci_libc_flush(void)
{
    uci_stdio_flush_own();
}

bool uci_libc_fork_copies_heap(void)
{
    return !uci_libc_has_workers || !uci_world->shares_memory;
}

void uci_libc_fork_child(bool has_copy)
{
    uci_environment_fork_child();
    uci_signals_fork_child();
    uci_libc_has_workers = false;
    uci_maps_fork_child();
    if (has_copy)
        uci_malloc_unshare();
    else
        uci_libc_leave_heap();
    uci_locks_fork_child();
    uci_stdio_fork_child(has_copy);
}
