/* Tests of the table of options: values, ranges, suffixes, unknown
 * variables. */
#define _GNU_SOURCE
#include "unit.h"

#include "base/cpus.h"
#include "base/message.h"
#include "base/options.h"

#include <stdlib.h>
#include <string.h>

extern char **environ;

static struct uci_options saved;

static int keep(void **state)
{
    (void)state;
    saved = uci_options;
    return 0;
}

static int put_back(void **state)
{
    (void)state;
    uci_options = saved;
    return 0;
}

/* Reads the options with one variable set, and stores the messages in text. */
static bool read_with(const char *name, const char *value, char text[4096])
{
    unit_catch();
    memset(&uci_options, 0, sizeof uci_options);
    setenv(name, value, 1);
    bool good = uci_options_read(environ);
    unsetenv(name);
    unit_caught(text);
    return good;
}

TEST(defaults)
{
    char text[4096];
    assert_true(read_with("NOT_AN_OPTION", "1", text));
    assert_string_equal(text, "");
    assert_int_equal(uci_options.nworkers, uci_cpus_allowed());
    assert_int_equal(uci_options.stack_size, 256ul << 20);
    assert_int_equal(uci_options.evac_size, 16ul << 30);
    assert_false(uci_options.evac_size_given);
    assert_string_equal(uci_options.stats, "");
    assert_string_equal(uci_options.test_steal, "");
    assert_int_equal(uci_options.help, 0);
}

TEST(good_values)
{
    static const struct {
        const char *name, *value;
        unsigned long *field, wanted;
    } rows[] = {
        {"UCILK_NWORKERS", "1", &uci_options.nworkers, 1},
        {"UCILK_NWORKERS", "4096", &uci_options.nworkers, 4096},
        {"UCILK_NWORKERS", "007", &uci_options.nworkers, 7},
        {"CILK_NWORKERS", "5", &uci_options.nworkers, 5},
        {"UCILK_STACK_SIZE", "65536", &uci_options.stack_size, 65536},
        {"UCILK_STACK_SIZE", "64K", &uci_options.stack_size, 64 << 10},
        {"UCILK_STACK_SIZE", "1m", &uci_options.stack_size, 1 << 20},
        {"UCILK_STACK_SIZE", "2G", &uci_options.stack_size, 2ul << 30},
        {"UCILK_STACK_SIZE", "16T", &uci_options.stack_size, 16ul << 40},
        {"UCILK_EVAC_SIZE", "1M", &uci_options.evac_size, 1 << 20},
        {"UCILK_HELP", "1", &uci_options.help, 1},
        {"UCILK_TEST_SEED", "4294967295", &uci_options.test_seed, 4294967295},
        {"UCILK_TEST_TIMEOUT", "86400", &uci_options.test_timeout, 86400},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[4096];
        if (!read_with(rows[i].name, rows[i].value, text) ||
            *rows[i].field != rows[i].wanted || *text)
            fail_msg("%s=%s gives %lu: %s", rows[i].name, rows[i].value,
                     *rows[i].field, text);
    }
    char text[4096];
    assert_true(read_with("UCILK_STATS", "json:x", text));
    assert_string_equal(uci_options.stats, "json:x");
    assert_true(read_with("UCILK_TEST_STEAL", "always", text));
    assert_string_equal(uci_options.test_steal, "always");
    assert_true(read_with("UCILK_TEST_STEAL", "", text));
    assert_true(read_with("UCILK_STATS", "", text));
}

TEST(bad_values_are_named_with_what_is_allowed)
{
    static const char *const rows[][3] = {
        {"UCILK_NWORKERS", "0", "not a whole number from 1 to 4096"},
        {"UCILK_NWORKERS", "4097", "from 1 to 4096"},
        {"UCILK_NWORKERS", "-1", "from 1 to 4096"},
        {"UCILK_NWORKERS", "+1", "from 1 to 4096"},
        {"UCILK_NWORKERS", " 1", "from 1 to 4096"},
        {"UCILK_NWORKERS", "1 ", "from 1 to 4096"},
        {"UCILK_NWORKERS", "1K", "from 1 to 4096"},
        {"UCILK_NWORKERS", "", "from 1 to 4096"},
        {"UCILK_NWORKERS", "0x10", "from 1 to 4096"},
        {"CILK_NWORKERS", "none", "from 1 to 4096"},
        {"UCILK_STACK_SIZE", "65535", "not a size from 64 KiB to 16 TiB"},
        {"UCILK_STACK_SIZE", "17T", "from 64 KiB to 16 TiB"},
        {"UCILK_STACK_SIZE", "16777216T", "from 64 KiB to 16 TiB"},
        {"UCILK_STACK_SIZE", "18446744073709551616", "from 64 KiB"},
        {"UCILK_STACK_SIZE", "1MB", "from 64 KiB to 16 TiB"},
        {"UCILK_STACK_SIZE", "M", "from 64 KiB to 16 TiB"},
        {"UCILK_STACK_SIZE", "1.5G", "from 64 KiB to 16 TiB"},
        {"UCILK_EVAC_SIZE", "1023K", "from 1 MiB to 16 TiB"},
        {"UCILK_HELP", "2", "from 0 to 1"},
        {"UCILK_STATS", "yes", "allowed are 0, 1, all and json:FILE"},
        {"UCILK_STATS", "json:", "allowed are 0, 1, all and json:FILE"},
        {"UCILK_TEST_STEAL", "alway", "allowed is always"},
        {"UCILK_TEST_STEAL", "always)", "allowed is always"},
        {"UCILK_TEST_SEED", "4294967296", "from 0 to 4294967295"},
        {"UCILK_TEST_TIMEOUT", "1d", "from 0 to 86400"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[4096], start[256];
        snprintf(start, sizeof start, "ucilk: %s=%s: ", rows[i][0], rows[i][1]);
        bool good = read_with(rows[i][0], rows[i][1], text);
        if (good || strncmp(text, start, strlen(start)) != 0 ||
            !strstr(text, rows[i][2]))
            fail_msg("%s=%s: %s, and says: %s", rows[i][0], rows[i][1],
                     good ? "taken" : "refused", text);
    }
}

TEST(unknown_variables_are_errors)
{
    char text[4096];
    assert_false(read_with("UCILK_WORKERS", "2", text));
    assert_string_equal(text, "ucilk: UCILK_WORKERS: no such option; "
                              "UCILK_HELP=1 lists them\n");
    assert_false(read_with("UCILK_", "", text));
    assert_false(read_with("UCILK_NWORKERSX", "2", text));
    assert_true(read_with("UCILK_CC", "gcc", text));
    assert_true(read_with("UCILK_LIBCLANG", "/usr/lib/libclang.so", text));
    assert_true(read_with("UCILKX", "gcc", text));
}

TEST(sizes_are_written_exactly)
{
    char text[32];
    assert_string_equal(uci_size_text(text, 0), "0 B");
    assert_string_equal(uci_size_text(text, 1023), "1023 B");
    assert_string_equal(uci_size_text(text, 4096), "4 KiB");
    assert_string_equal(uci_size_text(text, 4097), "4097 B");
    assert_string_equal(uci_size_text(text, 256ul << 20), "256 MiB");
    assert_string_equal(uci_size_text(text, 1ul << 60), "1048576 TiB");
}

int main(void)
{
    /* Set for this program as for all tests; the table has defaults here. */
    unsetenv("UCILK_NWORKERS");
    unsetenv("UCILK_TEST_TIMEOUT");
    return unit_run("options", keep, put_back);
}
