// through() of through.c in C++: frames with landing pads, and exceptions that
// pass them before and behind the call.
#include <cstdlib>

namespace {

struct Counted {
    int *n;
    ~Counted()
    {
        ++*n;
    }
};

[[gnu::noinline]] void fail_at(int depth, int *n)
{
    Counted counted{n};
    if (depth == 0)
        throw 7;
    fail_at(depth - 1, n);
    ++*n;
}

} // namespace

extern "C" void through(void (*f)(void *), void *p)
{
    int n = 0;
    for (int i = 0; i < 2; i++)
        try {
            Counted counted{&n};
            if (i > 0)
                f(p);
            fail_at(9, &n);
        } catch (int value) {
            if (value != 7 || n != 11 * (i + 1))
                std::abort();
        }
}
