// What bench/peers uses of Taskflow, one task after another, so that its
// programs are compiled and checked where there is no Taskflow.
#pragma once

#include <functional>
#include <future>

namespace tf
{

class TaskGroup
{
  public:
    template <typename Task> void silent_async(Task &&task)
    {
        task();
    }
    void corun()
    {
    }
};

class Taskflow
{
  public:
    template <typename Body>
    void for_each_index(long first, long last, long step, Body body)
    {
        task = [=] {
            for (long i = first; i < last; i += step)
                body(i);
        };
    }
    std::function<void()> task;
};

class Executor
{
  public:
    explicit Executor(size_t)
    {
    }
    TaskGroup task_group()
    {
        return {};
    }
    template <typename Task> std::future<void> async(Task &&task)
    {
        return std::async(std::launch::deferred, std::forward<Task>(task));
    }
    std::future<void> run(Taskflow &flow)
    {
        return std::async(std::launch::deferred, flow.task);
    }
};

} // namespace tf
