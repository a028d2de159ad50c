/* Structs on the heap that hold pointers to locals, and go into tasks. */
#include "../process.h"
#include <ucilk/ucilk.h>

struct job {
    const int *in;
    long n;
    long *out;
    struct job *next;
    void (*done)(struct job *);
    int *n_done;
};

static struct job *make_job(const int *in, long n, long *out, struct job *next)
{
    struct job *j = malloc(sizeof *j);
    CHECK(j);
    *j = (struct job){in, n, out, next, NULL, NULL};
    return j;
}

static void do_job(struct job *j)
{
    long sum = 0;
    for (long i = 0; i < j->n; i++)
        sum += j->in[i];
    linger((unsigned long)sum);
    scribble();
    *j->out = sum;
    free(j);
}

/* The jobs' inputs and outputs are this function's arrays. */
static long by_list(int first)
{
    int in[400];
    long out[20];
    struct job *list = NULL;
    for (int i = 0; i < 400; i++)
        in[i] = first + i;
    for (int i = 19; i >= 0; i--)
        list = make_job(in + 20 * i, 20, &out[i], list);
    while (list) {
        struct job *next = list->next;
        spawn do_job(list);
        list = next;
    }
    scribble();
    sync;
    long total = 0;
    for (int i = 0; i < 20; i++) {
        CHECK(out[i] == 20L * first + 400 * i + 190);
        total += out[i];
    }
    return total;
}

/* A job divides itself; the parts' results are locals of the one above, and
 * known to the parts by their structs alone. */
static void divide_job(struct job *j)
{
    if (j->n <= 4) {
        do_job(j);
        return;
    }
    long left, right;
    struct job *a = make_job(j->in, j->n / 2, &left, NULL),
               *b = make_job(j->in + j->n / 2, j->n - j->n / 2, &right, NULL);
    spawn divide_job(a);
    spawn divide_job(b);
    sync;
    *j->out = left + right;
    free(j);
}

static void finish(struct job *j)
{
    ++*j->n_done;
}

static void relay(struct job *j)
{
    *j->out += j->n;
    spawn j->done(j);
    sync;
}

/* A struct on the heap that points to locals of main, of the parent and of
 * itself. */
static void callbacks(int *n_done)
{
    long out = 5;
    struct job *j = make_job(NULL, 3, &out, NULL);
    j->next = j;
    j->done = finish;
    j->n_done = n_done;
    for (int i = 0; i < 3; i++) {
        spawn relay(j->next);
        sync;
    }
    CHECK(out == 14);
    free(j);
}

/* A tree on the heap whose leaves point to the frame of who built it. */
struct tree {
    struct tree *left, *right;
    long *count;
};

static struct tree *plant(long *counts, int n)
{
    struct tree *t = malloc(sizeof *t);
    CHECK(t);
    *t = (struct tree){NULL, NULL, &counts[n]};
    if (n > 0) {
        t->left = spawn plant(counts, n - 1);
        t->right = plant(counts, n - 1);
        sync;
    }
    return t;
}

static void visit(struct tree *t)
{
    if (!t)
        return;
    spawn visit(t->left);
    spawn visit(t->right);
    __atomic_add_fetch(t->count, 1, __ATOMIC_RELAXED);
    sync;
    free(t);
}

int main(void)
{
    for (int i = 0; i < scaled(100, 10); i++)
        CHECK(by_list(i) == 20L * 20 * i + 400 * 190 + 190 * 20);

    int a[1000];
    long n = scaled(1000, 200), out = 0;
    for (int i = 0; i < 1000; i++)
        a[i] = i;
    spawn divide_job(make_job(a, n, &out, NULL));
    sync;
    CHECK(out == n * (n - 1) / 2);

    int n_done = 0;
    for (int i = 0; i < 20; i++)
        callbacks(&n_done);
    CHECK(n_done == 60);

    int depth = (int)scaled(9, 6);
    long counts[10] = {0};
    struct tree *t = spawn plant(counts, depth);
    sync;
    spawn visit(t);
    sync;
    for (int i = 0; i <= depth; i++)
        CHECK(counts[i] == 1L << (depth - i));
    return right();
}
