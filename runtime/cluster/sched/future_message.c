/*
 * Gets and fulfilments of entries of other nodes by one message each, where
 * words of other nodes are changed by message (N2).  Rule N15 in
 * docs/protocols/remote.md.
 *
 *     worker                                    owner's process
 *     GET: entry, tag, which bytes  ---->   is it done?
 *     keeps, or copies the bytes    <----   the bytes; it counts this get,
 *     further gets: copies                  unless the result is to be kept
 *     COUNT: so many gets           ---->   counts them
 *     ASK: a get that will follow   ---->   the whole result, not counted
 *
 * A small result whose entry has more consumers comes whole.  The worker keeps
 * it for its next gets of the entry, and owes the owner the count of all of
 * them.  Until it has paid the entry cannot be freed, so what it keeps is the
 * result; when it pays it forgets it.  No entry waits for a result that was
 * only asked for: that is good for a short time.
 */
#include "sched/future.h"

#include "base/message.h"
#include "base/ticks.h"
#include "cluster/far/am.h"
#include "cluster/sched/far_messages.h"
#include "sched/heap.h"
#include "sched/words.h"
#include "sched/strand_views.h"

#include <stdlib.h>

enum {
    KEEP_BYTES = 4096, /* the largest result that is kept */
    N_LINES = 128,     /* so many are kept at most */
    N_ASKS = 32,       /* so many are asked for at most */
    /* The largest result that is asked for.  Nobody may be there for the answer
     * when the program ends: it must need nothing of its receiver. */
    ASK_BYTES = 3072,
    /* N15: nanoseconds in which an entry's generation does not come round. */
    FRESH = 5000000,
};
static_assert(FRESH / 10 < 1 << UCI_FUTURE_GENERATION_BITS,
              "an entry is used for a future and freed in 10 ns or more");

struct get {
    struct uci_future *entry;
    uint64_t tag, offset, size;
    uint64_t is_whole; /* the result has that size */
    uint64_t is_asked; /* not got yet: nothing is counted or taken */
};

enum verdict {
    REFUSED, /* no such future, or no such bytes of its result */
    WAITING, /* it is not done */
    COUNTED, /* the bytes that were asked for follow */
    OWED     /* the whole result follows, or is in `block' */
};

struct answer {
    uint64_t verdict;
    uint64_t left; /* if OWED: the consumers left, with this one */
    uint64_t size; /* of the result */
    uci_ref block; /* if OWED: of another node than the owner's; or 0 */
    uci_ref views; /* F9: the task's, for the first get */
};

struct count {
    struct uci_future *entry;
    uint64_t tag, n;
    const char *place; /* of the last of these gets */
};

struct fulfilment {
    struct uci_future *entry;
    uci_ref block; /* or 0: the result follows */
    uci_ref views;
};

/* True if a result is to be kept. */
static bool is_small(uint64_t left, uint64_t size)
{
    return left > 1 && size <= KEEP_BYTES;
}

/* --- In the owner's process --- */

static bool is_good(const struct uci_future *f, uint64_t life, uint64_t tag,
                    uint64_t n)
{
    return uci_future_tag(f->task, life) == tag &&
           uci_future_consumers(life) >= n;
}

/* F2: counts n gets, whose bytes are copied.  The last one frees the entry as
 * another worker of this node would (N10). */
static void count_down(struct uci_future *f, uint64_t n)
{
    bool has_block = f->task->result_size > UCI_FUTURE_INLINE;
    uci_ref block = has_block ? f->block : 0;
    /* Release, acquire: as in uci_future_count_down. */
    uint64_t life = uci_fetch_add_acqrel(&f->life, -n);
    if ((uint32_t)life != n)
        return;
    if (has_block)
        uci_heap_free_by_message(block);
    uci_self.counters.am_futures_freed++;
    uci_fetch_add_acqrel(&uci_self.futures_returned, 1);
    /* Release: as in uci_future_free. */
    uci_store_release(&f->life, uci_future_next_generation(life) << 32 |
                                    UCI_FUTURE_FREED);
}

static enum verdict judge(const struct get *get, uint64_t life)
{
    const struct uci_future *f = get->entry;
    if (!is_good(f, life, get->tag, 1))
        return REFUSED;
    /* Acquire: the result; with the exchange in uci_future_fulfil. */
    if (uci_load_acquire(&f->state) != UCI_FUTURE_DONE)
        return WAITING;
    uint64_t size = f->task->result_size;
    if (get->offset > size || get->size > size - get->offset ||
        (get->is_whole && get->size != size))
        return REFUSED;
    if (size > UCI_FUTURE_INLINE && !uci_is_near(uci_ref_rank(f->block)))
        return OWED;
    return is_small(uci_future_consumers(life), size) ? OWED : COUNTED;
}

/*
 * The result of an entry that is asked for, or null.  No get stays uncounted
 * until this is answered: the task that asked may have gone to another worker
 * and got it there.  The entry may be freed and used again meanwhile.  Then
 * nobody gets what is sent; so here it must only be safe to read.
 */
static const char *find_asked(const struct get *get, uint64_t life)
{
    const struct uci_future *f = get->entry;
    const struct ucilk_abi_task *task = uci_future_tag_task(get->tag);
    /* Acquire: the result; with the exchange in uci_future_fulfil. */
    if (!is_good(f, life, get->tag, 1) || task->result_size > ASK_BYTES ||
        uci_load_acquire(&f->state) != UCI_FUTURE_DONE)
        return NULL;
    if (!(task->flags & UCILK_ABI_TASK_PROMISE) && uci_load_relaxed(&f->views))
        return NULL; /* F9: they are the first get's */
    if (task->result_size <= UCI_FUTURE_INLINE)
        return f->result;
    uci_ref block = f->block;
    uci_fence_acquire(); /* `life' is read behind it */
    if (!is_good(f, uci_load_relaxed(&f->life), get->tag, 1) ||
        !uci_is_near(uci_ref_rank(block)))
        return NULL;
    return uci_ref_pointer(block);
}

static void answer_ask(unsigned from, uint64_t token, const struct get *get)
{
    uint64_t life = uci_load_acquire(&get->entry->life);
    const char *result = find_asked(get, life);
    struct answer answer = {.verdict = WAITING};
    if (result) {
        answer.verdict = OWED;
        answer.left = uci_future_consumers(life);
        answer.size = uci_future_tag_task(get->tag)->result_size;
    }
    uci_am_reply(from, token, &answer, sizeof answer, result, answer.size);
}

static void handle_get(unsigned from, uint64_t token, const char *bytes,
                       size_t size)
{
    struct get get;
    UCI_CHECK_OP(size, ==, sizeof get);
    memcpy(&get, bytes, sizeof get);
    if (get.is_asked) {
        answer_ask(from, token, &get);
        return;
    }
    struct uci_future *f = get.entry;
    uint64_t life = uci_load_acquire(&f->life);
    struct answer answer = {.verdict = judge(&get, life)};
    if (answer.verdict == REFUSED || answer.verdict == WAITING) {
        uci_am_reply(from, token, &answer, sizeof answer, NULL, 0);
        return;
    }
    answer.left = uci_future_consumers(life);
    if (!(f->task->flags & UCILK_ABI_TASK_PROMISE))
        answer.views = uci_exchange_seqcst(&f->views, 0);
    answer.size = f->task->result_size;
    const char *result = f->result;
    if (answer.size > UCI_FUTURE_INLINE) {
        result = uci_ref_pointer(f->block);
        if (!uci_is_near(uci_ref_rank(f->block)))
            answer.block = f->block;
    }
    if (answer.verdict == COUNTED)
        uci_am_reply(from, token, &answer, sizeof answer, result + get.offset,
                     get.size);
    else
        uci_am_reply(from, token, &answer, sizeof answer, result,
                     answer.block ? 0 : answer.size);
    /* Sent is copied. */
    if (answer.verdict == COUNTED)
        count_down(f, 1);
}

static void handle_count(unsigned from, uint64_t token, const char *bytes,
                         size_t size)
{
    struct count count;
    (void)from, (void)token;
    UCI_CHECK_OP(size, ==, sizeof count);
    memcpy(&count, bytes, sizeof count);
    if (!is_good(count.entry, uci_load_acquire(&count.entry->life), count.tag,
                 count.n))
        uci_future_refuse(uci_future_tag_task(count.tag), "get", count.place);
    count_down(count.entry, count.n);
}

static void handle_fulfilment(unsigned from, uint64_t token, const char *bytes,
                              size_t size)
{
    struct fulfilment fulfilment;
    UCI_CHECK_OP(size, >=, sizeof fulfilment);
    memcpy(&fulfilment, bytes, sizeof fulfilment);
    struct uci_future *f = fulfilment.entry;
    if (fulfilment.block)
        f->block = fulfilment.block;
    else
        memcpy(f->result, bytes + sizeof fulfilment, size - sizeof fulfilment);
    if (fulfilment.views)
        uci_store_relaxed(&f->views, fulfilment.views);
    uci_ref waiters = uci_future_fulfil(f);
    uci_am_reply(from, token, &waiters, sizeof waiters, NULL, 0);
}

void uci_future_start_messages(void)
{
    uci_am_handle(UCI_AM_FUTURE_GET, handle_get);
    uci_am_handle(UCI_AM_FUTURE_COUNT, handle_count);
    uci_am_handle(UCI_AM_FULFIL, handle_fulfilment);
}

/* --- The fulfiller --- */

static void take_waiters(void *to, const char *bytes, size_t size)
{
    UCI_CHECK_EQ(size, sizeof(uci_ref));
    memcpy(to, bytes, size);
}

uci_ref uci_future_fulfil_by_message(uci_ref ref, uci_ref block,
                                     const void *result, size_t size,
                                     uci_ref views)
{
    struct fulfilment fulfilment = {uci_ref_pointer(ref), block, views};
    uci_ref waiters;
    struct uci_am_call call = {.take = take_waiters, .to = &waiters};
    uci_am_request(&call, uci_ref_rank(ref), UCI_AM_FULFIL, &fulfilment,
                   sizeof fulfilment, result, block ? 0 : size);
    uci_am_wait(&call);
    return waiters;
}

/* --- The worker that gets --- */

/* The result of an entry, that is kept: by the place of the entry. */
static struct line {
    uci_ref ref; /* 0: none is kept here */
    uint64_t tag;
    uint64_t owed, left; /* gets: not counted yet; that there were at first */
    uint64_t size;
    char *bytes;
    const char *place; /* of the last get */
} lines[N_LINES];
static unsigned n_kept;

static struct line *line_of(uci_ref ref)
{
    return &lines[ref / sizeof(struct uci_future) % N_LINES];
}

static void pay(uci_ref ref, uint64_t tag, uint64_t n, const char *place)
{
    struct count count = {uci_ref_pointer(ref), tag, n, place};
    uci_am_send(uci_ref_rank(ref), UCI_AM_FUTURE_COUNT, &count, sizeof count,
                NULL, 0);
}

static void settle(struct line *line)
{
    if (line->owed > 0)
        pay(line->ref, line->tag, line->owed, line->place);
    uci_heap_free(uci_ref_make(uci_id, line->bytes));
    line->ref = 0;
    n_kept--;
}

void uci_future_settle(void)
{
    for (unsigned i = 0; n_kept > 0; i++)
        if (lines[i].ref)
            settle(&lines[i]);
}

/* Takes it from what is kept; false if it is not there. */
static bool take_kept(const struct uci_future_get *get)
{
    struct line *line = line_of(get->ref);
    if (line->ref != get->ref || line->tag != get->tag ||
        get->offset > line->size || get->size > line->size - get->offset ||
        (get->is_whole && get->size != line->size))
        return false;
    uci_tally(future_kept);
    if (get->size > 0) /* otherwise `into' may be null */
        memcpy(get->into, line->bytes + get->offset, get->size);
    line->place = get->place;
    if (++line->owed == line->left)
        settle(line);
    return true;
}

struct landing {
    struct answer answer;
    void *into;
    char whole[KEEP_BYTES];
};

/* Runs in the worker or in the assistant. */
static void take_answer(void *to, const char *bytes, size_t size)
{
    struct landing *landing = to;
    memcpy(&landing->answer, bytes, sizeof landing->answer);
    bytes += sizeof landing->answer;
    size -= sizeof landing->answer;
    if (size > 0) /* otherwise `into' may be null */
        memcpy(landing->answer.verdict == OWED ? landing->whole : landing->into,
               bytes, size);
}

static void keep(const struct uci_future_get *get,
                 const struct landing *landing)
{
    const struct answer *answer = &landing->answer;
    struct line *line = line_of(get->ref);
    if (line->ref)
        settle(line);
    n_kept++;
    *line = (struct line){.ref = get->ref,
                          .tag = get->tag,
                          .left = answer->left,
                          .size = answer->size,
                          .bytes = uci_heap_alloc(answer->size)};
    if (answer->block)
        uci_read(answer->block, 0, line->bytes, answer->size);
    else
        memcpy(line->bytes, landing->whole, answer->size);
}

/* A result that was asked for.  The call is under way until it is done.  There
 * are N_ASKS of them, or none, before the first or without memory. */
static struct ask {
    uci_ref ref; /* 0: it has been taken */
    uint64_t tag, since;
    struct uci_am_call call; /* all 0 before the first */
    struct landing landing;
} *asks;

static struct ask *ask_of(uci_ref ref)
{
    return &asks[ref / sizeof(struct uci_future) % N_ASKS];
}

/* Its answer is here: true if it is a result that may still be got. */
static bool is_good_answer(const struct ask *ask)
{
    return ask->landing.answer.verdict == OWED &&
           uci_nanoseconds() - ask->since <= FRESH;
}

void uci_future_ask(uci_ref ref, uint64_t tag)
{
    if (!asks && !(asks = calloc(N_ASKS, sizeof *asks)))
        return;
    struct ask *ask = ask_of(ref);
    /* Acquire: with the release in am.c: the landing is free. */
    if (line_of(ref)->ref == ref ||
        (ask->call.take && !uci_load_acquire(&ask->call.done)) ||
        (ask->ref == ref && ask->tag == tag && is_good_answer(ask)))
        return;
    struct get question = {
        .entry = uci_ref_pointer(ref), .tag = tag, .is_asked = true};
    ask->ref = ref;
    ask->tag = tag;
    ask->since = uci_nanoseconds();
    ask->call.take = take_answer;
    ask->call.to = &ask->landing;
    uci_am_request(&ask->call, uci_ref_rank(ref), UCI_AM_FUTURE_GET, &question,
                   sizeof question, NULL, 0);
}

/* Takes it from what was asked for, which is kept from now on: this get is not
 * counted, so the entry, whose result this is, stays until it is. */
static bool take_asked(const struct uci_future_get *get)
{
    if (!asks)
        return false;
    struct ask *ask = ask_of(get->ref);
    if (ask->ref != get->ref || ask->tag != get->tag)
        return false;
    ask->ref = 0;
    uci_am_wait(&ask->call);
    if (!is_good_answer(ask))
        return false;
    uci_tally(future_asked);
    keep(get, &ask->landing);
    return take_kept(get);
}

enum uci_future_got uci_future_get_by_message(const struct uci_future_get *get)
{
    static struct landing landing;
    if (take_kept(get) || take_asked(get))
        return UCI_FUTURE_GOT;
    struct get question = {uci_ref_pointer(get->ref),
                           get->tag,
                           get->offset,
                           get->size,
                           get->is_whole,
                           false};
    struct uci_am_call call = {.take = take_answer, .to = &landing};
    landing.into = get->into;
    uci_am_request(&call, uci_ref_rank(get->ref), UCI_AM_FUTURE_GET, &question,
                   sizeof question, NULL, 0);
    uci_am_wait(&call);
    struct answer answer = landing.answer;
    if (answer.verdict == REFUSED)
        return UCI_FUTURE_REFUSED;
    if (answer.verdict == WAITING)
        return UCI_FUTURE_WAITING;
    if (answer.verdict == OWED && is_small(answer.left, answer.size)) {
        keep(get, &landing);
        take_kept(get);
    } else if (answer.verdict == OWED) {
        uci_read(answer.block, get->offset, get->into, get->size);
        pay(get->ref, get->tag, 1, get->place);
    }
    if (answer.views)
        uci_views_append(answer.views);
    return UCI_FUTURE_GOT;
}
