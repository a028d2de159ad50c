/*
 * Messages of the simulated network.
 *
 * The messages from one rank to another are a stream of bytes through a ring:
 * {size, due}, then the message.  Bytes that find no room wait in the sender's
 * memory (`held'); its later calls push them on, so that no send waits for a
 * receiver.  A message is handed over when it is whole and due.
 */
#define _GNU_SOURCE
#include "net/nic/wire.h"

#include "base/lock.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

struct frame {
    uint64_t size, due;
};

/* Bytes [begin, end) of a buffer that grows. */
struct buffer {
    char *bytes;
    size_t begin, end, room;
};

static _Atomic uint32_t lock; /* for `held' and the tails of streams */
static struct buffer held[UCI_NIC_RANKS];
static _Atomic uint32_t n_held; /* buffers that are not empty */

/* What has come of the next message of each rank, with its frame; and its time,
 * 0 while it is not whole. */
static struct buffer inbox[UCI_NIC_RANKS];
static _Atomic uint64_t inbox_due[UCI_NIC_RANKS];
static unsigned next_from; /* the rank to look at next */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Makes room for so many bytes more. */
static void make_room(struct buffer *b, size_t more)
{
    if (b->begin == b->end)
        b->begin = b->end = 0;
    if (b->room - b->end >= more)
        return;
    size_t room = b->room ? b->room : 64 << 10;
    while (room - b->end < more)
        room *= 2;
    void *p = b->bytes ? mremap(b->bytes, b->room, room, MREMAP_MAYMOVE)
                       : mmap(NULL, room, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        uci_nic.host->fatal("no memory for %zu bytes of messages: %s", room,
                            strerror(errno));
    b->bytes = p;
    b->room = room;
}

/* Writes as much to a stream as finds room; returns how much. */
static size_t write_some(struct uci_nic_stream *s, const char *bytes,
                         size_t size)
{
    uint64_t tail = uci_load_relaxed(&s->tail);
    /* Acquire: the reader has read the bytes that are overwritten; with its
     * store of head in read_some. */
    size_t n = least(size, UCI_NIC_MAIL - (tail - uci_load_seqcst(&s->head)));
    size_t at = tail % UCI_NIC_MAIL, first = least(n, UCI_NIC_MAIL - at);
    memcpy(s->bytes + at, bytes, first);
    memcpy(s->bytes, bytes + first, n - first);
    uci_store_release(&s->tail, tail + n); /* with the acquire in read_some */
    return n;
}

static size_t read_some(struct uci_nic_stream *s, char *bytes, size_t size)
{
    uint64_t head = uci_load_relaxed(&s->head);
    size_t n = least(size, uci_load_acquire(&s->tail) - head);
    if (n == 0)
        return 0;
    size_t at = head % UCI_NIC_MAIL, first = least(n, UCI_NIC_MAIL - at);
    memcpy(bytes, s->bytes + at, first);
    memcpy(bytes + first, s->bytes, n - first);
    /* Sequentially consistent: the head, then wants_room; with push_held. */
    uci_store_seqcst(&s->head, head + n);
    return n;
}

/* Sends as much of what is held for `to' as finds room; under the lock. */
static bool push_held(unsigned to)
{
    struct buffer *b = &held[to];
    struct uci_nic_stream *s = &uci_nic_pair(uci_nic.id, to)->mail;
    if (b->begin == b->end)
        return false;
    size_t n = write_some(s, b->bytes + b->begin, b->end - b->begin);
    b->begin += n;
    if (b->begin < b->end) {
        /* Sequentially consistent: wants_room, then the head.  The reader sees
         * wants_room after it has made room, or we see the room. */
        uci_store_seqcst(&s->wants_room, 1);
        size_t more = write_some(s, b->bytes + b->begin, b->end - b->begin);
        b->begin += more;
        n += more;
    }
    if (b->begin == b->end)
        uci_store_relaxed(&n_held, uci_load_relaxed(&n_held) - 1);
    return n > 0;
}

static void send_bytes(unsigned to, const void *bytes, size_t size)
{
    struct buffer *b = &held[to];
    size_t n = 0;
    if (b->begin == b->end)
        n = write_some(&uci_nic_pair(uci_nic.id, to)->mail, bytes, size);
    if (n == size)
        return;
    make_room(b, size - n);
    if (b->begin == b->end)
        uci_store_relaxed(&n_held, uci_load_relaxed(&n_held) + 1);
    memcpy(b->bytes + b->end, (const char *)bytes + n, size - n);
    b->end += size - n;
}

void uci_nic_send(unsigned to, const void *head, size_t head_size,
                  const void *body, size_t body_size)
{
    struct frame frame = {head_size + body_size,
                          uci_nanoseconds() + uci_nic.delay};
    uci_spin_lock(&lock);
    send_bytes(to, &frame, sizeof frame);
    send_bytes(to, head, head_size);
    send_bytes(to, body, body_size);
    push_held(to);
    uci_spin_unlock(&lock);
    uci_bell_ring(&uci_nic.places[to].mail);
}

bool uci_nic_push_all(void)
{
    if (uci_load_relaxed(&n_held) == 0)
        return false;
    uci_spin_lock(&lock);
    for (unsigned to = 0; to < uci_nic.size; to++)
        if (push_held(to))
            uci_bell_ring(&uci_nic.places[to].mail);
    uci_spin_unlock(&lock);
    return uci_load_relaxed(&n_held) != 0;
}

/* Reads what has come of the next message of a rank; true if it is whole. */
static bool take_in(unsigned from)
{
    struct uci_nic_stream *s = &uci_nic_pair(from, uci_nic.id)->mail;
    struct buffer *b = &inbox[from];
    struct frame frame = {0, 0};
    size_t taken = 0, wanted, n;
    do {
        wanted = sizeof frame;
        if (b->end >= sizeof frame) {
            memcpy(&frame, b->bytes, sizeof frame);
            wanted += frame.size;
        }
        if (b->end == wanted)
            break;
        make_room(b, wanted - b->end);
        taken += n = read_some(s, b->bytes + b->end, wanted - b->end);
        b->end += n;
    } while (n > 0);
    if (taken > 0 && uci_load_seqcst(&s->wants_room) &&
        uci_exchange_seqcst(&s->wants_room, 0))
        uci_bell_ring(&uci_nic.places[from].mail);
    if (b->end < sizeof frame || b->end < wanted)
        return false;
    uci_store_relaxed(&inbox_due[from], frame.due);
    return true;
}

bool uci_nic_receive(uci_net_receiver *receiver)
{
    uci_nic_push_all();
    for (unsigned i = 0; i < uci_nic.size; i++) {
        unsigned from = next_from;
        next_from = (next_from + 1) % uci_nic.size;
        struct buffer *b = &inbox[from];
        if (uci_load_relaxed(&inbox_due[from]) == 0 && !take_in(from))
            continue;
        if (uci_nic.delay &&
            uci_load_relaxed(&inbox_due[from]) > uci_nanoseconds())
            continue;
        receiver(from, b->bytes + sizeof(struct frame),
                 b->end - sizeof(struct frame));
        b->begin = b->end = 0;
        uci_store_relaxed(&inbox_due[from], 0);
        return true;
    }
    return false;
}

bool uci_nic_wait(unsigned microseconds)
{
    struct uci_bell *bell = &uci_nic.places[uci_nic.id].mail;
    uint32_t seen = uci_bell_seen(bell);
    uint64_t now = uci_nanoseconds(), until = now + microseconds * 1000ul;
    for (unsigned from = 0; from < uci_nic.size; from++) {
        struct uci_nic_stream *s = &uci_nic_pair(from, uci_nic.id)->mail;
        uint64_t due = uci_load_relaxed(&inbox_due[from]);
        if (due == 0 &&
            uci_load_acquire(&s->tail) != uci_load_relaxed(&s->head))
            return true;
        if (due != 0 && due < until)
            until = due;
    }
    if (until > now)
        uci_bell_sleep(bell, seen, until - now);
    return true;
}
