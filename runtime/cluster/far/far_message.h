/*
 * Memory of other ranks by message: whichever thread polls in the owner's
 * process reads and writes it.  Only far/far.c calls these functions, in the
 * worker's own thread.
 */
#pragma once

#include "net/transport.h"

/* The same as the operations of the transport with these names.  Puts and
 * operations without an answer are carried out in the order of their calls. */
void uci_far_message_get(unsigned to, void *into, uintptr_t at, size_t size);
void uci_far_message_put(unsigned to, uintptr_t at, const void *bytes,
                         size_t size);
void uci_far_message_flush(unsigned to);
uint64_t uci_far_message_fetch_op(unsigned to, enum uci_net_op op, uintptr_t at,
                                  uint64_t value);
uint64_t uci_far_message_compare_swap(unsigned to, uintptr_t at,
                                      uint64_t expected, uint64_t desired);
void uci_far_message_op(unsigned to, enum uci_net_op op, uintptr_t at,
                        uint64_t value);

/* Installs the handlers; before uci_am_start. */
void uci_far_message_handle(void);
