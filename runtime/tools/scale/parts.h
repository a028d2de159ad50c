/* Parts of a program, between ucilk_scale_begin and ucilk_scale_end. */
#ifndef UCI_PARTS_H
#define UCI_PARTS_H

#include <stdint.h>

struct uci_part {
    const char *tag; /* a copy */
    uint64_t times, work, span, burdened;
    unsigned active; /* running ones, of which the outermost counts */
};

extern struct uci_part *uci_parts;
extern unsigned uci_n_parts;

#endif
