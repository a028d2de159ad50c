/*
 * The heartbeat by active messages, which the assistant calls; see
 * net/heartbeat.h.  Within a node each rank watches whether the process
 * of the one before it, its mate, has ended: most launchers end the others
 * then, but srun may not.
 */
#define _GNU_SOURCE
#include "cluster/end/process_end.h"

#include "cluster/far/am.h"
#include "base/message.h"
#include "base/options.h"
#include "base/ticks.h"
#include "sched/worker.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    LOOK = 200,   /* ms between two looks at the mate */
    GRACE = 2000, /* ms for the launcher, which knows more about its end */
};

/* --- Witnesses: ranks that see the process of a silent one --- */

/* Those that are asked, and what they see.  A call that is not answered stays
 * under way for ever. */
static struct asked {
    struct uci_am_call call;
    bool is_under_way;
    char seen;
} asked[UCI_WITNESSES];

static void answer(unsigned from, uint64_t token, const char *bytes,
                   size_t size)
{
    int32_t pid;
    UCI_CHECK_OP(size, ==, sizeof pid);
    memcpy(&pid, bytes, sizeof pid);
    char seen = (char)uci_heartbeat_look(pid);
    uci_am_reply(from, token, &seen, 1, NULL, 0);
}

static void take(void *to, const char *bytes, size_t size)
{
    (void)size;
    ((struct asked *)to)->seen = *bytes;
}

static void ask(unsigned i, unsigned rank, int32_t pid)
{
    struct asked *a = &asked[i];
    if (a->is_under_way && !uci_load_acquire(&a->call.done))
        return;
    a->is_under_way = true;
    a->call = (struct uci_am_call){.take = take, .to = a};
    uci_am_request(&a->call, rank, UCI_AM_LOOK, &pid, sizeof pid, NULL, 0);
}

static int answer_of(unsigned i)
{
    return uci_load_acquire(&asked[i].call.done) ? asked[i].seen : -1;
}

/* --- Beats --- */

static bool listens; /* there are several nodes, and UCILK_SILENCE is not 0 */

static void send(unsigned to, const struct uci_beat *beat)
{
    uci_am_send(to, UCI_AM_BEAT, NULL, 0, beat, sizeof *beat);
}

static void hear(unsigned from, uint64_t token, const char *bytes, size_t size)
{
    (void)token;
    uci_heartbeat_hear(from, bytes, size);
}

static void end_near(void)
{
    for (unsigned i = uci_near_first; i < uci_near_first + uci_n_near; i++)
        if (i != uci_id)
            syscall(SYS_kill, uci_load_relaxed(&uci_peer(i)->pid), SIGKILL);
}

static const struct uci_heartbeat_ways by_messages = {send, end_near, ask,
                                                      answer_of};

/* --- The mate --- */

static const char *own_host;
static unsigned mate;
static int mate_process = -1;      /* pidfd */
static long last_look, mate_ended; /* its end was noticed then; or 0 */

static void look_at_mate(void)
{
    long now = (long)(uci_nanoseconds() / 1000000);
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
                mate, own_host, (int)uci_load_relaxed(&uci_peer(mate)->pid));
    uci_heartbeat_end_all();
}

static void beat(void)
{
    if (mate_process >= 0)
        look_at_mate();
    if (listens)
        uci_heartbeat_beat();
}

void uci_mate_start(const char *host, const unsigned witnesses[UCI_WITNESSES])
{
    uci_am_handle(UCI_AM_BEAT, hear);
    uci_am_handle(UCI_AM_LOOK, answer);
    uci_heartbeat_start(host, witnesses, &by_messages);
    own_host = host;
    listens = uci_options.silence != 0 && uci_n_near < uci_world->n_workers;
    if (uci_n_near > 1) {
        mate = uci_near_first +
               (uci_id - uci_near_first + uci_n_near - 1) % uci_n_near;
        mate_process = (int)syscall(SYS_pidfd_open,
                                    uci_load_relaxed(&uci_peer(mate)->pid), 0);
    }
    if (listens || mate_process >= 0)
        uci_assistant_beat = beat;
}
