// A C++ program over tasks.c: threads, and exceptions in what tasks call.
#include "tasks.h"

#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Squares {
    std::vector<long> at;
    std::atomic<int> n_caught{0};
};

long checked(const std::string &text, long i)
{
    if (i % 10 == 3)
        throw std::runtime_error(text + std::to_string(i));
    return i * i;
}

// An exception is caught in the strand that throws it.
void put(void *closure, long i)
{
    auto *squares = static_cast<Squares *>(closure);
    try {
        squares->at[static_cast<size_t>(i)] = checked("no ", i);
    } catch (const std::exception &e) {
        squares->at[static_cast<size_t>(i)] = -std::stol(e.what() + 3);
        ++squares->n_caught;
    }
}

bool works()
{
    const long n = 500;
    std::vector<int> a;
    for (int i = 0; i < n; i++)
        a.push_back(i);
    if (tasks_sum(a.data(), n) != n * (n - 1) / 2)
        return false;
    Squares squares;
    squares.at.resize(n);
    tasks_each(n, put, &squares);
    for (long i = 0; i < n; i++)
        if (squares.at[static_cast<size_t>(i)] != (i % 10 == 3 ? -i : i * i))
            return false;
    return squares.n_caught == n / 10 && tasks_meet();
}

} // namespace

int main()
{
    std::atomic<int> n_right{works()};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; i++)
        threads.emplace_back([&] { n_right += works(); });
    for (auto &t : threads)
        t.join();
    bool ok = n_right == 4 && works();
    std::puts(ok ? "right" : "wrong");
    return !ok;
}
