// Groups of tasks and loops of OpenMP.
#ifndef PEERS_GROUP_H
#define PEERS_GROUP_H

namespace peer
{

// wait() waits for all tasks that the calling task has made.
struct group {
    template <typename Task> void run(Task task)
    {
#pragma omp task firstprivate(task)
        task();
    }

    void wait()
    {
#pragma omp taskwait
    }
};

template <typename Body> void loop(long n, const Body &body)
{
#pragma omp parallel for
    for (long i = 0; i < n; i++)
        body(i);
}

template <typename Main> void start(const Main &main)
{
#pragma omp parallel
#pragma omp single
    main();
}

// OpenMP makes its threads at the first parallel region: before the clock runs.
inline void make_threads()
{
    loop(100000, [](long i) { __asm__ volatile("" : : "r"(i)); });
}

} // namespace peer

#endif
