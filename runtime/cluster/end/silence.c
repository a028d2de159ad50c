/*
 * A rank that is not heard of may be stopped, or hang, or its host is gone.
 * Whoever sees its process in /proc can tell: this rank, or others there, which
 * are asked.  If they do not answer either, it is the host or the network.
 */
#include "cluster/end/silence.h"

#include "cluster/net/am.h"
#include "common/base/atomics.h"
#include "common/base/message.h"
#include "words/worker.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE = 2000 }; /* ms for their answers */

enum seen { STOPPED, WAITS, LIVES, ENDED, NOT_ANSWERED, NOT_ASKED, NEVER };

static uint64_t machine; /* this rank's */

/* What that rank has told, once; `has_told' says so. */
static struct uci_beat told;
static _Atomic uint32_t has_told;

/* Those that are asked, and what they see.  A call that is not answered stays
 * under way for ever. */
static struct asked {
    struct uci_am_call call;
    unsigned rank;
    bool is_under_way;
    char seen;
} asked[UCI_WITNESSES];
static unsigned n_asked;
static long began; /* to find out; or 0 */

static enum seen look(int pid)
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

static void answer(unsigned from, uint64_t token, const char *bytes,
                   size_t size)
{
    int32_t pid;
    UCI_CHECK_OP(size, ==, sizeof pid);
    memcpy(&pid, bytes, sizeof pid);
    char seen = (char)look(pid);
    uci_am_reply(from, token, &seen, 1, NULL, 0);
}

static void take(void *to, const char *bytes, size_t size)
{
    (void)size;
    ((struct asked *)to)->seen = *bytes;
}

static void ask(struct asked *a)
{
    if (a->is_under_way && !uci_load_acquire(&a->call.done))
        return;
    a->is_under_way = true;
    a->call = (struct uci_am_call){.take = take, .to = a};
    uci_am_request(&a->call, a->rank, UCI_AM_LOOK, &told.pid, sizeof told.pid,
                   NULL, 0);
}

/* A format, for the process and the rank that sees it. */
static const char *format_of(enum seen seen)
{
    switch (seen) {
    case STOPPED:
        return "process %d is stopped, by SIGSTOP or a debugger, as rank %u "
               "sees on its host";
    case WAITS:
        return "process %d waits for a disk or a file system, as rank %u sees "
               "on its host";
    case LIVES:
        return "process %d lives, but hangs or gets no CPU, as rank %u sees on "
               "its host";
    case ENDED:
        return "process %d has ended, as rank %u sees on its host";
    case NEVER:
        return "it has never been heard of";
    case NOT_ANSWERED:
        return "no other rank of that host answers either, so the host or the "
               "network between them is down";
    default:
        return "the host or the network between them is down, or process %d is "
               "stopped, which no other rank can see";
    }
}

static const char *describe(enum seen seen, unsigned by,
                            char text[UCI_SILENCE_TEXT])
{
    snprintf(text, UCI_SILENCE_TEXT, format_of(seen), told.pid, by);
    return text;
}

const char *uci_silence_explain(long now, char text[UCI_SILENCE_TEXT])
{
    /* Acquire: what it has told; with the release in uci_silence_hear. */
    if (!uci_load_acquire(&has_told))
        return describe(NEVER, 0, text);
    if (told.machine == machine)
        return describe(look(told.pid), uci_id, text);
    if (!began) {
        began = now;
        for (unsigned i = 0; i < n_asked; i++)
            ask(&asked[i]);
    }
    for (unsigned i = 0; i < n_asked; i++)
        if (uci_load_acquire(&asked[i].call.done))
            return describe((enum seen)asked[i].seen, asked[i].rank, text);
    if (n_asked && now - began < PATIENCE)
        return NULL;
    return describe(n_asked ? NOT_ANSWERED : NOT_ASKED, 0, text);
}

void uci_silence_end(void)
{
    began = 0;
}

void uci_silence_hear(const struct uci_beat *beat)
{
    if (uci_load_relaxed(&has_told))
        return;
    told = *beat;
    told.host[sizeof told.host - 1] = '\0';
    for (n_asked = 0; n_asked < told.n_witnesses && n_asked < UCI_WITNESSES;
         n_asked++)
        asked[n_asked].rank = told.witnesses[n_asked];
    /* Release: with the acquires in uci_silence_explain and _host. */
    uci_store_release(&has_told, 1);
}

const char *uci_silence_host(void)
{
    return uci_load_acquire(&has_told) ? told.host : "unknown";
}

void uci_silence_start(struct uci_beat *own, const char *host, uint64_t sum,
                       const unsigned witnesses[UCI_WITNESSES])
{
    machine = sum;
    uci_am_handle(UCI_AM_LOOK, answer);
    memset(own, 0, sizeof *own);
    strncpy(own->host, host, sizeof own->host - 1);
    own->machine = machine;
    own->pid = (int32_t)uci_load_relaxed(&uci_self.pid);
    for (unsigned i = 0; i < UCI_WITNESSES; i++)
        if (witnesses[i] != uci_id)
            own->witnesses[own->n_witnesses++] = witnesses[i];
}
