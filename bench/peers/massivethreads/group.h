// Groups of tasks and loops of MassiveThreads, by its TBB-like mtbb.
#ifndef PEERS_GROUP_H
#define PEERS_GROUP_H

#include <mtbb/task_group.h>

#include "../workers.h"

namespace peer
{

using group = mtbb::task_group;

template <typename Body>
void halves(long first, long last, long piece, const Body &body)
{
    if (last - first <= piece) {
        for (long i = first; i < last; i++)
            body(i);
        return;
    }
    long middle = first + (last - first) / 2;
    group tasks;
    tasks.run([=, &body] { halves(first, middle, piece, body); });
    halves(middle, last, piece, body);
    tasks.wait();
}

// mtbb chooses no length of a piece: here there are eight a worker.
template <typename Body> void loop(long n, const Body &body)
{
    halves(0, n, n / (8L * workers()) + 1, body);
}

template <typename Main> void start(const Main &main)
{
    main();
}

// MassiveThreads makes its threads at the first task, MYTH_NUM_WORKERS of them.
inline void make_threads()
{
    loop(100000, [](long i) { __asm__ volatile("" : : "r"(i)); });
}

} // namespace peer

#endif
