/* The program's file.  See program_file.h. */
#include "net/program_file.h"

#include "base/message.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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
