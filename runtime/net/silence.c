/*
 * A rank that is not heard of may be stopped, or hang, or its host is gone.
 * Whoever sees its process in /proc can tell: this rank, or others there, which
 * are asked.  If they do not answer either, it is the host or the network.
 */
#define _GNU_SOURCE
#include "net/silence.h"

#include "net/transport.h"
#include "base/atomics.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PATIENCE = 2000 }; /* ms for their answers */

enum seen { STOPPED, WAITS, LIVES, ENDED, NOT_ANSWERED, NOT_ASKED, NEVER };

static uint64_t machine; /* this rank's */
static const struct uci_silence_ways *ways;

/* What that rank has told, once; `has_told' says so. */
static struct uci_beat told;
static _Atomic uint32_t has_told;

static unsigned n_asked; /* of its witnesses; none if there is no way */
static long began;       /* to find out; or 0 */

int uci_silence_look(int pid)
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
        return describe((enum seen)uci_silence_look(told.pid),
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
    n_asked =
        told.n_witnesses < UCI_WITNESSES ? told.n_witnesses : UCI_WITNESSES;
    /* Release: with the acquires in uci_silence_explain and _host. */
    uci_store_release(&has_told, 1);
}

const char *uci_silence_host(void)
{
    return uci_load_acquire(&has_told) ? told.host : "unknown";
}

void uci_silence_start(struct uci_beat *own, const char *host, uint64_t sum,
                       const unsigned *witnesses,
                       const struct uci_silence_ways *library)
{
    machine = sum;
    ways = library;
    memset(own, 0, sizeof *own);
    strncpy(own->host, host, sizeof own->host - 1);
    own->machine = machine;
    own->pid = (int32_t)syscall(SYS_getpid);
    for (unsigned i = 0; witnesses && i < UCI_WITNESSES; i++)
        if (witnesses[i] != uci_transport->rank)
            own->witnesses[own->n_witnesses++] = witnesses[i];
}
