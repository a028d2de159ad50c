/* Tests of far/strategy.c: what it chooses for given options and given results
 * of the self-test, which these tests make up. */
#define _GNU_SOURCE
#include "unit.h"

#include "base/options.h"
#include "cluster/far/far.h"
#include "cluster/far/strategy.h"

#include <string.h>

/* Stand-ins for parts of the runtime that are not linked. */
const struct uci_transport *uci_transport;
unsigned uci_near_first, uci_n_near;
bool uci_words_by_net, uci_polls_at_spawn;
bool uci_access_by_message, uci_atomics_by_message, uci_steals_by_message;
struct uci_options uci_options;

static struct uci_verdict verdict;
static unsigned n_tests;
static bool atomics_were_needed;

struct uci_verdict uci_selftest(bool needs_atomics)
{
    n_tests++;
    atomics_were_needed = needs_atomics;
    return verdict;
}

/* The properties of the network. */
enum network {
    NO_RMA,      /* no one-sided operations, */
    STALLS,      /* none that progress, */
    SOFTWARE,    /* nor that use the CPU's atomics, */
    TORN,        /* a ticket was drawn twice, */
    SELF_ATOMIC, /* none that are known to be atomic with the CPUs', */
    GOOD,
    ONE_NODE, /* GOOD, and all ranks are on one */
};

/* The expected choice. */
enum {
    ATOMICS_BY_MESSAGE = 1,
    ACCESS_BY_MESSAGE = 2,
    STEALS_BY_MESSAGE = 4,
    MESSAGES = 7, /* all of these */
    WORDS_BY_NET = 8,
    POLLS = 16,
};

static int chosen(void)
{
    return uci_atomics_by_message * ATOMICS_BY_MESSAGE +
           uci_access_by_message * ACCESS_BY_MESSAGE +
           uci_steals_by_message * STEALS_BY_MESSAGE +
           uci_words_by_net * WORDS_BY_NET + uci_polls_at_spawn * POLLS;
}

/* `before' is what all words hold, which it has to set. */
static void choose(const char *atomics, const char *steal, enum network network,
                   bool before)
{
    static struct uci_transport fake = {
        .name = "fake", .about = "Fake 1.0", .size = 4};
    fake.has_cpu_atomics = network != SOFTWARE;
    fake.has_rma = network != NO_RMA;
    uci_transport = &fake;
    uci_n_near = network == ONE_NODE ? 4 : 2;
    uci_options.atomics = atomics;
    uci_options.steal = steal;
    uci_options.verbose = 1;
    verdict.progresses = network >= TORN;
    verdict.is_atomic = network >= GOOD || network <= SOFTWARE;
    verdict.is_torn = network == TORN;
    n_tests = 0;
    uci_words_by_net = uci_polls_at_spawn = before;
    uci_access_by_message = uci_atomics_by_message = before;
    uci_steals_by_message = before;
    uci_strategy_choose();
}

static const struct row {
    const char *atomics, *steal;
    enum network network;
    int wanted;
    const char *name, *because; /* what is said of them */
} rows[] = {
    {"auto", "auto", NO_RMA, MESSAGES, "assist", "has no one-sided operations"},
    {"auto", "auto", ONE_NODE, MESSAGES, "assist", "all ranks are on one node"},
    {"auto", "auto", STALLS, MESSAGES, "assist", "do not progress"},
    {"auto", "auto", SELF_ATOMIC, WORDS_BY_NET, "loopback", "not known to be"},
    {"auto", "auto", TORN, WORDS_BY_NET, "loopback", "not known to be"},
    {"auto", "auto", GOOD, 0, "native", "and are atomic with the CPUs'"},
    /* One of the two is given. */
    {"auto", "onesided", STALLS, ATOMICS_BY_MESSAGE | ACCESS_BY_MESSAGE,
     "assist", "do not progress"},
    {"auto", "onesided", GOOD, 0, "native", "and are atomic with the CPUs'"},
    {"auto", "message", STALLS, MESSAGES, "assist", "do not progress"},
    {"auto", "message", SELF_ATOMIC, WORDS_BY_NET | STEALS_BY_MESSAGE,
     "loopback", "not known to be"},
    {"auto", "message", GOOD, STEALS_BY_MESSAGE, "native", "and are atomic"},
    {"native", "auto", STALLS, STEALS_BY_MESSAGE, "native", "do not progress"},
    {"native", "auto", GOOD, 0, "native", "and are atomic with the CPUs'"},
    {"loopback", "auto", GOOD, WORDS_BY_NET, "loopback", "and are atomic"},
    {"assist", "auto", STALLS, MESSAGES, "assist", "do not progress"},
    {"assist", "auto", GOOD, ATOMICS_BY_MESSAGE | STEALS_BY_MESSAGE, "assist",
     "and are atomic with the CPUs'"},
    {"am", "auto", STALLS, MESSAGES | POLLS, "am", "do not progress"},
    {"am", "auto", GOOD, ATOMICS_BY_MESSAGE | STEALS_BY_MESSAGE | POLLS, "am",
     "and are atomic with the CPUs'"},
    /* Both are. */
    {"native", "onesided", STALLS, 0, "native", "the options say so"},
    {"loopback", "message", STALLS, WORDS_BY_NET | STEALS_BY_MESSAGE,
     "loopback", "the options say so"},
    {"assist", "onesided", GOOD, ATOMICS_BY_MESSAGE, "assist",
     "the options say so"},
    {"assist", "onesided", NO_RMA, ATOMICS_BY_MESSAGE | ACCESS_BY_MESSAGE,
     "assist", "the options say so"},
    {"assist", "message", GOOD, MESSAGES, "assist", "the options say so"},
    {"am", "message", NO_RMA, MESSAGES | POLLS, "am", "the options say so"},
};

static void expect_row(const struct row *r, bool before)
{
    char text[4096], start[256];
    snprintf(start, sizeof start,
             "ucilk: network: fake (Fake 1.0); atomics %s, gets and puts %s, "
             "steals %s: because ",
             r->name,
             r->wanted & ACCESS_BY_MESSAGE ? "by message" : "by the network",
             r->wanted & STEALS_BY_MESSAGE ? "by message" : "onesided");
    unit_catch();
    choose(r->atomics, r->steal, r->network, before);
    unit_caught(text);
    if (chosen() != r->wanted || strncmp(text, start, strlen(start)) != 0 ||
        !strstr(text + strlen(start), r->because))
        fail_msg("UCILK_ATOMICS=%s UCILK_STEAL=%s, network %d: %#x instead of "
                 "%#x, because `%s'; says: %s",
                 r->atomics, r->steal, (int)r->network, chosen(), r->wanted,
                 r->because, text);
    bool is_native = strcmp(r->atomics, "native") == 0;
    bool is_tested =
        r->network != NO_RMA && r->network != ONE_NODE &&
        (is_native || strcmp(r->because, "the options say so") != 0);
    assert_int_equal(n_tests, is_tested);
    assert_true(!is_tested || atomics_were_needed == is_native);
}

TEST(the_options_and_the_network_decide)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        expect_row(&rows[i], false);
        expect_row(&rows[i], true);
    }
}

static int choice(const char *atomics, const char *steal, enum network network)
{
    char text[4096];
    unit_catch();
    choose(atomics, steal, network, false);
    unit_caught(text);
    return chosen();
}

/* Where they are not wanted, the choice is the same with them. */
TEST(one_sided_operations_are_wanted_where_they_are_used)
{
    static const char *const atomics[] = {"auto", "assist", "am"};
    static const char *const steals[] = {"auto", "message", "onesided"};
    const enum uci_net_rma maybe = UCI_RMA_IF_PROGRESS;
    const enum uci_net_rma wanted[3][3] = {
        {maybe, maybe, maybe},
        {maybe, UCI_RMA_NEVER, UCI_RMA_ALWAYS},
        {maybe, UCI_RMA_NEVER, UCI_RMA_ALWAYS},
    };
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            int without = choice(atomics[i], steals[k], NO_RMA);
            int useless = choice(atomics[i], steals[k], STALLS);
            int good = choice(atomics[i], steals[k], GOOD);
            enum uci_net_rma rma = uci_strategy_wants_rma();
            assert_int_equal(rma, wanted[i][k]);
            assert_int_equal(without == useless, rma != UCI_RMA_ALWAYS);
            assert_int_equal(without == good, rma == UCI_RMA_NEVER);
        }
        uci_options.steal = steals[i];
        uci_options.atomics = "native";
        assert_int_equal(uci_strategy_wants_rma(), UCI_RMA_ALWAYS);
        uci_options.atomics = "loopback";
        assert_int_equal(uci_strategy_wants_rma(), UCI_RMA_ALWAYS);
    }
}

TEST(atomics_that_the_network_has_not_are_refused)
{
    unit_expect("native", NULL, 1,
                "UCILK_ATOMICS=native, but Fake 1.0 has no one-sided "
                "operations here; use auto, assist or am");
    unit_expect("loopback", NULL, 1, "UCILK_ATOMICS=loopback, but ");
}

/* `native' against the self-test's verdict. */
TEST(native_needs_atomics_that_are_the_cpus)
{
    char text[4096];
    unit_expect("torn", NULL, 1,
                "UCILK_ATOMICS=native, but the atomics of Fake 1.0 are not "
                "atomic with the CPUs'");
    unit_expect("software", NULL, 1,
                "with the CPUs': they are done in software here");
    unit_catch();
    choose("native", "onesided", SELF_ATOMIC, false);
    unit_caught(text);
    assert_non_null(strstr(text,
                           "UCILK_ATOMICS=native, but the self-test could not "
                           "show that the atomics of Fake 1.0"));
    assert_int_equal(chosen(), 0);
    choose("loopback", "auto", TORN, false);
    assert_int_equal(chosen(), WORDS_BY_NET);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        enum network network = strcmp(argv[1], "torn") == 0       ? TORN
                               : strcmp(argv[1], "software") == 0 ? SOFTWARE
                                                                  : NO_RMA;
        choose(network == NO_RMA ? argv[1] : "native", "auto", network, false);
        return 0;
    }
    return unit_run("strategy", NULL, NULL);
}
