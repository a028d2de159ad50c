/* The beginning of a parallel region on all ranks: rule N14 in
 * docs/protocols/remote.md. */
#ifndef UCI_BEGIN_REGION_H
#define UCI_BEGIN_REGION_H

struct ucilk_abi_frame;

/* Installs the handler and the scheduler's hook; on all ranks, before there are
 * messages. */
void uci_begin_region_start(void);

/* Called by rank 0 at a region's first spawn, with its outermost frame: tells
 * all ranks. */
void uci_begin_region(struct ucilk_abi_frame *frame);

#endif
