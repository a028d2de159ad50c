/*
 * The heartbeat.  With several nodes each rank sends a beat to the next one
 * every few seconds, and listens for beats of the one before it.  This ring
 * crosses every cut between nodes in both directions, so on both sides some
 * rank notices the cut, and ends the ranks that it can reach.
 *
 * A rank that is not heard of may be stopped, or hang, or its host is gone.
 * Whoever sees its process in /proc can tell: this rank, or others there, which
 * are asked.  If they do not answer either, it is the host or the network.
 *
 * A rank that was stopped itself (by a debugger, or since the machine slept)
 * begins to listen anew.
 */
#define _GNU_SOURCE
#include "net/heartbeat.h"

#include "net/checksum.h"
#include "net/clone.h"
#include "net/transport.h"
#include "base/atomics.h"
#include "base/message.h"
#include "base/options.h"
#include "base/ticks.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    BEATS = 6,       /* beats in the time after which a rank counts as gone */
    ASLEEP = 3000,   /* ms without a call: then this rank was stopped itself */
    PATIENCE = 2000, /* ms for the answers of those that are asked */
    ABORT_SECONDS = 5, /* then SIGALRM ends this rank */
    PASSES_ON = 3000,  /* ms for Open MPI's daemon to end the job */
    TEXT = 192,
};

static long last_call, last_sent;
static _Atomic long last_heard;
static struct uci_beat own; /* what this rank sends to the next one */
static const struct uci_heartbeat_ways *ways;

static long milliseconds(void)
{
    return (long)(uci_nanoseconds() / 1000000);
}

static unsigned before(void)
{
    return (uci_transport->rank + uci_transport->size - 1) %
           uci_transport->size;
}

/* --- Why a rank is silent --- */

enum seen { STOPPED, WAITS, LIVES, ENDED, NOT_ANSWERED, NOT_ASKED, NEVER };

/* What that rank has told, once; `has_told' says so. */
static struct uci_beat told;
static _Atomic uint32_t has_told;

static unsigned n_asked; /* of its witnesses; none if there is no way */
static long began;       /* to find out; or 0 */

int uci_heartbeat_look(int pid)
{
    char path[32], text[256] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return ENDED;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    text[n > 0 ? n : 0] = '\0';
    const char *name_end = strrchr(text, ')'); /* PID (NAME) STATE ... */
    switch (name_end && name_end[1] ? name_end[2] : 'X') {
    case 'T':
    case 't':
        return STOPPED;
    case 'D':
        return WAITS;
    case 'X':
    case 'Z':
        return ENDED;
    default:
        return LIVES;
    }
}

/* `by' is the rank that sees the process. */
static const char *describe(enum seen seen, unsigned by, char text[TEXT])
{
    static const char *const formats[] = {
        [STOPPED] = "process %d is stopped, by SIGSTOP or a debugger, as rank "
                    "%u sees on its host",
        [WAITS] = "process %d waits for a disk or a file system, as rank %u "
                  "sees on its host",
        [LIVES] = "process %d lives, but hangs or gets no CPU, as rank %u sees "
                  "on its host",
        [ENDED] = "process %d has ended, as rank %u sees on its host",
        [NOT_ANSWERED] = "no other rank of that host answers either, so the "
                         "host or the network between them is down",
        [NOT_ASKED] = "the host or the network between them is down, or "
                      "process %d is stopped, which no other rank can see",
        [NEVER] = "it has never been heard of",
    };
    snprintf(text, TEXT, formats[seen], told.pid, by);
    return text;
}

/* Finds out why that rank is silent; null while others are asked, then the
 * text.  `now' in milliseconds. */
static const char *explain(long now, char text[TEXT])
{
    /* Acquire: what it has told; with the release in uci_heartbeat_hear. */
    if (!uci_load_acquire(&has_told))
        return describe(NEVER, 0, text);
    if (told.machine == own.machine)
        return describe((enum seen)uci_heartbeat_look(told.pid),
                        uci_transport->rank, text);
    if (!began) {
        began = now;
        for (unsigned i = 0; i < n_asked; i++)
            ways->ask(i, told.witnesses[i], told.pid);
    }
    for (unsigned i = 0; i < n_asked; i++) {
        int seen = ways->answer(i);
        if (seen >= 0)
            return describe((enum seen)seen, told.witnesses[i], text);
    }
    if (n_asked && now - began < PATIENCE)
        return NULL;
    return describe(n_asked ? NOT_ANSWERED : NOT_ASKED, 0, text);
}

void uci_heartbeat_hear(unsigned from, const void *bytes, size_t size)
{
    struct uci_beat beat;
    UCI_CHECK_OP(size, ==, sizeof beat);
    if (from != before())
        return;
    uci_store_relaxed(&last_heard, milliseconds());
    memcpy(&beat, bytes, sizeof beat);
    if (uci_load_relaxed(&has_told))
        return;
    told = beat;
    told.host[sizeof told.host - 1] = '\0';
    n_asked =
        told.n_witnesses < UCI_WITNESSES ? told.n_witnesses : UCI_WITNESSES;
    /* Release: with the acquires in explain and uci_heartbeat_beat. */
    uci_store_release(&has_told, 1);
}

/* --- The end --- */

/* True if this rank's parent is Open MPI's daemon, not mpirun itself: two
 * orders to end make that crash, and leave its files. */
static bool has_daemon(void)
{
    char path[32], name[16] = "";
    snprintf(path, sizeof path, "/proc/%d/comm", (int)getppid());
    FILE *f = fopen(path, "re");
    if (!f)
        return false;
    bool is_read = fgets(name, sizeof name, f);
    fclose(f);
    return is_read &&
           (strcmp(name, "orted\n") == 0 || strcmp(name, "prted\n") == 0);
}

/*
 * Open MPI's daemon on this host may wait for the network for minutes, so it is
 * ended, by a process of its own; but first it may have to pass on our message
 * and our abort.  (If Open MPI 5 has lost a daemon before, mpirun's status is
 * 0.)
 */
static void end_later(pid_t daemon)
{
    struct pollfd end = {.fd = (int)syscall(SYS_pidfd_open, daemon, 0),
                         .events = POLLIN};
    if (end.fd < 0 || uci_clone(0) != 0)
        return;
    setsid();
    close_range(0, (unsigned)end.fd - 1, 0); /* nobody waits for their ends */
    close_range((unsigned)end.fd + 1, ~0u, 0);
    if (poll(&end, 1, PASSES_ON) == 0)
        syscall(SYS_pidfd_send_signal, end.fd, SIGTERM, NULL, 0);
    _exit(0);
}

void uci_heartbeat_end_all(void)
{
    ways->end_near();
    /* What follows may wait for the network for ever. */
    signal(SIGALRM, SIG_DFL);
    sigset_t alarm_only;
    sigemptyset(&alarm_only);
    sigaddset(&alarm_only, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarm_only, NULL);
    alarm(ABORT_SECONDS);
    if (has_daemon())
        end_later(getppid());
    uci_transport->abort(UCI_EXIT_ERROR);
}

/* --- Beats --- */

void uci_heartbeat_beat(void)
{
    long now = milliseconds();
    long limit = (long)uci_options.silence * 1000;
    if (now - last_call > ASLEEP)
        uci_store_relaxed(&last_heard, now);
    last_call = now;
    if (now - last_sent >= limit / BEATS) {
        last_sent = now;
        ways->send((uci_transport->rank + 1) % uci_transport->size, &own);
    }
    if (now - uci_load_relaxed(&last_heard) <= limit) {
        began = 0;
        return;
    }
    char text[TEXT];
    const char *why = explain(now, text);
    if (!why)
        return;
    uci_message("rank %u on host %s has not been heard of for %lu s by rank %u "
                "on host %s: %s; ending the program",
                before(), uci_load_acquire(&has_told) ? told.host : "unknown",
                uci_options.silence, uci_transport->rank, own.host, why);
    uci_heartbeat_end_all();
}

void uci_heartbeat_start(const char *host, const unsigned *witnesses,
                         const struct uci_heartbeat_ways *library)
{
    ways = library;
    strncpy(own.host, host, sizeof own.host - 1);
    own.machine = uci_machine_sum(host);
    own.pid = (int32_t)syscall(SYS_getpid);
    for (unsigned i = 0; witnesses && i < UCI_WITNESSES; i++)
        if (witnesses[i] != uci_transport->rank)
            own.witnesses[own.n_witnesses++] = witnesses[i];
    last_call = milliseconds();
    uci_store_relaxed(&last_heard, last_call);
}
