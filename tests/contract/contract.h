/*
 * Tests of the contract of transports (runtime/net/transport.h) alone:
 * nothing of the scheduler is in these programs.
 *
 *     contract nic RANKS TEST                forks its ranks itself
 *     mpirun ... contract PLUG-IN - TEST     a plug-in, by its file
 *     contract                               lists the tests
 *
 * Every rank runs the test; the first rank that finds a fault ends all ranks
 * with status 1 and a message.  The tests of one-sided operations are run by
 * far.c, too: over its own memory, after what it has there itself.
 */
#pragma once

#include "net/transport.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct uci_transport *net;

/* Registered memory of rank r, the same address in all; this rank's is
 * mapped. */
enum { STRIDE = 64 << 20 };
#define FIRST ((char *)0x300000000000)
extern size_t own_size;
static inline char *part(unsigned rank)
{
    return FIRST + (size_t)rank * STRIDE + own_size;
}

void fail(const char *file, int line, const char *condition, const char *format,
          ...) __attribute__((noreturn, format(printf, 4, 5)));
#define CHECK(condition, ...)                                                  \
    do {                                                                       \
        if (!(condition))                                                      \
            fail(__FILE__, __LINE__, #condition, " " __VA_ARGS__);             \
    } while (0)

/* All ranks are here; messages are not received meanwhile. */
void meet(void);

/* Gives all ranks the `size' bytes of each. */
void share(const void *mine, void *all, size_t size);

/* Handles messages until this is true; sleeps by `wait'. */
void receive_until(bool (*is_over)(void), uci_net_receiver *receiver);

/* A receiver of messages of which there are none. */
uci_net_receiver ignore;

/* Bytes that say their place: of a seed. */
void fill(void *bytes, size_t size, uint64_t seed);
/* Where they differ from that, or size. */
size_t differs(const void *bytes, size_t size, uint64_t seed);

double seconds(void);

struct test {
    const char *name;
    void (*run)(void);
    bool needs_rma;
    bool extends;  /* a quarter of the memory is registered at first */
    bool is_apart; /* not in the list: ends otherwise than well */
    bool is_raw;   /* of transports alone; over far memory it takes too long, or
                    * cannot do it */
};
/* A test, and members of its struct. */
#define TEST(function, ...)                                                    \
    static void function(void);                                                \
    __attribute__((constructor)) static void list_##function(void)             \
    {                                                                          \
        list_test(                                                             \
            (struct test){.name = #function, .run = function, __VA_ARGS__});   \
    }                                                                          \
    static void function(void)
void list_test(struct test test);
/* The test of this name; without a name prints all names. */
const struct test *find_test(const char *name);

/* `nic' with so many ranks, or a plug-in, by its file. */
const struct uci_transport *open_net(const char *name, unsigned ranks,
                                     enum uci_net_rma rma);
/* Maps this rank's part. */
void map_part(void);
