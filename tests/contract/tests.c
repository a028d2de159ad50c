/* What contract.c and far.c share: the list of tests, and the start of a
 * transport. See contract.h. */
#define _GNU_SOURCE
#include "contract.h"

#include "base/message.h"
#include "net/nic/wire.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

const struct uci_transport *net;

static struct test tests[40];
static size_t n_tests;

void list_test(struct test test)
{
    CHECK(n_tests < sizeof tests / sizeof *tests);
    tests[n_tests++] = test;
}

const struct test *find_test(const char *name)
{
    for (struct test *t = tests; t < tests + n_tests; t++) {
        if (!name && !t->is_apart && !(t->is_raw && own_size))
            puts(t->name);
        else if (name && strcmp(t->name, name) == 0)
            return t;
    }
    return NULL;
}

void fail(const char *file, int line, const char *condition, const char *format,
          ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "FAIL rank %u %s:%d: not %s:%s\n", net ? net->rank : 0,
            file, line, condition, text);
    if (net)
        net->abort(1);
    _exit(1);
}

void share(const void *mine, void *all, size_t size)
{
    meet(); /* while a rank gathers, it may not answer */
    net->gather(mine, all, size);
    net->broadcast(all, size * net->size);
}

void ignore(unsigned from, const void *bytes, size_t size)
{
    (void)from, (void)bytes, (void)size;
}

void receive_until(bool (*is_over)(void), uci_net_receiver *receiver)
{
    while (!is_over())
        if (!net->receive(receiver))
            net->wait(20);
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15;
    return x ^ x >> 29;
}

void fill(void *bytes, size_t size, uint64_t seed)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] =
            (unsigned char)(mix(seed + i / 8) >> i % 8 * 8);
}

size_t differs(const void *bytes, size_t size, uint64_t seed)
{
    for (size_t i = 0; i < size; i++)
        if (((const unsigned char *)bytes)[i] !=
            (unsigned char)(mix(seed + i / 8) >> i % 8 * 8))
            return i;
    return size;
}

double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void set(const char *name, const char *value)
{
    setenv(name, value, 0);
}

static const struct uci_transport *open_plugin(const char *file,
                                               const struct uci_net_host *host)
{
    void *plugin = dlopen(file, RTLD_NOW);
    CHECK(plugin, "%s", dlerror());
    uci_net_open *open_it;
    *(void **)&open_it = dlsym(plugin, UCI_NET_OPEN);
    CHECK(open_it, "%s has no %s", file, UCI_NET_OPEN);
    return open_it(host);
}

const struct uci_transport *open_net(const char *name, unsigned ranks,
                                     enum uci_net_rma rma)
{
    static struct uci_net_host host = {.fatal = uci_fatal,
                                       .message = uci_message,
                                       .drain = uci_message_drain,
                                       .set = set};
    host.rma = rma;
    const struct uci_transport *opened = strcmp(name, "nic") == 0
                                             ? uci_nic_open(&host, ranks)
                                             : open_plugin(name, &host);
    CHECK(opened, "%s does not open", name);
    return opened;
}

void map_part(void)
{
    char *at = part(net->rank) - own_size;
    char *p =
        mmap(at, STRIDE, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0);
    CHECK(p == at, "no memory at %p", (void *)at);
}
