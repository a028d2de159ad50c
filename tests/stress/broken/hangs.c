/* For run.py --self-test: a program with a task that never ends. */
#include <ucilk/ucilk.h>

#include <unistd.h>

static void wait_for_ever(int depth)
{
    while (depth == 0)
        pause();
    spawn wait_for_ever(depth - 1);
    sync;
}

int main(void)
{
    spawn wait_for_ever(3);
    sync;
    return 0;
}
