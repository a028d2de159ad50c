/* ucilk info: facts in the order in which they are printed. */
#pragma once

#include <stdint.h>

/* A fact of a section: both are names of JSON; the text shows it. */
void uk_fact(const char *section, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same of a number, which JSON has as it is; the text has `unit' behind. */
void uk_fact_number(const char *section, const char *name, uint64_t number,
                    const char *unit);

/* Of bytes; ~0 stands for no limit. */
void uk_fact_bytes(const char *section, const char *name, uint64_t bytes);

/* What a user of the machine should know. */
void uk_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* CPUs, memory, system; limits, and what the system allows. */
void uk_info_machine(void);
void uk_info_limits(void);
