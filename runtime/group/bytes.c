/* Groups and results as bytes.  See group.h. */
#include "group/group.h"

#include "base/message.h"
#include "one_machine/chunk.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* The program's first byte, and the first behind it; the linker knows them. */
extern const char __executable_start[], _end[];

struct wire_group {
    uint64_t size; /* of all */
    uint64_t owner, task, blobs, entry;
    uint64_t home; /* on the owner */
};

static size_t rounded(size_t size)
{
    return uci_round_up(size, 8);
}

static _Noreturn void no_memory(size_t size)
{
    uci_fatal("no memory for %zu bytes of groups that are sent", size);
}

/* Large blocks are written from end to end: with huge pages in a hundredth of
 * the page faults. */
static void want_huge_pages(void *block, size_t size)
{
    enum { LARGE = 4 << 20 };
    uintptr_t first = uci_round_up((uintptr_t)block, UCI_PAGE);
    if (size >= LARGE)
        madvise((void *)first, (uintptr_t)block + size - first, MADV_HUGEPAGE);
}

static void *memory(size_t size)
{
    void *p = malloc(size ? size : 1);
    if (!p)
        no_memory(size);
    want_huge_pages(p, size);
    return p;
}

void uci_bytes_add(struct uci_bytes *b, const void *bytes, size_t size)
{
    size_t whole = rounded(size);
    if (size > PTRDIFF_MAX / 4 || b->size > PTRDIFF_MAX / 4)
        no_memory(size); /* before the sums below overflow */
    if (b->room - b->size < whole) {
        size_t room = 2 * b->room + whole + 256;
        char *at = realloc(b->at, room);
        if (!at)
            no_memory(room);
        want_huge_pages(at, room);
        b->at = at;
        b->room = room;
    }
    if (size)
        memcpy(b->at + b->size, bytes, size);
    memset(b->at + b->size + size, 0, whole - size);
    b->size += whole;
}

bool uci_wire_knows(const struct ucilk_abi_task *task)
{
    return (const char *)task >= __executable_start &&
           (const char *)task < _end;
}

uint64_t uci_wire_place(const void *constant)
{
    return (uint64_t)((const char *)constant - __executable_start);
}

static const void *at_place(uint64_t place)
{
    return __executable_start + place;
}

/* --- Blobs --- */

/* Blob i of args, or of a result whose blobs are numbered from n_in on. */
static struct ucilk_bytes *blob(void *in, const struct ucilk_abi_blobs *blobs,
                                unsigned i)
{
    unsigned offset = blobs->at[i];
    return offset == UCILK_ABI_NO_BLOB
               ? NULL
               : (struct ucilk_bytes *)((char *)in + offset);
}

static void add_blobs(struct uci_bytes *b, void *in,
                      const struct ucilk_abi_blobs *blobs, unsigned first,
                      unsigned n)
{
    for (unsigned i = first; i < first + n; i++) {
        const struct ucilk_bytes *one = blob(in, blobs, i);
        if (!one)
            continue;
        uint64_t size = one->at ? one->size : 0;
        uci_bytes_add(b, &size, sizeof size);
        if (size)
            uci_bytes_add(b, one->at, size);
    }
}

/* Takes blobs from `bytes' into blocks of malloc's. */
static void take_blobs(const char *bytes, void *in,
                       const struct ucilk_abi_blobs *blobs, unsigned first,
                       unsigned n)
{
    for (unsigned i = first; i < first + n; i++) {
        struct ucilk_bytes *one = blob(in, blobs, i);
        if (!one)
            continue;
        uint64_t size;
        memcpy(&size, bytes, sizeof size);
        bytes += sizeof size;
        if (one->at) {
            one->at = memory(size);
            memcpy(one->at, bytes, size);
        }
        bytes += rounded(size);
    }
}

/* Main's own stack has no upper end that is known: what is a little above its
 * caller's frame is taken for a part of it.  Another thread's ends below what
 * pthread_self() refers to; a block of malloc's may lie right above that. */
enum { NEAR = 64 << 10 };

static bool is_on_system_stack(uintptr_t at, uintptr_t here)
{
    uintptr_t end = (uintptr_t)pthread_self();
    return at >= here && at - here < NEAR && (end < here || at < end);
}

void uci_wire_check(const void *args, const struct ucilk_abi_task *task,
                    const struct ucilk_abi_blobs *blobs)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    for (unsigned i = 0; i < blobs->n_in; i++) {
        const struct ucilk_bytes *one = blob((void *)args, blobs, i);
        if (!one || !one->at)
            continue;
        uintptr_t at = (uintptr_t)one->at;
        if (uci_chunk_of(at) ||
            (!uci_chunk_of(here) && is_on_system_stack(at, here)))
            uci_fatal("%s:%d: the group of `%s' is given bytes that lie on a "
                      "stack: take them from malloc, since its caller may "
                      "return before it",
                      task->file, task->line, task->name);
    }
}

void uci_wire_copy_blobs(struct uci_group *g)
{
    for (unsigned i = 0; i < g->blobs->n_in; i++) {
        struct ucilk_bytes *one = blob(uci_group_args(g), g->blobs, i);
        if (!one || !one->at)
            continue;
        const void *from = one->at;
        one->at = memory(one->size);
        memcpy(one->at, from, one->size);
    }
    g->has_copies = true;
}

/* The task has read args and left them as they were. */
void uci_wire_free_blobs(struct uci_group *g)
{
    for (unsigned i = 0; i < g->blobs->n_in; i++) {
        struct ucilk_bytes *one = blob(uci_group_args(g), g->blobs, i);
        if (one)
            free(one->at);
    }
    g->has_copies = false;
}

/* --- Groups --- */

void uci_wire_add_group(struct uci_bytes *b, struct uci_group *g)
{
    size_t begin = b->size;
    struct wire_group head = {0,
                              g->owner,
                              uci_wire_place(g->made_as),
                              uci_wire_place(g->blobs),
                              g->entry,
                              g->home_there};
    uci_bytes_add(b, &head, sizeof head);
    uci_bytes_add(b, uci_group_args(g), g->task.args_size);
    add_blobs(b, uci_group_args(g), g->blobs, 0, g->blobs->n_in);
    head.size = b->size - begin;
    memcpy(b->at + begin, &head, sizeof head);
    if (g->has_copies)
        uci_wire_free_blobs(g);
}

size_t uci_wire_size(const char *bytes)
{
    struct wire_group head;
    memcpy(&head, bytes, sizeof head);
    return head.size;
}

struct uci_group *uci_wire_group(const char *bytes)
{
    struct wire_group head;
    memcpy(&head, bytes, sizeof head);
    struct uci_group *g =
        uci_group_new(at_place(head.task), at_place(head.blobs));
    g->owner = (unsigned)head.owner;
    g->entry = head.entry;
    g->home_there = (unsigned)head.home;
    g->home =
        g->owner == uci_node.rank ? g->home_there : uci_world->groups_home - 1;
    bytes += sizeof head;
    memcpy(uci_group_args(g), bytes, g->task.args_size);
    take_blobs(bytes + rounded(g->task.args_size), uci_group_args(g), g->blobs,
               0, g->blobs->n_in);
    g->has_copies = g->blobs->n_in > 0;
    return g;
}

/* --- Results --- */

static bool lies_in(const struct ucilk_bytes *one,
                    const struct ucilk_bytes *other)
{
    return other && other->at && one->at >= other->at &&
           (char *)one->at <
               (char *)other->at + (other->size ? other->size : 1);
}

/* G4: a result refers to bytes of its own: each of its blobs is freed. */
static void check_result(struct uci_group *g, void *result,
                         const struct ucilk_bytes *one)
{
    const struct ucilk_abi_blobs *blobs = g->blobs;
    for (unsigned i = 0; i < blobs->n_in; i++)
        if (lies_in(one, blob(uci_group_args(g), blobs, i)))
            uci_fatal("%s:%d: the group of `%s' returns bytes that are its "
                      "arguments': return a copy of them, from malloc",
                      g->task.file, g->task.line, g->task.name);
    for (unsigned i = 0; i < blobs->n_out; i++) {
        const struct ucilk_bytes *other = blob(result, blobs, blobs->n_in + i);
        if (other != one && lies_in(one, other))
            uci_fatal("%s:%d: the group of `%s' returns the same bytes twice: "
                      "return blocks of their own, from malloc",
                      g->task.file, g->task.line, g->task.name);
    }
}

void uci_wire_add_result(struct uci_bytes *b, struct uci_group *g,
                         const void *result)
{
    const struct ucilk_abi_blobs *blobs = g->blobs;
    unsigned first = blobs->n_in, end = first + blobs->n_out;
    void *in = (void *)result;
    uci_bytes_add(b, result, g->task.result_size);
    for (unsigned i = first; i < end; i++) {
        struct ucilk_bytes *one = blob(in, blobs, i);
        if (one && one->at)
            check_result(g, in, one);
    }
    add_blobs(b, in, blobs, first, blobs->n_out);
    for (unsigned i = first; i < end; i++) {
        struct ucilk_bytes *one = blob(in, blobs, i);
        if (one)
            free(one->at);
    }
}

void uci_wire_take_result(char *bytes, const struct ucilk_abi_task *task,
                          uint64_t place)
{
    const struct ucilk_abi_blobs *blobs = at_place(place);
    take_blobs(bytes + rounded(task->result_size), bytes, blobs, blobs->n_in,
               blobs->n_out);
}
