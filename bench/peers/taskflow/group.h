// Groups of tasks and loops of Taskflow, 4.0 or later.
#ifndef PEERS_GROUP_H
#define PEERS_GROUP_H

#include <utility>

#include <taskflow/algorithm/for_each.hpp>
#include <taskflow/taskflow.hpp>

#include "../workers.h"

namespace peer
{

inline tf::Executor &executor()
{
    static tf::Executor made(workers());
    return made;
}

class group
{
  public:
    template <typename Task> void run(Task &&task)
    {
        tasks.silent_async(std::forward<Task>(task));
    }

    void wait()
    {
        tasks.corun();
    }

  private:
    tf::TaskGroup tasks = executor().task_group();
};

template <typename Body> void loop(long n, const Body &body)
{
    tf::Taskflow flow;
    flow.for_each_index(0L, n, 1L, body);
    executor().run(flow).wait();
}

// Only a worker can make a group.
template <typename Main> void start(const Main &main)
{
    executor().async([&] { main(); }).get();
}

inline void make_threads()
{
    loop(100000, [](long i) { __asm__ volatile("" : : "r"(i)); });
}

} // namespace peer

#endif
