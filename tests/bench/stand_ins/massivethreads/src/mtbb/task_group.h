// What bench/peers uses of MassiveThreads' mtbb.
#pragma once

namespace mtbb
{

struct task_group {
    template <typename Task> void run(Task task)
    {
        task();
    }
    void wait()
    {
    }
};

} // namespace mtbb
