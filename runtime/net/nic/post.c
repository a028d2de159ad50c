/*
 * One-sided operations of the simulated network, in the rank that asks: it
 * posts orders to the card of the rank whose memory it is, and collects the
 * answers.
 *
 * Both threads of a rank share its orders.  A flush also collects the other
 * thread's, and waits for those that were posted before it.
 */
#define _GNU_SOURCE
#include "net/nic/wire.h"

#include "base/lock.h"

#include <string.h>

/* The state of this rank's orders, under `lock'. */
static _Atomic uint32_t lock;
static struct {
    unsigned to;
    uint64_t serial; /* 0 if the order is free */
    void *into;      /* where a get puts the bytes */
    bool is_kept;    /* a thread waits for the answer, and frees the order */
} asked[UCI_NIC_ORDERS];
static uint64_t last_serial;
static unsigned next_order; /* where find_free looked last */

static struct uci_nic_place *own_place(void)
{
    return &uci_nic.places[uci_nic.id];
}

/* If the order is done, takes its answer and frees it. */
static void collect(unsigned i)
{
    struct uci_nic_order *order = &own_place()->orders[i];
    if (asked[i].serial == 0 || asked[i].is_kept ||
        !uci_load_acquire(&order->done))
        return;
    if (asked[i].into)
        memcpy(asked[i].into, order->bytes, order->size);
    asked[i].serial = 0;
}

/* Sleeps until an order of this rank is done that `seen' does not count; gives
 * up the lock meanwhile. */
static void sleep_for_one(uint32_t seen)
{
    uci_spin_unlock(&lock);
    uci_bell_sleep(&own_place()->done, seen, 1000000000);
    uci_spin_lock(&lock);
}

static unsigned find_free(void)
{
    for (;;) {
        uint32_t seen = uci_bell_seen(&own_place()->done);
        for (unsigned n = 0; n < UCI_NIC_ORDERS; n++) {
            unsigned i = next_order = (next_order + 1) % UCI_NIC_ORDERS;
            collect(i);
            if (asked[i].serial == 0)
                return i;
        }
        sleep_for_one(seen);
    }
}

/* Tells the card that a flush waits for all that was posted to `to'. */
static void hurry(unsigned to)
{
    struct uci_nic_posts *posts = &uci_nic_pair(uci_nic.id, to)->posts;
    uint32_t tail = uci_load_relaxed(&posts->tail);
    if (uci_load_relaxed(&posts->hurried) == tail)
        return;
    uci_store_release(&posts->hurried, tail);
    uci_bell_ring(&uci_nic.places[to].card);
}

/* Takes a free order, to be filled in and posted; under the lock. */
static struct uci_nic_order *take_order(unsigned to, enum uci_nic_kind kind,
                                        uintptr_t at, size_t size)
{
    uintptr_t start = (uintptr_t)uci_nic.first + to * uci_nic.stride;
    size_t n = to < uci_nic.size
                   ? uci_load_acquire(&uci_nic.places[to].registered)
                   : 0;
    if (at < start || size > n || at - start > n - size)
        uci_nic.host->fatal("internal error: %zu bytes at %#lx are not memory "
                            "that worker %u has registered; please report it",
                            size, at, to);
    unsigned i = find_free();
    asked[i].to = to;
    asked[i].serial = ++last_serial;
    asked[i].into = NULL;
    asked[i].is_kept = false;
    struct uci_nic_order *order = &own_place()->orders[i];
    order->kind = kind;
    order->at = at;
    order->size = (uint32_t)size;
    uci_store_relaxed(&order->done, 0);
    return order;
}

static unsigned index_of(const struct uci_nic_order *order)
{
    return (unsigned)(order - own_place()->orders);
}

static void post(struct uci_nic_order *order)
{
    unsigned i = index_of(order), to = asked[i].to;
    struct uci_nic_posts *posts = &uci_nic_pair(uci_nic.id, to)->posts;
    uint32_t tail = uci_load_relaxed(&posts->tail);
    order->posted = uci_nanoseconds();
    posts->orders[tail % UCI_NIC_ORDERS] = (uint8_t)i;
    uci_store_release(&posts->tail, tail + 1); /* with the card's acquire */
    uci_bell_ring(&uci_nic.places[to].card);
}

static size_t piece(size_t size, size_t done)
{
    return size - done < UCI_NIC_PIECE ? size - done : UCI_NIC_PIECE;
}

void uci_nic_get(unsigned to, void *into, uintptr_t at, size_t size)
{
    for (size_t done = 0, n; done < size; done += n) {
        n = piece(size, done);
        uci_spin_lock(&lock);
        struct uci_nic_order *order = take_order(to, UCI_NIC_GET, at + done, n);
        asked[index_of(order)].into = (char *)into + done;
        post(order);
        uci_spin_unlock(&lock);
    }
}

void uci_nic_put(unsigned to, uintptr_t at, const void *bytes, size_t size)
{
    for (size_t done = 0, n; done < size; done += n) {
        n = piece(size, done);
        uci_spin_lock(&lock);
        struct uci_nic_order *order = take_order(to, UCI_NIC_PUT, at + done, n);
        memcpy(order->bytes, (const char *)bytes + done, n);
        post(order);
        uci_spin_unlock(&lock);
    }
}

/* True if an order to `to' up to this serial number is still under way. */
static bool is_under_way(unsigned to, uint64_t serial)
{
    bool is = false;
    for (unsigned i = 0; i < UCI_NIC_ORDERS; i++) {
        if (asked[i].to != to || asked[i].serial == 0 ||
            asked[i].serial > serial || asked[i].is_kept)
            continue;
        collect(i);
        is |= asked[i].serial != 0;
    }
    return is;
}

void uci_nic_flush(unsigned to)
{
    uci_spin_lock(&lock);
    hurry(to);
    uint64_t serial = last_serial;
    for (;;) {
        uint32_t seen = uci_bell_seen(&own_place()->done);
        if (!is_under_way(to, serial))
            break;
        sleep_for_one(seen);
    }
    uci_spin_unlock(&lock);
}

static uint64_t ask(struct uci_nic_order *order)
{
    unsigned i = index_of(order);
    asked[i].is_kept = true;
    post(order);
    for (;;) {
        uint32_t seen = uci_bell_seen(&own_place()->done);
        if (uci_load_acquire(&order->done))
            break;
        sleep_for_one(seen);
    }
    asked[i].serial = 0;
    return order->value;
}

static struct uci_nic_order *take_word(unsigned to, enum uci_nic_kind kind,
                                       enum uci_net_op op, uintptr_t at,
                                       uint64_t value)
{
    if (at % 8)
        uci_nic.host->fatal("internal error: atomic at %#lx; please report it",
                            at);
    struct uci_nic_order *order = take_order(to, kind, at, 8);
    order->op = op;
    order->value = value;
    return order;
}

uint64_t uci_nic_fetch_op(unsigned to, enum uci_net_op op, uintptr_t at,
                          uint64_t value)
{
    uci_spin_lock(&lock);
    uint64_t old = ask(take_word(to, UCI_NIC_FETCH_OP, op, at, value));
    uci_spin_unlock(&lock);
    return old;
}

uint64_t uci_nic_compare_swap(unsigned to, uintptr_t at, uint64_t expected,
                              uint64_t desired)
{
    uci_spin_lock(&lock);
    struct uci_nic_order *order =
        take_word(to, UCI_NIC_SWAP, UCI_NET_REPLACE, at, desired);
    order->expected = expected;
    uint64_t old = ask(order);
    uci_spin_unlock(&lock);
    return old;
}

void uci_nic_op(unsigned to, enum uci_net_op op, uintptr_t at, uint64_t value)
{
    uci_spin_lock(&lock);
    post(take_word(to, UCI_NIC_OP, op, at, value));
    uci_spin_unlock(&lock);
}
