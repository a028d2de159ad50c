/* The choice of strategies.  See strategy.h; the strategies are those of
 * Akiyama & Taura, JIP 24(3), 6.2. */
#include "cluster/far/strategy.h"

#include "base/message.h"
#include "base/options.h"
#include "cluster/far/far.h"

#include <string.h>
#include <unistd.h>

enum atomics { AUTO, NATIVE, LOOPBACK, ASSIST, AM };

static const char *const names[] = {"auto", "native", "loopback", "assist",
                                    "am"};

static enum atomics wanted(void)
{
    unsigned i = 0;
    while (strcmp(names[i], uci_options.atomics) != 0)
        i++;
    return (enum atomics)i;
}

static bool wants_steals(const char *how)
{
    return strcmp(uci_options.steal, how) == 0;
}

/* Where the self-test decides, operations that do not progress are not used. */
static bool is_tested(void)
{
    return wanted() == AUTO || wants_steals("auto");
}

enum uci_net_rma uci_strategy_wants_rma(void)
{
    if (wanted() == NATIVE || wanted() == LOOPBACK)
        return UCI_RMA_ALWAYS;
    return is_tested()               ? UCI_RMA_IF_PROGRESS
           : wants_steals("message") ? UCI_RMA_NEVER
                                     : UCI_RMA_ALWAYS;
}

/* On one node the network changes words only if the user wants that. */
bool uci_strategy_needs_rma(void)
{
    return uci_n_near < uci_transport->size || wanted() == NATIVE ||
           wanted() == LOOPBACK;
}

/* Sets what far.h declares. */
static void use(enum atomics atomics, bool access_by_message,
                bool steals_by_message)
{
    uci_atomics_by_message = atomics == ASSIST || atomics == AM;
    uci_words_by_net = atomics == LOOPBACK;
    uci_polls_at_spawn = atomics == AM;
    uci_access_by_message = access_by_message;
    uci_steals_by_message = steals_by_message;
}

static void report(enum atomics atomics, const char *why)
{
    if (!uci_options.verbose || uci_transport->rank != 0)
        return;
    uci_message("network: %s (%s); atomics %s, gets and puts %s, steals %s: "
                "because %s",
                uci_transport->name, uci_transport->about, names[atomics],
                uci_access_by_message ? "by message" : "by the network",
                uci_steals_by_message ? "by message" : "onesided", why);
}

/* The user asks for `native', which gives wrong results where the network's
 * atomics are not atomic with the CPUs'.  The self-test may not see that in
 * software, where the moment is short. */
static void check_native(const struct uci_verdict *verdict)
{
    bool in_software = !verdict->progresses;
    bool is_wrong =
        verdict->is_torn || (in_software && !uci_transport->has_cpu_atomics);
    if (uci_transport->rank != 0) {
        while (is_wrong) // NOLINT(bugprone-infinite-loop): rank 0 ends all
            pause();
    } else if (is_wrong) {
        uci_fatal("UCILK_ATOMICS=native, but the atomics of %s are not atomic "
                  "with the CPUs': %s; use auto, loopback, assist or am",
                  uci_transport->about,
                  verdict->is_torn
                      ? "in the self-test both drew the same ticket"
                      : "they are done in software here, since they do not "
                        "progress while their target computes");
    } else if (!verdict->is_atomic && !in_software) {
        uci_message("UCILK_ATOMICS=native, but the self-test could not show "
                    "that the atomics of %s are atomic with the CPUs': both "
                    "drew too few tickets in turn; if they are not, results "
                    "are wrong",
                    uci_transport->about);
    }
}

void uci_strategy_choose(void)
{
    enum atomics atomics = wanted();
    bool has_rma = uci_transport->has_rma && uci_strategy_wants_rma();
    bool has_far = uci_n_near < uci_transport->size;
    if ((atomics == NATIVE || atomics == LOOPBACK) && !has_rma)
        uci_fatal("UCILK_ATOMICS=%s, but %s has no one-sided operations here; "
                  "use auto, assist or am",
                  names[atomics], uci_transport->about);
    bool is_free = is_tested();
    struct uci_verdict verdict = {false, false, false};
    if (has_rma && has_far && (is_free || atomics == NATIVE))
        verdict = uci_selftest(atomics == NATIVE);
    if (has_rma && has_far && atomics == NATIVE)
        check_native(&verdict);
    const char *why =
        !is_free   ? "the options say so"
        : !has_far ? "all ranks are on one node"
        : !has_rma
            ? "the network has no one-sided operations here that progress "
              "while their target computes"
        : !verdict.progresses
            ? "one-sided operations do not progress while their target computes"
        : verdict.is_atomic
            ? "one-sided operations progress while their target computes, and "
              "are atomic with the CPUs'"
            : "one-sided operations progress while their target computes, but "
              "are not known to be atomic with the CPUs'";
    bool is_slow = !verdict.progresses;
    if (atomics == AUTO)
        atomics = is_slow ? ASSIST : verdict.is_atomic ? NATIVE : LOOPBACK;
    bool by_message = atomics == ASSIST || atomics == AM || is_slow;
    /* The user wants one-sided atomics, so gets and puts are one-sided, too. */
    bool is_mixed = wanted() == NATIVE || wanted() == LOOPBACK;
    use(atomics, !has_rma || (is_free && is_slow && !is_mixed),
        wants_steals("message") || (wants_steals("auto") && by_message));
    report(atomics, why);
}
