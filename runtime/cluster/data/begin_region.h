/* A parallel region begins on all ranks: rule N14 in docs/protocols/remote.md. */
#ifndef UCI_BEGIN_REGION_H
#define UCI_BEGIN_REGION_H

struct ucilk_abi_frame;

/* On all ranks, before there are messages. */
void uci_begin_region_start(void);

/* Rank 0, at a region's first spawn, with its outermost frame. */
void uci_begin_region(struct ucilk_abi_frame *frame);

#endif
