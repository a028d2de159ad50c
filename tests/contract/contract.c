/* Opens a transport, runs one test on all ranks, and ends.  See contract.h. */
#define _GNU_SOURCE
#include "contract.h"

#include "base/message.h"
#include "base/options.h"
#include "net/nic/nic.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

const struct uci_transport *net;

static void set(const char *name, const char *value)
{
    setenv(name, value, 0);
}

static const struct uci_net_host host = {.fatal = uci_fatal,
                                         .message = uci_message,
                                         .drain = uci_message_drain,
                                         .set = set,
                                         .rma = UCI_RMA_ALWAYS};

void fail(const char *file, int line, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "FAIL rank %u %s:%d: %s\n", net ? net->rank : 0, file, line,
            text);
    if (net)
        net->abort(1);
    _exit(1);
}

void meet(void)
{
    net->least(0);
}

void share(const void *mine, void *all, size_t size)
{
    net->gather(mine, all, size);
    net->broadcast(all, size * net->size);
}

void ignore(unsigned from, const void *bytes, size_t size)
{
    (void)from;
    (void)bytes;
    (void)size;
}

void receive_until(bool (*is_over)(void), uci_net_receiver *receiver)
{
    while (!is_over()) {
        if (net->receive(receiver))
            continue;
        net->wait(20);
    }
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

static const struct uci_transport *open_plugin(const char *file)
{
    void *plugin = dlopen(file, RTLD_NOW);
    CHECK(plugin, "%s", dlerror());
    uci_net_open *open_it;
    *(void **)&open_it = dlsym(plugin, UCI_NET_OPEN);
    CHECK(open_it, "%s has no %s", file, UCI_NET_OPEN);
    return open_it(&host);
}

static void map_part(void)
{
    char *p =
        mmap(part(net->rank), STRIDE, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0);
    CHECK(p == part(net->rank), "no memory at %p", (void *)part(net->rank));
}

/* Returns the test of this name; without a name prints all names. */
static const struct test *find_test(const char *name)
{
    const struct test *const groups[] = {group_tests, message_tests, rma_tests,
                                         atomics_tests, thread_tests};
    for (unsigned i = 0; i < sizeof groups / sizeof *groups; i++)
        for (const struct test *t = groups[i]; t->name; t++) {
            if (!name && !t->is_apart)
                puts(t->name);
            else if (name && strcmp(t->name, name) == 0)
                return t;
        }
    return NULL;
}

int main(int argc, char **argv)
{
    const struct test *test = find_test(argc > 3 ? argv[3] : NULL);
    if (argc < 2)
        return 0;
    CHECK(test, "usage: contract TRANSPORT RANKS TEST; contract lists tests");
    if (!uci_options_read(NULL))
        return 1;
    net = strcmp(argv[1], "nic") == 0
              ? uci_nic_open(&host, (unsigned)atoi(argv[2]))
              : open_plugin(argv[1]);
    CHECK(net, "%s does not open", argv[1]);
    map_part();
    net->attach(FIRST, STRIDE, test->extends ? STRIDE / 4 : STRIDE);
    if (test->needs_rma && !net->has_rma) {
        if (net->rank == 0)
            printf("skip %s: %s has no one-sided operations\n", test->name,
                   net->about);
        net->finish();
        return 0; /* prterun has crashed at another status */
    }
    double start = seconds();
    test->run();
    meet();
    if (net->rank == 0)
        printf("ok %s on %s (%s), %u ranks, %.3f s\n", test->name, net->name,
               net->about, net->size, seconds() - start);
    fflush(stdout);
    net->finish();
    return 0;
}
