/* The file of the program that runs here. */
#ifndef UCI_PROGRAM_FILE_H
#define UCI_PROGRAM_FILE_H

#include <stddef.h>

/* Its bytes, for munmap; ends the program if they cannot be read. */
char *uci_program_file_map(size_t *size);

#endif
