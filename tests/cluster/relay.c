/*
 * relay [-d MILLISECONDS] [-l PERCENT] [-s SEED] INTERFACE...: a switch between
 * Ethernet interfaces of this network namespace, which delays every frame and
 * loses it with the given probability.  It stands in for the bridge of
 * hosts.sh, and for netem, which not every kernel has.
 *
 * A frame goes to the interface from which its destination has been heard, or
 * to all others.  The frames of all interfaces wait in one queue, so they keep
 * their order.  Which frames are lost depends only on the seed and the number
 * of the frame.  At SIGTERM it prints one line about what it did and ends.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_packet.h>
#include <linux/virtio_net.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MAX_PORTS = 17, MAX_HOSTS = 64, FRAME = 65536 + 64 };

/* What is read from and written to a packet socket: a header with the state of
 * the checksum, which the sender may have left to its network card, then the
 * frame. */
struct frame {
    struct virtio_net_hdr offload;
    unsigned char bytes[FRAME];
};

struct waiting {
    struct waiting *next;
    int64_t due; /* ns */
    int from;
    size_t size;
    unsigned char bytes[]; /* of struct frame */
};

static struct pollfd ports[MAX_PORTS];
static int n_ports;
static struct {
    unsigned char address[ETH_ALEN];
    int port;
} heard[MAX_HOSTS];
static int n_heard;
static struct waiting *first, **end = &first;
static int64_t delay;
static uint64_t loss, random_state, n_frames, n_lost, n_refused;
static volatile sig_atomic_t told_to_end;

static void fail(const char *what)
{
    fprintf(stderr, "relay: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void end_soon(int signal)
{
    (void)signal;
    told_to_end = 1;
}

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* splitmix64 */
static uint64_t next_random(void)
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static void open_port(const char *interface)
{
    struct sockaddr_ll address = {.sll_family = AF_PACKET,
                                  .sll_protocol = htons(ETH_P_ALL),
                                  .sll_ifindex = if_nametoindex(interface)};
    struct packet_mreq all = {.mr_ifindex = address.sll_ifindex,
                              .mr_type = PACKET_MR_PROMISC};
    int on = 1, buffer = 32 << 20;
    int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (n_ports == MAX_PORTS)
        errno = E2BIG;
    if (n_ports == MAX_PORTS || fd < 0 || !address.sll_ifindex ||
        setsockopt(fd, SOL_PACKET, PACKET_VNET_HDR, &on, sizeof on) ||
        setsockopt(fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof on) ||
        setsockopt(fd, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &all, sizeof all) ||
        setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &buffer, sizeof buffer) ||
        setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &buffer, sizeof buffer) ||
        bind(fd, (struct sockaddr *)&address, sizeof address))
        fail(interface);
    ports[n_ports++] = (struct pollfd){.fd = fd, .events = POLLIN};
}

/* Returns the port from which a frame with this source address came last, or
 * -1. */
static int port_of(const unsigned char *address)
{
    for (int i = 0; i < n_heard; i++)
        if (!memcmp(heard[i].address, address, ETH_ALEN))
            return heard[i].port;
    return -1;
}

static void hear(const unsigned char *address, int port)
{
    if (port_of(address) >= 0 || n_heard == MAX_HOSTS)
        return;
    memcpy(heard[n_heard].address, address, ETH_ALEN);
    heard[n_heard++].port = port;
}

/* Reads every frame that has arrived at a port. */
static void take(int port)
{
    static struct frame frame;
    for (;;) {
        ssize_t size = recv(ports[port].fd, &frame, sizeof frame, 0);
        if (size < (ssize_t)(sizeof frame.offload + ETH_HLEN))
            return; /* nothing more; or ENETDOWN: the link is down */
        struct ether_header *header = (void *)frame.bytes;
        hear(header->ether_shost, port);
        n_frames++;
        if (next_random() < loss) {
            n_lost++;
            continue;
        }
        struct waiting *w = malloc(sizeof *w + size);
        if (!w)
            fail("memory");
        w->next = NULL;
        w->due = now() + delay;
        w->from = port;
        w->size = size;
        memcpy(w->bytes, &frame, size);
        *end = w;
        end = &w->next;
    }
}

static void pass(const struct waiting *w)
{
    const struct ether_header *header =
        (const void *)(w->bytes + sizeof(struct virtio_net_hdr));
    int to = port_of(header->ether_dhost);
    for (int port = 0; port < n_ports; port++)
        if (port != w->from && (to < 0 || to == port) &&
            send(ports[port].fd, w->bytes, w->size, 0) < 0)
            n_refused++; /* its link is down, or its queue full */
}

static void pass_what_is_due(void)
{
    int64_t time = now();
    while (first && first->due <= time) {
        struct waiting *w = first;
        first = w->next;
        if (!first)
            end = &first;
        pass(w);
        free(w);
    }
}

int main(int argc, char **argv)
{
    int option;
    while ((option = getopt(argc, argv, "d:l:s:")) != -1)
        switch (option) {
        case 'd':
            delay = atof(optarg) * 1e6;
            break;
        case 'l':
            loss = atof(optarg) / 100 * 0x1p64;
            break;
        case 's':
            random_state = strtoull(optarg, NULL, 0);
            break;
        default:
            return 2;
        }
    while (optind < argc)
        open_port(argv[optind++]);
    sigset_t term, none;
    sigemptyset(&none);
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    sigprocmask(SIG_BLOCK, &term, NULL); /* but in ppoll */
    signal(SIGTERM, end_soon);
    prctl(PR_SET_TIMERSLACK, 1ul); /* ns; else each wait takes 50 us more */
    while (!told_to_end) {
        struct timespec wait = {0};
        int64_t left = first ? first->due - now() : 0;
        if (left > 0)
            wait = (struct timespec){left / 1000000000, left % 1000000000};
        ppoll(ports, n_ports, first ? &wait : NULL, &none);
        for (int port = 0; port < n_ports; port++)
            if (ports[port].revents)
                take(port);
        pass_what_is_due();
    }
    fprintf(stderr, "relay: %llu frames, %llu lost, %llu refused\n",
            (unsigned long long)n_frames, (unsigned long long)n_lost,
            (unsigned long long)n_refused);
}
