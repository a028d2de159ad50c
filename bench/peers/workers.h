// The number of workers, from PEERS_WORKERS.
#ifndef PEERS_WORKERS_H
#define PEERS_WORKERS_H

#include "../../examples/answer.h"

namespace peer
{

inline int workers()
{
    const char *text = getenv("PEERS_WORKERS");
    return text ? (int)number("PEERS_WORKERS", text, 1, 4096) : 1;
}

} // namespace peer

#endif
