/* errno, isalpha and their kin before and behind spawns in one function: what
 * the compiler knows of the first worker's errno must not outlive the spawn. */
#include <check.h>
#include <ucilk/ucilk.h>

#include <ctype.h>
#include <errno.h>
#include <netdb.h>
#include <string.h>

static long fib(long n)
{
    if (n < 2)
        return n;
    long a = spawn fib(n - 1);
    long b = fib(n - 2);
    sync;
    return a + b;
}

static long parse(const char *text)
{
    errno = 0;
    long n = strtol(text, NULL, 10);
    return errno ? -errno : n;
}

static long work(long i)
{
    h_errno = 1;
    errno = 0;
    long a = strtol("1", NULL, 10), n = errno == 0;
    long x = spawn fib(8);
    errno = 0;
    a += strtol("99999999999999999999999999", NULL, 10) & 3;
    n += errno == ERANGE;
    long y = spawn parse("12");
    errno = 7;
    n += isalpha("a1b2"[i % 4]) != 0;
    n += fopen("/nonexistent", "r") == NULL && errno == ENOENT;
    sync;
    errno = 0;
    n += toupper("xyz"[i % 3]) + (isspace(" x"[i % 2]) != 0);
    h_errno = 2;
    n += h_errno == 2;
    return n + a + (errno == 0) + x + y;
}

static long sum(long low, long high)
{
    if (high - low == 1)
        return work(low);
    long left = spawn sum(low, (low + high) / 2);
    long right = sum((low + high) / 2, high);
    sync;
    return left + right;
}

int main(void)
{
    printf("%ld\n", sum(0, 200));
    return 0;
}
