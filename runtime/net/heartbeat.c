/*
 * The heartbeat.  With several nodes each rank sends a beat to the next one
 * every few seconds, and listens for beats of the one before it.  This ring
 * crosses every cut between nodes in both directions, so on both sides some
 * rank notices the cut, and ends the ranks that it can reach.
 *
 * Before a rank is reported silence.c finds out what its process does.
 *
 * A rank that was stopped itself (by a debugger, or since the machine slept)
 * begins to listen anew.
 */
#define _GNU_SOURCE
#include "net/heartbeat.h"

#include "net/clone.h"
#include "net/transport.h"
#include "base/message.h"
#include "base/options.h"
#include "base/ticks.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    BEATS = 6,      /* beats in the time after which a rank counts as gone */
    STOPPED = 3000, /* ms without a call: then this rank was stopped itself */
    ABORT_SECONDS = 5, /* then SIGALRM ends this rank */
    PASSES_ON = 3000,  /* ms for Open MPI's daemon to end the job */
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

void uci_heartbeat_hear(unsigned from, const void *bytes, size_t size)
{
    struct uci_beat beat;
    UCI_CHECK_OP(size, ==, sizeof beat);
    if (from != before())
        return;
    uci_store_relaxed(&last_heard, milliseconds());
    memcpy(&beat, bytes, sizeof beat);
    uci_silence_hear(&beat);
}

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

void uci_heartbeat_beat(void)
{
    long now = milliseconds();
    long limit = (long)uci_options.silence * 1000;
    if (now - last_call > STOPPED)
        uci_store_relaxed(&last_heard, now);
    last_call = now;
    if (now - last_sent >= limit / BEATS) {
        last_sent = now;
        ways->send((uci_transport->rank + 1) % uci_transport->size, &own);
    }
    if (now - uci_load_relaxed(&last_heard) <= limit) {
        uci_silence_end();
        return;
    }
    char text[UCI_SILENCE_TEXT];
    const char *why = uci_silence_explain(now, text);
    if (!why)
        return;
    uci_message("rank %u on host %s has not been heard of for %lu s by rank %u "
                "on host %s: %s; ending the program",
                before(), uci_silence_host(), uci_options.silence,
                uci_transport->rank, own.host, why);
    uci_heartbeat_end_all();
}

void uci_heartbeat_start(const char *host, uint64_t machine,
                         const unsigned *witnesses,
                         const struct uci_heartbeat_ways *library)
{
    ways = library;
    uci_silence_start(&own, host, machine, witnesses, ways->silence);
    last_call = milliseconds();
    uci_store_relaxed(&last_heard, last_call);
}
