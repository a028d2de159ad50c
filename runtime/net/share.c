/* What rank 0 shares.  See network.h. */
#define _GNU_SOURCE
#include "net/network.h"

#include "base/message.h"
#include "base/options.h"
#include "net/transport.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *uci_net_share(char *bytes, size_t *size)
{
    /* Few bytes come with their number. */
    struct {
        size_t size;
        char bytes[1000];
    } first = {.size = *size};
    bool is_zero = uci_transport->rank == 0;
    if (is_zero && bytes && *size <= sizeof first.bytes)
        memcpy(first.bytes, bytes, *size);
    uci_transport->broadcast(&first, sizeof first);
    *size = first.size;
    if (!is_zero)
        bytes = malloc(*size + 1);
    if (!bytes)
        uci_fatal("no memory for rank 0's options");
    if (*size > sizeof first.bytes)
        uci_transport->broadcast(bytes, *size);
    else if (!is_zero)
        memcpy(bytes, first.bytes, *size);
    return bytes;
}

static bool is_option(const char *entry)
{
    return strncmp(entry, "UCILK_", 6) == 0;
}

void uci_net_share_options(void)
{
    size_t size = 0;
    for (char **e = environ; *e; e++)
        if (is_option(*e))
            size += strlen(*e) + 1;
    char *all = malloc(size + 1), *at = all;
    for (char **e = environ; all && *e; e++)
        if (is_option(*e))
            at = stpcpy(at, *e) + 1;
    char *theirs = uci_net_share(all, &size);
    if (uci_transport->rank == 0) {
        free(all);
        return;
    }
    for (char **e = environ; *e;) {
        char name[256];
        size_t length = strcspn(*e, "=");
        if (is_option(*e) && length < sizeof name) {
            memcpy(name, *e, length);
            name[length] = '\0';
            unsetenv(name);
            e = environ; /* unsetenv may have moved the array */
        } else {
            e++;
        }
    }
    for (char *e = theirs; e < theirs + size; e += strlen(e) + 1)
        putenv(e); /* it keeps the string */
    free(all);
    if (!uci_options_read(environ))
        _exit(UCI_EXIT_ERROR);
}
