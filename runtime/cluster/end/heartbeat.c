/*
 * Is everybody still there?  With more nodes than one, each rank sends the
 * next one a beat every few seconds, and listens for the one before it: a ring
 * crosses every cut between nodes in both directions, so on both sides somebody
 * notices, and ends the ranks that it can reach.  Within a node a rank sees the
 * one before it end: most launchers end the others then, srun may not.
 *
 * Called by the assistant.  A rank that was stopped itself (a debugger, a
 * laptop's lid) begins to listen anew.
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
#include <stdlib.h>
#include <sys/pidfd.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    BEATS = 6,      /* within the time after which a rank counts as gone */
    STOPPED = 3000, /* ms between two calls: then it was we who were away */
    ABORT_SECONDS = 5,
    LOOK = 200,   /* ms between two looks at the mate */
    GRACE = 2000, /* ms for the launcher, which knows more about its end */
};

static long last_call, last_sent;
static _Atomic long last_heard;
static bool listens;
static const char *(*host_of)(unsigned rank);

/* The rank of this node before this one: its number, its process (a pidfd, or
 * -1), and since when it is known to have ended. */
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
    (void)bytes;
    (void)size;
    if (from == before())
        uci_store_relaxed(&last_heard, milliseconds());
}

static _Noreturn void end_all(void)
{
    for (unsigned i = uci_near_first; i < uci_near_first + uci_n_near; i++)
        if (i != uci_id)
            syscall(SYS_kill, uci_load_relaxed(&uci_peer(i)->pid), SIGKILL);
    /* The launcher's part may wait for the network. */
    signal(SIGALRM, SIG_DFL);
    sigset_t alarm_only;
    sigemptyset(&alarm_only);
    sigaddset(&alarm_only, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarm_only, NULL);
    alarm(ABORT_SECONDS);
    /* Open MPI's daemon on this host waits for it for minutes; but it may
     * still have to pass on the message. */
    usleep(500000);
    if (getenv("OMPI_COMM_WORLD_SIZE"))
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
                mate, host_of(mate),
                (int)uci_load_relaxed(&uci_peer(mate)->pid));
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
                    NULL, 0);
    }
    if (now - uci_load_relaxed(&last_heard) <= limit)
        return;
    uci_message("rank %u on host %s has not been heard of for %lu s by rank %u "
                "on host %s: the host or the network between them is down; "
                "ending the program",
                before(), host_of(before()), uci_options.silence, uci_id,
                host_of(uci_id));
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

void uci_heartbeat_start(const char *(*host)(unsigned rank))
{
    uci_am_handle(UCI_AM_BEAT, hear);
    host_of = host;
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
