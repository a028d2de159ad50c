/* Which processes see each other.  See machine.h. */
#define _GNU_SOURCE
#include "net/machine.h"

#include "net/checksum.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

uint64_t uci_machine_sum(const char *host)
{
    char boot[64] = "", space[64] = "", node[192];
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        ssize_t n = read(fd, boot, sizeof boot - 1);
        boot[n > 0 ? n - 1 : 0] = '\0';
        close(fd);
    }
    ssize_t n = readlink("/proc/self/ns/pid", space, sizeof space - 1);
    space[n > 0 ? n : 0] = '\0';
    snprintf(node, sizeof node, "%.36s %.40s %.63s", boot, space, host);
    return uci_checksum(0, node, strlen(node));
}
