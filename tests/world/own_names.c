/* A program may have functions of its own by names of libc's that the runtime
 * has taken over. */
#include <check.h>
#include <ucilk/ucilk.h>

/* <err.h>, <error.h>, <pwd.h>, <signal.h>, <unistd.h> and others have them,
 * which this does not include. */
long error(long x);
long warn(long x);
long warnx(long x);
long vwarn(long x);
long err(long x);
long errx(long x);
long verr(long x);
long psignal(long x);
long fgetpwent(long x);
long addmntent(long x);
long fmtmsg(long x);
long kill(long x);
long wait(long x);
long nice(long x);
long alarm(long x);
long raise(long x);
long getpid(long x);
long setpgid(long x);
long prlimit(long x);
long mremap(long x);
long madvise(long x);
long shmat(long x);
long brk(long x);
long dlmopen(long x);

#define OWN(name)                                                              \
    long name(long x)                                                          \
    {                                                                          \
        return x + 1;                                                          \
    }
OWN(error)
OWN(warn)
OWN(warnx)
OWN(vwarn)
OWN(err)
OWN(errx)
OWN(verr)
OWN(psignal)
OWN(fgetpwent)
OWN(addmntent)
OWN(fmtmsg)
OWN(kill)
OWN(wait)
OWN(nice)
OWN(alarm)
OWN(raise)
OWN(getpid)
OWN(setpgid)
OWN(prlimit)
OWN(mremap)
OWN(madvise)
OWN(shmat)
OWN(brk)
OWN(dlmopen)

static long count(long n)
{
    if (n == 0)
        return 0;
    long x = spawn count(n - 1);
    sync;
    x = error(warn(warnx(vwarn(err(errx(verr(psignal(x))))))));
    x = kill(wait(nice(alarm(raise(getpid(x))))));
    x = setpgid(prlimit(x));
    x = mremap(madvise(shmat(brk(dlmopen(x)))));
    return fgetpwent(addmntent(fmtmsg(x)));
}

int main(void)
{
    CHECK(count(100) == 2400);
    puts("its own");
}
