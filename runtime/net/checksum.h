/* Checksums by which hosts see that what they have differs. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Goes on with a checksum, which begins at 0. */
uint64_t uci_checksum(uint64_t sum, const void *bytes, size_t size);

/* A checksum of what this process's machine is: equal if processes see each
 * other in /proc; `host' is its name. */
uint64_t uci_machine_sum(const char *host);

/* The bytes of the file of the program that runs here, for munmap; ends the
 * program if they cannot be read. */
char *uci_program_file_map(size_t *size);
