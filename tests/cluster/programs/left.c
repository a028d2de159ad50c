/* Makes futures on several ranks that nobody gets. */
#include <time.h>
#include <ucilk/futures.h>
#include <ucilk/ucilk.h>

static long value(long n)
{
    struct timespec time = {.tv_nsec = 20000000}; /* others come and take */
    nanosleep(&time, NULL);
    return n;
}

static void leave(long n)
{
    if (n == 1) {
        ucilk_future_t f = cilk_future value(n);
        (void)f;
        return;
    }
    spawn leave(n / 2);
    leave(n - n / 2);
    sync;
}

int main(void)
{
    spawn leave(16);
    sync;
    return 0;
}
