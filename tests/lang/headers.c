/* The usual headers, all in one file with spawns. */
#define _GNU_SOURCE
#include <aio.h>
#include <arpa/inet.h>
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <endian.h>
#include <err.h>
#include <errno.h>
#if __has_include(<execinfo.h>)
#include <execinfo.h>
#endif
#include <fcntl.h>
#include <fenv.h>
#include <float.h>
#include <fnmatch.h>
#include <ftw.h>
#include <getopt.h>
#include <glob.h>
#include <grp.h>
#include <iconv.h>
#include <ifaddrs.h>
#include <inttypes.h>
#include <iso646.h>
#include <langinfo.h>
#include <libgen.h>
#include <limits.h>
#include <link.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <mqueue.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <nl_types.h>
#include <poll.h>
#if __has_include(<printf.h>)
#include <printf.h>
#endif
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/param.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/ucontext.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <syslog.h>
#include <termios.h>
#include <tgmath.h>
#include <threads.h>
#include <time.h>
#include <uchar.h>
#include <ucontext.h>
#include <unistd.h>
#include <utime.h>
#include <wchar.h>
#include <wctype.h>
#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#include <x86intrin.h>
#endif
#include <ucilk/ucilk.h>

#include "check.h"

static char shared[64];

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Functions that headers have as macros or inline, checked by FORTIFY. */
static void test_strings(void)
{
    static char line[64];
    static wchar_t wide[8];
    static int numbers[4] = {3, 1, 2, 0};
    char local[32];
    size_t length = spawn strlen("four");
    int written = spawn snprintf(line, sizeof line, "%s %d", "text", 7);
    char *end = spawn stpcpy(shared, "copied");
    size_t n = spawn wcslen(wcscpy(wide, L"wide"));
    spawn qsort(numbers, 4, sizeof numbers[0], compare);
    snprintf(local, sizeof local, "%s/%s", "a", "b");
    strncat(local, "c", sizeof local - strlen(local) - 1);
    int letter = spawn(toupper)('q'), digit = spawn(isdigit)('7');
    uint16_t order = spawn htons(0x1234);
    sync;
    CHECK(length == 4 && written == 6 && end == shared + 6 && n == 4);
    CHECK(numbers[0] == 0 && numbers[3] == 3 && strcmp(local, "a/bc") == 0);
    CHECK(letter == 'Q' && digit && ntohs(order) == 0x1234);
    CHECK(strcmp(line, "text 7") == 0 && strcmp(shared, "copied") == 0);
    void *moved = spawn memcpy(line, "moved", 6);
    intmax_t value = spawn strtoimax("-12", NULL, 10);
    ldiv_t parts = spawn ldiv(17, 5);
    sync;
    CHECK(moved == line && line[4] == 'd' && value == -12);
    CHECK(parts.quot == 3 && parts.rem == 2);
}

static double real_part(double _Complex z)
{
    return creal(z);
}

static double complex turned(double complex z)
{
    return z * I;
}

/* <tgmath.h> and <complex.h> in arguments; I and complex are macros. */
static void test_numbers(void)
{
    double a = spawn real_part(sqrt((double complex)-4) + 3.0);
    double complex z = spawn turned(1.0 + 2.0 * I);
    double b = spawn(pow)(2.0, 3.0), c = spawn(fmax)(1.0, fabs(-2.5f));
    long r = spawn(lround)(ceil(2.25L));
    sync;
    bool finite = isfinite(b) && !isnan(c);
    CHECK(a == 3 && creal(z) == -2 && cimag(z) == 1 && b == 8 && c == 2.5);
    CHECK(r == 3 && finite);
}

static jmp_buf unused_buffer;
static pthread_mutex_t unused_mutex = PTHREAD_MUTEX_INITIALIZER;

static int system_calls(int n)
{
    struct stat st;
    fd_set set;
    sigset_t signals;
    struct timespec now;
    FD_ZERO(&set);
    FD_SET(n, &set);
    sigemptyset(&signals);
    errno = 0;
    clock_gettime(CLOCK_MONOTONIC, &now);
    (void)unused_buffer;
    (void)unused_mutex;
    return fstat(n, &st) == 0 && FD_ISSET(n, &set) && now.tv_nsec >= 0 &&
           WIFEXITED(0) && be16toh(htobe16(5)) == 5 and errno == 0;
}

static void test_system(void)
{
    int ok = spawn system_calls(1);
    pid_t group = spawn getpgrp();
    char *name = spawn getenv("PATH");
    sync;
    assert(group > 0);
    CHECK(ok && group > 0 && name != NULL);
}

#ifdef __x86_64__
static __m128i add(__m128i a, __m128i b)
{
    return _mm_add_epi32(a, b);
}

/* clang has these built in, and gcc's headers define them. */
static unsigned long long ticks(void)
{
    unsigned long long began = __rdtsc();
    spawn getpgrp();
    _mm_pause();
    _mm_lfence();
    sync;
    _mm_mfence();
    return __rdtsc() - began;
}

static void test_intrinsics(void)
{
    unsigned long long passed = spawn ticks();
    sync;
    CHECK(passed > 0 && passed < 1ull << 60);
    passed = spawn __rdtsc();
    passed -= spawn __rdtsc();
    spawn _mm_pause();
    __m128i v = spawn add(_mm_set1_epi32(3), _mm_set_epi32(4, 3, 2, 1));
    __m128i w = spawn _mm_add_epi32(_mm_set1_epi32(1), _mm_set1_epi32(2));
    sync;
    CHECK(passed != 0 && _mm_cvtsi128_si32(w) == 3);
    CHECK(_mm_cvtsi128_si32(v) == 4);
    CHECK(_mm_cvtsi128_si32(_mm_srli_si128(v, 12)) == 7);
}
#else
static void test_intrinsics(void)
{
}
#endif

int main(void)
{
    test_strings();
    test_numbers();
    test_system();
    test_intrinsics();
    return 0;
}
