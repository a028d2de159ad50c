/* The races found, each pair of places once; printed at exit. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct uci_access {
    uintptr_t pc;
    uint32_t strand;
    bool is_write;
};

/* The second access is that of the running strand. */
void uci_report_race(uintptr_t address, const struct uci_access *first,
                     const struct uci_access *second);

/* Prints all; true if there is one. */
bool uci_report_print(void);
