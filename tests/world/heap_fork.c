/* Children forked while other threads allocate: they find a heap that nobody
 * is in the middle of changing.  Before the first spawn, and with one worker.
 */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 2, SLOTS = 200, CHILDREN = 25 };

static atomic_int ends, begun;

static void allocate(unsigned seed, int rounds)
{
    char *blocks[SLOTS] = {NULL};
    for (int i = 0; i < rounds * SLOTS && !ends; i++) {
        seed = seed * 1664525u + 1013904223u;
        char **b = &blocks[seed >> 8 & 127];
        size_t size = (seed >> 12 & 0xfffff) >> (seed >> 28);
        free(*b);
        *b = malloc(size + 1);
        CHECK(*b);
        **b = 1;
        begun |= i > 0;
    }
    for (int i = 0; i < SLOTS; i++)
        free(blocks[i]);
}

static void *run_thread(void *seed)
{
    while (!ends)
        allocate((unsigned)(size_t)seed, 1000);
    return NULL;
}

static int twice(int n)
{
    return 2 * n;
}

int main(void)
{
    pthread_t threads[THREADS];
    char *text = strdup("as it was");
    for (size_t i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, run_thread, (void *)(i + 1)) ==
              0);
    while (!begun)
        usleep(100);
    int n_sound = 0;
    for (int i = 0; i < CHILDREN; i++) {
        pid_t pid = fork();
        CHECK(pid >= 0);
        if (pid == 0) {
            alarm(60);
            allocate((unsigned)i, 5);
            _exit(strcmp(text, "as it was") ? 2 : 7);
        }
        int status;
        CHECK(waitpid(pid, &status, 0) == pid);
        n_sound += WIFEXITED(status) && WEXITSTATUS(status) == 7;
    }
    ends = 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    int four = spawn twice(2);
    sync;
    printf("%d of %d children are sound, %d\n", n_sound, CHILDREN, four);
    free(text);
}
