// Groups of tasks and loops of oneTBB.
#ifndef PEERS_GROUP_H
#define PEERS_GROUP_H

#include <optional>

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_group.h>

#include "../workers.h"

namespace peer
{

using group = tbb::task_group;

// Until the program ends.
inline std::optional<tbb::global_control> limit;

template <typename Body> void loop(long n, const Body &body)
{
    tbb::parallel_for(tbb::blocked_range<long>(0, n),
                      [&](const tbb::blocked_range<long> &r) {
                          for (long i = r.begin(); i != r.end(); i++)
                              body(i);
                      });
}

template <typename Main> void start(const Main &main)
{
    main();
}

// oneTBB makes its threads when there are tasks: some, before the clock runs.
inline void make_threads()
{
    limit.emplace(tbb::global_control::max_allowed_parallelism, workers());
    loop(100000, [](long i) { __asm__ volatile("" : : "r"(i)); });
}

} // namespace peer

#endif
