// The macro form in C++, out-parameters and all.
#include <ucilk/macros.h>

#include <atomic>
#include <cstdio>
#include <vector>

cilk_task(void, sum, (const int *)a, (long)n, (long *)result)
{
    if (n < 20) {
        *result = 0;
        for (long i = 0; i < n; i++)
            *result += a[i];
        return;
    }
    long left, right;
    spawn(sum, a, n / 2, &left);
    sum(a + n / 2, n - n / 2, &right);
    sync;
    *result = left + right;
}

cilk_loop(put, (long)i, (long *)a, (std::atomic<long> *)count)
{
    a[i] = i * i;
    ++*count;
}

int main()
{
    const long n = 1000;
    std::vector<int> a;
    for (int i = 0; i < n; i++)
        a.push_back(i);
    long total = -1, squares[n];
    std::atomic<long> count{0};
    sum(a.data(), n, &total);
    cilk_for(put, 0, n, squares, &count);
    bool ok = total == n * (n - 1) / 2 && count == n;
    for (long i = 0; i < n; i++)
        ok = ok && squares[i] == i * i;
    std::puts(ok ? "right" : "wrong");
    return !ok;
}
