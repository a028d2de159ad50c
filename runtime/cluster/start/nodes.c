/* Numbers the ranks and joins those of a node.  See nodes.h. */
#define _GNU_SOURCE
#include "cluster/start/nodes.h"

#include "net/checksum.h"
#include "cluster/mem/pages.h"
#include "net/transport.h"
#include "cluster/start/start.h"
#include "base/message.h"
#include "base/options.h"
#include "sched/deque.h"
#include "sched/thread.h"
#include "sched/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* --- Numbers --- */

/* A rank, while they are sorted; or a node's first one, with all of them. */
struct row {
    uint64_t key;
    unsigned rank;
    unsigned begin, n; /* of a node: its rows */
};

static int compare_rows(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static void *table(unsigned n, size_t size)
{
    void *rows = calloc(n, size);
    if (!rows)
        uci_fatal("no memory for a table of %u ranks", n);
    return rows;
}

/* Finds the nodes in sorted rows, and sorts them by their first ranks. */
static unsigned find_nodes(const struct row *rows, unsigned n, unsigned most,
                           struct row *nodes)
{
    unsigned n_nodes = 0;
    for (unsigned i = 0, k; i < n; i = k) {
        for (k = i; k < n && rows[k].key == rows[i].key &&
                    (most == 0 || k - i < most);)
            k++;
        nodes[n_nodes++] = (struct row){rows[i].rank, rows[i].rank, i, k - i};
    }
    qsort(nodes, n_nodes, sizeof *nodes, compare_rows);
    return n_nodes;
}

/* Finds the witnesses of those in sorted rows, whose numbers are known: the
 * next ones of the same key, around. */
static void find_witnesses(const struct row *rows, unsigned n,
                           struct uci_place *places)
{
    for (unsigned begin = 0, end; begin < n; begin = end) {
        for (end = begin; end < n && rows[end].key == rows[begin].key;)
            end++;
        for (unsigned i = begin; i < end; i++) {
            unsigned next = i;
            for (unsigned k = 0; k < UCI_WITNESSES; k++) {
                if (k == 0 || next != i)
                    next = next + 1 < end ? next + 1 : begin;
                places[rows[i].rank].witnesses[k] = places[rows[next].rank].id;
            }
        }
    }
}

void uci_nodes_number(const uint64_t *node, unsigned n, unsigned most,
                      struct uci_place *places)
{
    struct row *rows = table(n, sizeof *rows), *nodes = table(n, sizeof *nodes);
    for (unsigned i = 0; i < n; i++)
        rows[i] = (struct row){.key = node[i], .rank = i};
    qsort(rows, n, sizeof *rows, compare_rows);
    unsigned n_nodes = find_nodes(rows, n, most, nodes), id = 0;
    unsigned last_first = n - nodes[n_nodes - 1].n;
    for (unsigned k = 0; k < n_nodes; k++) {
        struct uci_place place = {
            .first = id,
            .n_near = nodes[k].n,
            .leader = nodes[k].rank,
            .nodes = {k, n_nodes, nodes[0].n, last_first}};
        for (unsigned i = 0; i < place.n_near; i++) {
            place.id = id++;
            places[rows[nodes[k].begin + i].rank] = place;
        }
    }
    find_witnesses(rows, n, places);
    free(rows);
    free(nodes);
}

/* --- Telling --- */

/* What a rank tells rank 0, and what it is told. */
struct told {
    uint64_t node; /* equal if the processes see each other in /proc */
    pid_t pid;
    int memory; /* descriptor of a file, which is the node's in its first rank
                 */
};
struct answer {
    struct uci_place place;
    bool is_renumbered; /* some rank's number is not the launcher's */
    struct told leader;
};

/* In rank 0. */
static void answer_all(const struct told *told, struct answer *answers)
{
    unsigned n = uci_transport->size, most = (unsigned)uci_options.node_size;
    if (most == 0 && strcmp(uci_transport->name, "nic") == 0)
        most = 1;
    uint64_t *nodes = table(n, sizeof *nodes);
    struct uci_place *places = table(n, sizeof *places);
    for (unsigned i = 0; i < n; i++)
        nodes[i] = told[i].node;
    uci_nodes_number(nodes, n, most, places);
    bool is_renumbered = false;
    for (unsigned i = 0; i < n; i++)
        is_renumbered |= places[i].id != i;
    for (unsigned i = 0; i < n; i++)
        answers[i] =
            (struct answer){places[i], is_renumbered, told[places[i].leader]};
    free(nodes);
    free(places);
}

static struct answer ask(const struct told *own)
{
    struct told *told = NULL;
    struct answer *answers = NULL, answer;
    if (uci_transport->rank == 0) {
        told = table(uci_transport->size, sizeof *told);
        answers = table(uci_transport->size, sizeof *answers);
    }
    uci_transport->gather(own, told, sizeof *own);
    if (uci_transport->rank == 0)
        answer_all(told, answers);
    uci_transport->scatter(answers, &answer, sizeof answer);
    free(told);
    free(answers);
    return answer;
}

/* --- Memory --- */

static _Noreturn void refuse_memory(size_t size)
{
    uci_fatal("cannot make the memory that the ranks of a node share (%zu "
              "bytes, of which only what is touched is used): %s; raise "
              "RLIMIT_FSIZE (ulimit -f), or lower UCILK_STACK_SIZE or "
              "UCILK_EVAC_SIZE",
              size, strerror(errno));
}

static int open_memory(const struct answer *a, const char *host)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)a->leader.pid,
             a->leader.memory);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        uci_fatal("rank %u cannot open the memory of rank %u on its node, host "
                  "%s (%s): %s; run all ranks as one user, or set "
                  "UCILK_NODE_SIZE=1, which makes each a node of its own",
                  a->place.id, a->place.first, host, path, strerror(errno));
    return fd;
}

/* Notes in the world that the node shares what this rank's CPUs and kernel can
 * do. */
static void note_self(bool has_barrier)
{
    union {
        cpu_set_t set;
        uint64_t words[UCI_CPU_WORDS];
    } cpus;
    CPU_ZERO(&cpus.set);
    sched_getaffinity(0, sizeof cpus.set, &cpus.set);
    for (unsigned i = 0; i < UCI_CPU_WORDS; i++)
        atomic_fetch_or_explicit(&uci_world->cpus[i], cpus.words[i],
                                 memory_order_relaxed);
    if (!has_barrier)
        uci_world->has_barrier = false;
}

/* Each rank of the node finds, and writes, the same. */
static void take_notes(void)
{
    unsigned long n = 0;
    for (unsigned i = 0; i < UCI_CPU_WORDS; i++)
        n += (unsigned long)__builtin_popcountl(
            uci_load_relaxed(&uci_world->cpus[i]));
    uci_world->n_cpus = n;
    if (!uci_world->has_barrier)
        uci_running_limit = 0; /* D3: pops of the slow path fence */
}

void uci_nodes_join(const char *host, bool has_barrier,
                    unsigned witnesses[UCI_WITNESSES])
{
    int memory = uci_pages_file("ucilk-node", 0);
    if (memory < 0)
        refuse_memory(0);
    struct told own = {uci_machine_sum(host), (pid_t)syscall(SYS_getpid),
                       memory};
    struct answer a = ask(&own);
    const struct uci_place *place = &a.place;
    bool is_first = place->id == place->first;
    uci_nodes = place->nodes;
    memcpy(witnesses, place->witnesses, sizeof place->witnesses);
    if (a.is_renumbered)
        uci_transport->renumber(place->id);
    size_t size = uci_world_node_size(place->n_near);
    if (is_first && !uci_pages_resize(memory, size))
        refuse_memory(size);
    if (is_first)
        uci_world_join(uci_transport->size, place->id, place->first,
                       place->n_near, memory);
    /* The file has its size, and the world is written. */
    uci_transport->least(0);
    if (!is_first) {
        close(memory);
        memory = open_memory(&a, host);
        uci_world_join(uci_transport->size, place->id, place->first,
                       place->n_near, memory);
    }
    uci_deque_start(&uci_self);
    uci_start_self();
    note_self(has_barrier);
    /* All of the node have opened the file, and written their blocks. */
    uci_transport->least(0);
    close(memory);
    take_notes();
}
