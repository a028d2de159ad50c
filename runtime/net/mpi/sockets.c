/*
 * Sleeping until something comes: MPI has no call for that, but over TCP its
 * connections are sockets of this process, which epoll can watch.  What comes
 * by other ways (shared memory, an RDMA card) ends no sleep before its time.
 *
 * The set is edge-triggered, since only MPI reads the sockets: an arrival ends
 * one sleep, even if MPI has read it meanwhile.  So does room for more of a
 * large message, behind a write that found none; and what happens to
 * connections of the program's own.  New connections are looked for now and
 * then, and when somebody connects; closed ones leave the set by themselves.
 */
#define _GNU_SOURCE
#include "net/mpi/plugin.h"
#include "base/atomics.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Microseconds: the longest sleep, and while something is being sent, for which
 * only sockets tell of room; between two searches for new connections, at
 * first, and when a search has found none, doubled each time. */
enum { MAX_SLEEP = 50000, SENDING = 300, MIN_GAP = 2000, MAX_GAP = 3200000 };
enum { MAX_EVENTS = 64 };

static int set = -1;
static _Atomic uint64_t next_search; /* when, in microseconds */

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

enum what { OTHER, CONNECTION, LISTENS };

/* What the descriptor is: a TCP connection with another host, or a socket that
 * waits for some.  Launchers have connections on this host. */
static enum what find_out(int fd)
{
    int type, listens = 0;
    socklen_t size = sizeof type;
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } peer;
    if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) != 0 ||
        type != SOCK_STREAM)
        return OTHER;
    size = sizeof listens;
    if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 &&
        listens)
        return LISTENS;
    size = sizeof peer;
    if (getpeername(fd, &peer.any, &size) != 0)
        return OTHER;
    bool is_far = peer.any.sa_family == AF_INET
                      ? ntohl(peer.v4.sin_addr.s_addr) >> 24 != IN_LOOPBACKNET
                      : peer.any.sa_family == AF_INET6 &&
                            !IN6_IS_ADDR_LOOPBACK(&peer.v6.sin6_addr);
    return is_far ? CONNECTION : OTHER;
}

static void search(uint64_t time)
{
    static uint64_t gap = MIN_GAP;
    bool found = false;
    DIR *files = opendir("/proc/self/fd");
    for (struct dirent *file; files && (file = readdir(files)) != NULL;) {
        int fd = atoi(file->d_name);
        enum what what = file->d_name[0] == '.' ? OTHER : find_out(fd);
        struct epoll_event in = {.events = EPOLLIN | EPOLLOUT | EPOLLET,
                                 .data.u32 = what};
        if (what != OTHER && epoll_ctl(set, EPOLL_CTL_ADD, fd, &in) == 0)
            found = true; /* otherwise it is in the set */
    }
    if (files)
        closedir(files);
    gap = found ? MIN_GAP : gap < MAX_GAP ? 2 * gap : MAX_GAP;
    /* Release: gap; with the acquire in uci_mpi_sleep. */
    uci_store_release(&next_search, time + gap);
}

/* Somebody connects: as soon as MPI has accepted that. */
static void search_soon(void)
{
    uint64_t due = uci_load_acquire(&next_search), soon = now() + MIN_GAP;
    if (due > soon && due != UINT64_MAX)
        uci_cas_seqcst(&next_search, &due, soon);
}

void uci_mpi_open_sockets(void)
{
    set = epoll_create1(EPOLL_CLOEXEC);
}

bool uci_mpi_sleep(unsigned microseconds)
{
    uint64_t time = now(), due = uci_load_acquire(&next_search);
    /* One thread at a time searches: the other sees the time far ahead. */
    if (time >= due && uci_cas_seqcst(&next_search, &due, UINT64_MAX))
        search(time);
    unsigned most = uci_mpi_is_sending() ? SENDING : MAX_SLEEP;
    if (microseconds > most)
        microseconds = most;
    struct pollfd ready = {.fd = set, .events = POLLIN};
    struct timespec limit = {0, microseconds * 1000l};
    if (ppoll(&ready, 1, &limit, NULL) <= 0)
        return false;
    /* This takes the arrivals from the set: they end no other sleep. */
    struct epoll_event events[MAX_EVENTS];
    int n = epoll_wait(set, events, MAX_EVENTS, 0);
    for (int i = 0; i < n; i++)
        if (events[i].data.u32 == LISTENS)
            search_soon();
    return true;
}
