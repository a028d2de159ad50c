/*
 * mpi_matmul [FLAG VALUE]...: examples/gmatmul.c in MPI and threads, to compare
 * with: the same parts of the product, cut into the same blocks, by the same
 * kernel.  Each rank has a thread that talks to others, and THREADS that
 * compute.
 *
 * Rank 0 has the matrices.  A rank that can take a part asks for it, one ahead
 * of what it computes, and sends its result with the next question.  The
 * threads of a rank share the rows of blocks of a part.
 */
#include <mpi.h>
#include <pthread.h>

#include "gmatmul.h" /* of examples/ */

enum { ASK = 1, PART, ROWS, COLUMNS, RESULT, AHEAD = 2 };

static long threads = 1;

/* --- The threads of a rank --- */

struct part {
    long number, m, l; /* number: -1 ends the rank's work */
    double *rows, *columns, *at;
    long next, left; /* rows of blocks to begin, to end */
    struct part *behind;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct part *first, *done;
static int is_over;

static void compute_rows(struct part *p, long i)
{
    struct matrix c = {p->at, p->l}, a = {p->rows, matrix.n};
    struct matrix b = {p->columns, p->l};
    for (long j = 0; j < p->l; j += BLOCK)
        for (long q = 0; q < matrix.n; q += BLOCK)
            multiply_block(part(c, i, j), part(a, i, q), part(b, q, j),
                           least(BLOCK, p->m - i), least(BLOCK, p->l - j),
                           least(BLOCK, matrix.n - q), 1);
}

static void *compute(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!is_over) {
        struct part *p = first;
        if (!p) {
            pthread_cond_wait(&changed, &lock);
            continue;
        }
        long i = p->next;
        p->next += BLOCK;
        if (p->next >= p->m)
            first = p->behind;
        pthread_mutex_unlock(&lock);
        compute_rows(p, i);
        pthread_mutex_lock(&lock);
        if (--p->left == 0) {
            p->behind = done;
            done = p;
            pthread_cond_broadcast(&changed);
        }
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

static void start(struct part *p)
{
    struct part **end = &first;
    p->at = allocate(p->m * p->l, sizeof *p->at);
    memset(p->at, 0, (size_t)(p->m * p->l) * sizeof *p->at);
    p->next = 0;
    p->left = (p->m + BLOCK - 1) / BLOCK;
    p->behind = NULL;
    pthread_mutex_lock(&lock);
    while (*end)
        end = &(*end)->behind;
    *end = p;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

/* A part that has been computed, or NULL; waits for one if it is to. */
static struct part *take_done(int waits)
{
    pthread_mutex_lock(&lock);
    while (waits && !done)
        pthread_cond_wait(&changed, &lock);
    struct part *p = done;
    if (p)
        done = p->behind;
    pthread_mutex_unlock(&lock);
    return p;
}

/* --- Rank 0 --- */

struct product {
    struct matrix c, a;
    struct ucilk_bytes *columns;
    long size, parts, given, back;
};

static int next_part(struct product *x, struct part *p)
{
    long n = matrix.n, k = x->given;
    if (k == x->parts * x->parts)
        return 0;
    long i = k / x->parts * x->size, j = k % x->parts;
    *p = (struct part){.number = k,
                       .m = least(x->size, n - i),
                       .l = least(x->size, n - j * x->size),
                       .rows = row(x->a, i),
                       .columns = x->columns[j].at};
    x->given++;
    return 1;
}

static void take_result(struct product *x, long number, double *at, long m,
                        long l)
{
    long i = number / x->parts * x->size, j = number % x->parts * x->size;
    put(part(x->c, i, j), strip(at, m, l), m, l);
    x->back++;
}

/* A question, and the result that comes with it. */
static void answer(struct product *x, MPI_Status *s)
{
    long said[3];
    struct part p = {.number = -1};
    MPI_Recv(said, 3, MPI_LONG, s->MPI_SOURCE, ASK, MPI_COMM_WORLD, s);
    if (said[0] >= 0) {
        double *at = allocate(said[1] * said[2], sizeof *at);
        MPI_Recv(at, (int)(said[1] * said[2]), MPI_DOUBLE, s->MPI_SOURCE,
                 RESULT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        take_result(x, said[0], at, said[1], said[2]);
    }
    next_part(x, &p);
    long head[3] = {p.number, p.m, p.l};
    MPI_Send(head, 3, MPI_LONG, s->MPI_SOURCE, PART, MPI_COMM_WORLD);
    if (p.number < 0)
        return;
    MPI_Send(p.rows, (int)(p.m * matrix.n), MPI_DOUBLE, s->MPI_SOURCE, ROWS,
             MPI_COMM_WORLD);
    MPI_Send(p.columns, (int)(p.l * matrix.n), MPI_DOUBLE, s->MPI_SOURCE,
             COLUMNS, MPI_COMM_WORLD);
}

/* Its own threads take parts, too. */
static void serve(struct product *x, int ranks)
{
    struct part own[AHEAD];
    long questions = AHEAD * (ranks - 1) + x->parts * x->parts, n_own = 0;
    for (int k = 0; k < AHEAD && next_part(x, &own[k]); k++, n_own++)
        start(&own[k]);
    questions -= n_own;
    while (x->back < x->parts * x->parts || questions > 0) {
        int any = 0;
        struct part *p = take_done(ranks == 1);
        MPI_Status s;
        if (p) {
            take_result(x, p->number, p->at, p->m, p->l);
            if (next_part(x, p)) {
                start(p);
                questions--;
            }
        }
        if (ranks > 1)
            MPI_Iprobe(MPI_ANY_SOURCE, ASK, MPI_COMM_WORLD, &any, &s);
        if (any) {
            answer(x, &s);
            questions--;
        } else if (!p) {
            nanosleep(&(struct timespec){0, 100000}, NULL);
        }
    }
}

/* --- The other ranks --- */

static void receive(struct part *p)
{
    long head[3];
    MPI_Recv(head, 3, MPI_LONG, 0, PART, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    p->number = head[0], p->m = head[1], p->l = head[2];
    if (p->number < 0)
        return;
    p->rows = allocate(p->m * matrix.n, sizeof *p->rows);
    p->columns = allocate(p->l * matrix.n, sizeof *p->columns);
    MPI_Recv(p->rows, (int)(p->m * matrix.n), MPI_DOUBLE, 0, ROWS,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(p->columns, (int)(p->l * matrix.n), MPI_DOUBLE, 0, COLUMNS,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    start(p);
}

static void work(void)
{
    struct part own[AHEAD];
    long nothing[3] = {-1, 0, 0}, n = 0;
    for (int k = 0; k < AHEAD; k++) {
        MPI_Send(nothing, 3, MPI_LONG, 0, ASK, MPI_COMM_WORLD);
        receive(&own[k]);
        n += own[k].number >= 0;
    }
    while (n > 0) {
        struct part *p = take_done(1);
        long head[3] = {p->number, p->m, p->l};
        MPI_Send(head, 3, MPI_LONG, 0, ASK, MPI_COMM_WORLD);
        MPI_Send(p->at, (int)(p->m * p->l), MPI_DOUBLE, 0, RESULT,
                 MPI_COMM_WORLD);
        free(p->rows);
        free(p->columns);
        free(p->at);
        receive(p);
        n -= p->number < 0;
    }
}

static void multiply(struct product *x, int rank, int ranks)
{
    pthread_t *t = allocate(threads, sizeof *t);
    for (long k = 0; k < threads; k++)
        pthread_create(&t[k], NULL, compute, NULL);
    if (rank == 0)
        serve(x, ranks);
    else
        work();
    pthread_mutex_lock(&lock);
    is_over = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    for (long k = 0; k < threads; k++)
        pthread_join(t[k], NULL);
    free(t);
}

static int multiply_all(int ranks)
{
    long n = matrix.n, size = part_of(n), parts = (n + size - 1) / size;
    struct product x = {
        .c = make_matrix(n), .a = make_matrix(n), .size = size, .parts = parts};
    struct matrix b = make_matrix(n);
    fill(x.a, 0, n);
    fill(b, 1, n);
    MPI_Barrier(MPI_COMM_WORLD);
    double began = seconds();
    x.columns = allocate(parts, sizeof *x.columns);
    for (long j = 0; j < parts; j++)
        x.columns[j] = columns(b, n, j * size, least(size, n - j * size));
    multiply(&x, 0, ranks);
    int status = report_product(x.c, x.a, b, seconds() - began);
    for (long j = 0; j < parts; j++)
        free(x.columns[j].at);
    free(x.columns);
    free(x.c.at);
    free(x.a.at);
    free(b.at);
    return status;
}

int main(int argc, char **argv)
{
    int rank, ranks, has, status = 0;
    matrix.block = 256;
    const struct option_row rows[] = {
        {'n', "N", &matrix.n, 1, MAX_SIZE, "rows and columns of a matrix"},
        {'s', "SEED", &matrix.seed, 0, 1 << 20, "of the matrices"},
        {'b', "BLOCK", &matrix.block, 1, MAX_SIZE,
         "rows and columns that a message computes"},
        {'t', "THREADS", &threads, 1, 1024, "of a rank that compute"},
        {0},
    };
    parse_options("mpi_matmul", "multiplies two matrices on a cluster", rows,
                  argc, argv);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &has);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0) {
        status = multiply_all(ranks);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        multiply(NULL, rank, ranks);
    }
    MPI_Finalize();
    return status;
}
