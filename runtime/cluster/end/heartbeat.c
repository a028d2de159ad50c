/*
 * The heartbeat.  With several nodes each rank sends a beat to the next one
 * every few seconds, and listens for beats of the one before it.  This ring
 * crosses every cut between nodes in both directions, so on both sides some
 * rank notices the cut, and ends the ranks that it can reach.  Within a node
 * each rank watches whether the process of the one before it has ended: most
 * launchers end the others then, but srun may not.
 *
 * Before a rank is reported silence.c finds out what its process does.
 *
 * The assistant calls it.  A rank that was stopped itself (by a debugger, or
 * since the machine slept) begins to listen anew.
 */
#define _GNU_SOURCE
#include "cluster/end/heartbeat.h"

#include "common/base/message.h"
#include "common/base/options.h"
#include "common/base/ticks.h"
#include "cluster/net/am.h"
#include "cluster/net/assistant.h"
#include "words/worker.h"
#include "seam/far.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    BEATS = 6,      /* beats in the time after which a rank counts as gone */
    STOPPED = 3000, /* ms without a call: then this rank was stopped itself */
    ABORT_SECONDS = 5, /* then SIGALRM ends this rank */
    LOOK = 200,        /* ms between two looks at the mate */
    GRACE = 2000,      /* ms for the launcher, which knows more about its end */
};

static long last_call, last_sent;
static _Atomic long last_heard;
static bool listens; /* there are several nodes, and UCILK_SILENCE is not 0 */
static struct uci_beat own; /* what this rank sends to the next one */

/* The mate, the rank before this one on its node: its number; a pidfd of its
 * process, or -1; the time when its end was noticed, or 0. */
static unsigned mate;
static int mate_process = -1;
static long last_look, mate_ended;

static long milliseconds(void)
{
    return (long)(uci_nanoseconds() / 1000000);
}

static unsigned before(void)
{
    return (uci_id + uci_world->n_workers - 1) % uci_world->n_workers;
}

static void hear(unsigned from, uint64_t token, const char *bytes, size_t size)
{
    (void)token;
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

static _Noreturn void end_all(void)
{
    for (unsigned i = uci_near_first; i < uci_near_first + uci_n_near; i++)
        if (i != uci_id)
            syscall(SYS_kill, uci_load_relaxed(&uci_peer(i)->pid), SIGKILL);
    /* What follows may wait for the network for ever. */
    signal(SIGALRM, SIG_DFL);
    sigset_t alarm_only;
    sigemptyset(&alarm_only);
    sigaddset(&alarm_only, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarm_only, NULL);
    alarm(ABORT_SECONDS);
    /* Open MPI's daemon on this host may wait for the network for minutes, so
     * it is ended; but first it may have to pass on our message. */
    usleep(500000);
    if (has_daemon())
        kill(getppid(), SIGTERM);
    uci_transport->abort(UCI_EXIT_ERROR);
}

static void look_at_mate(long now)
{
    struct pollfd end = {.fd = mate_process, .events = POLLIN};
    if (now - last_look < LOOK || uci_load_acquire(&uci_world->done))
        return;
    last_look = now;
    if (!mate_ended && poll(&end, 1, 0) == 1)
        mate_ended = now;
    if (!mate_ended || now - mate_ended < GRACE)
        return;
    uci_message("rank %u on host %s (process %d) has ended in the middle of "
                "the program; ending the others",
                mate, own.host, (int)uci_load_relaxed(&uci_peer(mate)->pid));
    end_all();
}

static void beat_and_listen(long now)
{
    long limit = (long)uci_options.silence * 1000;
    if (now - last_call > STOPPED)
        uci_store_relaxed(&last_heard, now);
    last_call = now;
    if (now - last_sent >= limit / BEATS) {
        last_sent = now;
        uci_am_send((uci_id + 1) % uci_world->n_workers, UCI_AM_BEAT, NULL, 0,
                    &own, sizeof own);
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
                before(), uci_silence_host(), uci_options.silence, uci_id,
                own.host, why);
    end_all();
}

static void beat(void)
{
    long now = milliseconds();
    if (mate_process >= 0)
        look_at_mate(now);
    if (listens)
        beat_and_listen(now);
}

void uci_heartbeat_start(const char *host, uint64_t machine,
                         const unsigned witnesses[UCI_WITNESSES])
{
    uci_am_handle(UCI_AM_BEAT, hear);
    uci_silence_start(&own, host, machine, witnesses);
    listens = uci_options.silence != 0 && uci_n_near < uci_world->n_workers;
    last_call = milliseconds();
    uci_store_relaxed(&last_heard, last_call);
    if (uci_n_near > 1) {
        mate = uci_near_first +
               (uci_id - uci_near_first + uci_n_near - 1) % uci_n_near;
        mate_process = pidfd_open(uci_load_relaxed(&uci_peer(mate)->pid), 0);
    }
    if (listens || mate_process >= 0)
        uci_assistant_beat = beat;
}
