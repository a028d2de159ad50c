/*
 * Memory that is not mapped by mmap: System V's segments, and what lies below
 * the break.  See maps.h.
 */
#define _GNU_SOURCE
#include "libc/libc.h"
#include "libc/maps/maps.h"

#include <errno.h>
#include <stdint.h>
#include <sys/shm.h>
#include <unistd.h>

/* What sbrk may give out in all; less where it cannot be had. */
static const size_t most = 1ul << 30, least = 1ul << 20;

/* Its size in whole pages; 0 with errno. */
static size_t segment_size(int id)
{
    struct shmid_ds segment;
    if (shmctl(id, IPC_STAT, &segment) != 0)
        return 0;
    return uci_round_up(segment.shm_segsz, UCI_PAGE);
}

__attribute__((weak)) void *shmat(int id, const void *address, int flags)
{
    if (uci_maps_are_kernels() || !uci_libc_is_shared())
        return UCI_LIBC_REAL(shmat)(id, address, flags);
    size_t size = segment_size(id);
    if (size == 0)
        return MAP_FAILED;
    struct uci_area kind = {.prot = flags & SHM_RDONLY ? PROT_READ
                                                       : PROT_READ | PROT_WRITE,
                            .is_segment = true};
    uci_maps_lock();
    if (address && uci_maps->started)
        uci_maps_refuse("shmat at a given address", UCI_MAPS_BEFORE);
    char *p = address ? UCI_LIBC_REAL(shmat)(id, address, flags)
                      : uci_maps_add(NULL, size, &kind, flags, id, 0);
    uci_maps_unlock();
    return p;
}

__attribute__((weak)) int shmdt(const void *address)
{
    if (uci_maps_are_kernels() || !uci_libc_is_shared())
        return UCI_LIBC_REAL(shmdt)(address);
    uci_maps_lock();
    struct uci_area *a = uci_areas_at(&uci_maps->areas, address);
    int result = a && a->start == address && a->is_segment
                     ? uci_maps_remove(a->start, a->end)
                     : UCI_LIBC_REAL(shmdt)(address);
    uci_maps_unlock();
    return result;
}

/* Shared memory in place of the pages that follow .bss. */
static bool has_break(void)
{
    if (uci_maps->break_start)
        return true;
    for (size_t size = most; size >= least; size /= 2) {
        char *p = uci_maps_add_nameless(NULL, size, PROT_READ | PROT_WRITE,
                                        true, NULL);
        if (p != MAP_FAILED) {
            uci_maps->break_start = uci_maps->break_now = p;
            uci_maps->break_end = p + size;
            return true;
        }
    }
    return false;
}

static void *move_break(intptr_t increment)
{
    uci_maps_lock();
    void *result = uci_maps_failed(ENOMEM);
    if (has_break() && increment <= uci_maps->break_end - uci_maps->break_now &&
        increment >= uci_maps->break_start - uci_maps->break_now) {
        result = uci_maps->break_now;
        uci_maps->break_now += increment;
        char *page =
            (char *)uci_round_up((uintptr_t)uci_maps->break_now, UCI_PAGE);
        char *old = (char *)uci_round_up((uintptr_t)result, UCI_PAGE);
        if (page < old) /* zeros where it grows again */
            uci_maps_clear(page, (size_t)(old - page));
    }
    uci_maps_unlock();
    return result;
}

__attribute__((weak)) void *sbrk(intptr_t increment)
{
    if (uci_maps_are_kernels() || !uci_libc_is_shared())
        return UCI_LIBC_REAL(sbrk)(increment);
    return move_break(increment);
}

__attribute__((weak)) int brk(void *address)
{
    if (uci_maps_are_kernels() || !uci_libc_is_shared())
        return UCI_LIBC_REAL(brk)(address);
    char *now = move_break(0);
    return now != MAP_FAILED && move_break((char *)address - now) != MAP_FAILED
               ? 0
               : -1;
}
