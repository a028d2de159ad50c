/* What spawn.S calls. */
#ifndef UCI_SERIAL_SPAWN_H
#define UCI_SERIAL_SPAWN_H

#include <ucilk/abi.h>

/* A spawn that is written out: the value of its body. */
unsigned long uci_serial_spawn(long a, long b, long c, long d,
                               const struct ucilk_abi_task *task,
                               struct ucilk_abi_frame *frame);

void uci_serial_sync(struct ucilk_abi_frame *frame);
void uci_serial_sync_end(struct ucilk_abi_frame *frame);

#endif
