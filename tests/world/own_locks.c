/* A program may have functions of its own that are named as libc's: they are
 * its own then. */
#include <check.h>
#include <ucilk/ucilk.h>

typedef struct {
    int n;
} lock;

static lock the_lock;

int mtx_lock(lock *l)
{
    return ++l->n;
}

int call_once(lock *l, int n)
{
    return l->n + n;
}

void sem_close(void)
{
    the_lock.n = 40;
}

static int add(void)
{
    return mtx_lock(&the_lock);
}

int main(void)
{
    sem_close();
    int x = spawn add();
    sync;
    printf("%d %d\n", x, call_once(&the_lock, 1));
    return 0;
}
