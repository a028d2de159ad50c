/* Memory of other ranks by message.  See far_message.h. */
#include "cluster/far/far_message.h"

#include "base/atomics.h"
#include "base/message.h"
#include "cluster/far/am.h"
#include "sched/worker.h"

#include <stdlib.h>
#include <string.h>

struct place {
    uintptr_t at;
    size_t size;
};

struct change {
    uintptr_t at;
    uint64_t op, value;
};

struct swap {
    uintptr_t at;
    uint64_t expected, desired;
};

/* --- In the owner's process --- */

/* Gets of at most so many bytes may be of words that change meanwhile: they are
 * read word by word. */
enum { SMALL = 512 };

/* The bytes [at, at + size), checked to be this rank's. */
static void *own_memory(unsigned from, uintptr_t at, size_t size)
{
    uintptr_t first = (uintptr_t)uci_peer(uci_id);
    if (at < first || size > uci_peer_stride ||
        at - first > uci_peer_stride - size)
        uci_fatal("rank %u asks rank %u for %zu bytes at %#lx, which are not "
                  "its own: an error in ucilk, please report it",
                  from, uci_id, size, at);
    return (void *)at;
}

/* Read and write aligned words of 8 bytes whole, as the contract of a transport
 * says. */
static void read_words(void *into, const void *at, size_t size)
{
    if (((uintptr_t)at | size) % 8) {
        memcpy(into, at, size);
        return;
    }
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word =
            uci_load_acquire((_Atomic uint64_t *)((const char *)at + i));
        memcpy((char *)into + i, &word, sizeof word);
    }
}

static void write_words(void *at, const void *bytes, size_t size)
{
    if (((uintptr_t)at | size) % 8) {
        memcpy(at, bytes, size);
        return;
    }
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word;
        memcpy(&word, (const char *)bytes + i, sizeof word);
        uci_store_release((_Atomic uint64_t *)((char *)at + i), word);
    }
}

static void handle_get(unsigned from, uint64_t token, const char *bytes,
                       size_t size)
{
    (void)size;
    struct place place;
    memcpy(&place, bytes, sizeof place);
    void *at = own_memory(from, place.at, place.size);
    char words[SMALL];
    if (place.size <= sizeof words) {
        read_words(words, at, place.size);
        at = words;
    }
    uci_am_reply(from, token, NULL, 0, at, place.size);
}

static void handle_put(unsigned from, uint64_t token, const char *bytes,
                       size_t size)
{
    (void)token;
    uintptr_t at;
    memcpy(&at, bytes, sizeof at);
    size -= sizeof at;
    write_words(own_memory(from, at, size), bytes + sizeof at, size);
}

static void handle_op(unsigned from, uint64_t token, const char *bytes,
                      size_t size)
{
    (void)size;
    struct change change;
    memcpy(&change, bytes, sizeof change);
    _Atomic uint64_t *word = own_memory(from, change.at, sizeof *word);
    UCI_CHECK_OP(change.op, <, UCI_NET_N_OPS);
    uint64_t old =
        uci_net_apply(word, (enum uci_net_op)change.op, change.value);
    if (token)
        uci_am_reply(from, token, &old, sizeof old, NULL, 0);
}

static void handle_compare_swap(unsigned from, uint64_t token,
                                const char *bytes, size_t size)
{
    (void)size;
    struct swap swap;
    memcpy(&swap, bytes, sizeof swap);
    _Atomic uint64_t *word = own_memory(from, swap.at, sizeof *word);
    uci_cas_seqcst(word, &swap.expected, swap.desired);
    uci_am_reply(from, token, &swap.expected, sizeof swap.expected, NULL, 0);
}

/* Messages of one sender come in order, so all that it has sent before has been
 * handled. */
static void handle_flush(unsigned from, uint64_t token, const char *bytes,
                         size_t size)
{
    (void)bytes, (void)size;
    uci_am_reply(from, token, NULL, 0, NULL, 0);
}

/* For each rank a bit: an operation was posted and no later request to the rank
 * has been answered, which would show that the operation is done. */
static uint64_t *posted;

static bool is_posted(unsigned to)
{
    return posted[to / 64] >> to % 64 & 1;
}

static void note_posted(unsigned to)
{
    posted[to / 64] |= 1ul << to % 64;
}

static void note_answered(unsigned to)
{
    posted[to / 64] &= ~(1ul << to % 64);
}

void uci_far_message_handle(void)
{
    UCI_CHECK_OP(uci_transport->size, <=, UCI_NET_RANKS);
    posted = calloc(uci_transport->size / 64 + 1, sizeof *posted);
    if (!posted)
        uci_fatal("no memory for %u ranks", uci_transport->size);
    uci_am_handle(UCI_AM_GET, handle_get);
    uci_am_handle(UCI_AM_PUT, handle_put);
    uci_am_handle(UCI_AM_OP, handle_op);
    uci_am_handle(UCI_AM_COMPARE_SWAP, handle_compare_swap);
    uci_am_handle(UCI_AM_FLUSH, handle_flush);
}

/* --- In the process that asks --- */

/* The gets that are not answered yet.  A flush waits for all of them, whichever
 * rank they go to. */
enum { N_GETS = 8 };
static struct get {
    struct uci_am_call call;
    void *into;
    size_t size;
} gets[N_GETS];
static unsigned n_gets;

static void take_get(void *to, const char *bytes, size_t size)
{
    struct get *get = to;
    UCI_CHECK_EQ(size, get->size);
    memcpy(get->into, bytes, size);
}

static void wait_for_gets(void)
{
    for (unsigned i = 0; i < n_gets; i++)
        uci_am_wait(&gets[i].call);
    n_gets = 0;
}

void uci_far_message_get(unsigned to, void *into, uintptr_t at, size_t size)
{
    if (n_gets == N_GETS)
        wait_for_gets();
    struct get *get = &gets[n_gets++];
    get->call = (struct uci_am_call){.take = take_get, .to = get};
    get->into = into;
    get->size = size;
    struct place place = {at, size};
    uci_am_request(&get->call, to, UCI_AM_GET, &place, sizeof place, NULL, 0);
    note_answered(to);
}

void uci_far_message_put(unsigned to, uintptr_t at, const void *bytes,
                         size_t size)
{
    uci_am_send(to, UCI_AM_PUT, &at, sizeof at, bytes, size);
    note_posted(to);
}

void uci_far_message_flush(unsigned to)
{
    wait_for_gets();
    if (is_posted(to))
        uci_am_ask(to, UCI_AM_FLUSH, NULL, 0, NULL, 0);
    note_answered(to);
}

static uint64_t ask_for_word(unsigned to, enum uci_am kind, const void *head,
                             size_t head_size)
{
    uint64_t old;
    size_t size = uci_am_ask(to, kind, head, head_size, &old, sizeof old);
    UCI_CHECK_EQ(size, sizeof old);
    note_answered(to);
    return old;
}

uint64_t uci_far_message_fetch_op(unsigned to, enum uci_net_op op, uintptr_t at,
                                  uint64_t value)
{
    struct change change = {at, op, value};
    return ask_for_word(to, UCI_AM_OP, &change, sizeof change);
}

uint64_t uci_far_message_compare_swap(unsigned to, uintptr_t at,
                                      uint64_t expected, uint64_t desired)
{
    struct swap swap = {at, expected, desired};
    return ask_for_word(to, UCI_AM_COMPARE_SWAP, &swap, sizeof swap);
}

void uci_far_message_op(unsigned to, enum uci_net_op op, uintptr_t at,
                        uint64_t value)
{
    struct change change = {at, op, value};
    uci_am_send(to, UCI_AM_OP, &change, sizeof change, NULL, 0);
    note_posted(to);
}
