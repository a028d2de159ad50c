/* What spawn.S calls. */
#ifndef UCI_SERIAL_SPAWN_H
#define UCI_SERIAL_SPAWN_H

#include <ucilk/abi.h>

/* Around the body of a spawn that is written out. */
unsigned long uci_serial_begin(const struct ucilk_abi_task *task,
                               struct ucilk_abi_frame *frame);
void uci_serial_end(unsigned long level);

void uci_serial_sync(struct ucilk_abi_frame *frame);
void uci_serial_sync_end(struct ucilk_abi_frame *frame);

#endif
