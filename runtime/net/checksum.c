/* Checksums.  See checksum.h. */
#define _GNU_SOURCE
#include "net/checksum.h"

#include "base/message.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

uint64_t uci_checksum(uint64_t sum, const void *bytes, size_t size)
{
    const uint64_t prime = 0x100000001b3;
    uint64_t word;
    for (; size >= sizeof word; size -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        sum = (sum ^ word) * prime;
        sum ^= sum >> 29;
        bytes = (const char *)bytes + sizeof word;
    }
    word = 0;
    memcpy(&word, bytes, size);
    return (sum ^ word) * prime;
}

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

char *uci_program_file_map(size_t *size)
{
    struct stat file;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &file) != 0)
        uci_fatal("cannot open /proc/self/exe: %s; %s", strerror(errno),
                  errno == EACCES
                      ? "make the program's file readable (chmod +r)"
                      : "mount /proc");
    *size = (size_t)file.st_size;
    char *bytes = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED)
        uci_fatal("cannot map /proc/self/exe: %s; raise RLIMIT_AS (ulimit -v)",
                  strerror(errno));
    close(fd);
    return bytes;
}
