/*
 * Memory that tasks map: a file that one maps and others read in pieces,
 * anonymous memory, a shared file that many write and main reads back, what
 * one unmaps that another mapped, and the rest of mmap's kin.
 */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/futures.h>
#include <ucilk/ucilk.h>

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096, PIECE = 2 * PAGE, PIECES = 24 };

static const size_t file_size = (size_t)PIECE * PIECES;

static int make_file(const char *name, size_t size)
{
    int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    CHECK(fd >= 0 && ftruncate(fd, (off_t)size) == 0);
    return fd;
}

static char byte_at(size_t i)
{
    return (char)(i % 251);
}

/* --- A file, mapped by a task, read in pieces by its subtasks --- */

static long add(const char *p, size_t n)
{
    if (n <= PIECE) {
        long sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += p[i];
        return sum;
    }
    long x = spawn add(p, n / 2 / PIECE * PIECE);
    long y = add(p + n / 2 / PIECE * PIECE, n - n / 2 / PIECE * PIECE);
    sync;
    return x + y;
}

static long add_file(const char *name, int prot, int flags)
{
    int fd = open(name, O_RDWR);
    CHECK(fd >= 0);
    char *p = mmap(NULL, file_size, prot, flags, fd, 0);
    CHECK(p != MAP_FAILED && close(fd) == 0);
    long sum = spawn add(p, file_size);
    sync;
    CHECK(munmap(p, file_size) == 0); /* perhaps in another worker */
    return sum;
}

static void check_files(void)
{
    char *contents = malloc(file_size);
    long expected = 0;
    for (size_t i = 0; i < file_size; i++)
        expected += contents[i] = byte_at(i);
    int fd = make_file("data", file_size);
    CHECK(write(fd, contents, file_size) == (ssize_t)file_size);
    close(fd);
    long a = spawn add_file("data", PROT_READ, MAP_PRIVATE);
    long b = spawn add_file("data", PROT_READ, MAP_SHARED);
    long c = spawn add_file("data", PROT_READ | PROT_WRITE, MAP_SHARED);
    long d = add_file("data", PROT_READ | PROT_WRITE, MAP_PRIVATE);
    sync;
    CHECK(a == expected && b == expected && c == expected && d == expected);
    free(contents);
    unlink("data");
}

/* --- A shared file that tasks write --- */

static char *shared;

static void write_piece(long i)
{
    memset(shared + i * PIECE, (int)i + 1, PIECE);
}

static void check_shared_file(void)
{
    int fd = make_file("shared", file_size);
    char *buffer = malloc(file_size);
    shared = mmap(NULL, file_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    CHECK(shared != MAP_FAILED);
    cilk_for(long i = 0; i < PIECES; i++) write_piece(i);
    CHECK(pread(fd, buffer, file_size, 0) == (ssize_t)file_size);
    for (size_t i = 0; i < file_size; i++)
        CHECK(shared[i] == (char)(i / PIECE + 1) && buffer[i] == shared[i]);
    CHECK(msync(shared, file_size, MS_SYNC) == 0);
    /* Larger, at another place; then the head alone. */
    CHECK(ftruncate(fd, 2 * (off_t)file_size) == 0);
    shared = mremap(shared, file_size, 2 * file_size, MREMAP_MAYMOVE);
    CHECK(shared != MAP_FAILED);
    cilk_for(long i = 0; i < 2 * PIECES; i++) write_piece(i);
    CHECK(pread(fd, buffer, file_size, (off_t)file_size) == (ssize_t)file_size);
    for (size_t i = 0; i < file_size; i++)
        CHECK(buffer[i] == (char)(PIECES + i / PIECE + 1));
    CHECK(munmap(shared + file_size, file_size) == 0);
    CHECK(shared[file_size - 1] == PIECES);
    CHECK(munmap(shared, file_size) == 0);
    close(fd);
    free(buffer);
    unlink("shared");
}

/* --- Anonymous memory --- */

struct list {
    struct list *next;
    long n;
    char rest[3 * PAGE - 16];
};

static struct list *make_list(long from, long n)
{
    if (n == 1) {
        int kind = from % 2 ? MAP_PRIVATE : MAP_SHARED;
        struct list *l = mmap(NULL, sizeof *l, PROT_READ | PROT_WRITE,
                              kind | MAP_ANONYMOUS, -1, 0);
        CHECK(l != MAP_FAILED && !l->next && l->rest[2 * PAGE] == 0);
        l->n = from;
        l->rest[2 * PAGE] = 1;
        return l;
    }
    struct list *a = spawn make_list(from, n / 2);
    struct list *b = make_list(from + n / 2, n - n / 2);
    sync;
    struct list *last = a;
    while (last->next)
        last = last->next;
    last->next = b;
    return a;
}

static long free_list(struct list *l, long n)
{
    long sum = 0;
    for (struct list *next; n > 0; n--, l = next) {
        next = l->next;
        sum += l->n;
        CHECK(munmap(l, sizeof *l) == 0);
    }
    return sum;
}

static void check_anonymous(void)
{
    const long n = 40;
    struct list *l = spawn make_list(0, n);
    sync;
    struct list *middle = l;
    for (long i = 0; i < n / 2; i++)
        middle = middle->next;
    long a = spawn free_list(l, n / 2);
    long b = free_list(middle, n - n / 2);
    sync;
    CHECK(a + b == n * (n - 1) / 2);
}

/* --- Protection, resizing, pieces, advice --- */

static char *make_pages(long n, int flags)
{
    char *p = mmap(NULL, (size_t)n * PAGE, PROT_READ,
                   MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
    CHECK(p != MAP_FAILED);
    CHECK(mprotect(p, (size_t)n * PAGE, PROT_READ | PROT_WRITE) == 0);
    for (long i = 0; i < n; i++)
        p[i * PAGE] = (char)(i + 1);
    return p;
}

static int is_refused(char *p) /* to be written, by the kernel's word */
{
    int fds[2];
    CHECK(pipe(fds) == 0 && write(fds[1], "x", 1) == 1);
    ssize_t n = read(fds[0], p, 1);
    CHECK(n == 1 || errno == EFAULT);
    close(fds[0]);
    close(fds[1]);
    return n != 1;
}

static void protect(char *p, size_t size, int prot)
{
    CHECK(mprotect(p, size, prot) == 0);
}

static void check_pages(int flags)
{
    const long n = 8;
    char *p = spawn make_pages(n, flags);
    sync;
    for (long i = 0; i < n; i++)
        CHECK(p[i * PAGE] == (char)(i + 1));
    spawn protect(p + 2 * PAGE, PAGE, PROT_READ);
    sync;
    CHECK(is_refused(p + 2 * PAGE) && !is_refused(p + 3 * PAGE));
    spawn protect(p + 2 * PAGE, PAGE, PROT_READ | PROT_WRITE);
    sync;
    CHECK(!is_refused(p + 2 * PAGE));
    p[2 * PAGE] = 3, p[3 * PAGE] = 4;
    p = mremap(p, (size_t)n * PAGE, 2 * (size_t)n * PAGE, MREMAP_MAYMOVE);
    CHECK(p != MAP_FAILED);
    for (long i = 0; i < 2 * n; i++)
        CHECK(p[i * PAGE] == (char)(i < n ? i + 1 : 0));
    CHECK(madvise(p + PAGE, PAGE, MADV_DONTNEED) == 0 && p[PAGE] == 0);
    CHECK(mmap(p + 3 * PAGE, PAGE, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == p + 3 * PAGE);
    CHECK(p[3 * PAGE] == 0 && p[4 * PAGE] == 5);
    CHECK(munmap(p, PAGE) == 0 && p[4 * PAGE] == 5);
    CHECK(munmap(p + PAGE, (2 * (size_t)n - 1) * PAGE) == 0);
}

/* Much is reserved, little is used. */
static char *use_sparsely(char *p, size_t size)
{
    CHECK(mprotect(p + size / 2, PAGE, PROT_READ | PROT_WRITE) == 0);
    p[size / 2] = 1;
    return p + size / 2;
}

static void check_sparse(void)
{
    const size_t size = 1ul << 36;
    char *p = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(p != MAP_FAILED);
    char *middle = spawn use_sparsely(p, size);
    sync;
    CHECK(*middle == 1 && munmap(p, size) == 0);
}

/* A view of a file over memory that was reserved. */
static char *map_over(char *p, int fd)
{
    return mmap(p + PAGE, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                fd, 0);
}

static void fill(char *p, int c)
{
    memset(p, c, PAGE);
}

static void check_fixed(void)
{
    char *p = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char byte = 0;
    int fd = make_file("view", PAGE);
    char *at = spawn map_over(p, fd);
    sync;
    CHECK(at == p + PAGE);
    spawn fill(p, 1);
    spawn fill(p + PAGE, 2);
    fill(p + 2 * PAGE, 3);
    sync;
    CHECK(p[PAGE - 1] == 1 && p[PAGE] == 2 && p[2 * PAGE] == 3);
    CHECK(pread(fd, &byte, 1, 0) == 1 && byte == 2);
    CHECK(munmap(p, 3 * PAGE) == 0);
    close(fd);
    unlink("view");
}

/* A private view that is made writable: the file stays as it is. */
static char *map_private(int fd)
{
    return mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, fd, 0);
}

static void check_private(void)
{
    char byte = 1;
    int fd = make_file("private", PAGE);
    CHECK(pwrite(fd, &byte, 1, 5) == 1);
    char *p = spawn map_private(fd);
    sync;
    CHECK(p != MAP_FAILED && p[5] == 1);
    spawn protect(p, PAGE, PROT_READ | PROT_WRITE);
    sync;
    spawn fill(p, 7);
    sync;
    CHECK(p[5] == 7 && pread(fd, &byte, 1, 5) == 1 && byte == 1);
    CHECK(munmap(p, PAGE) == 0);
    close(fd);
    unlink("private");
}

/* --- Those who know of it by other means than spawn and sync --- */

static _Atomic(char *) published;

static void publish(int fd)
{
    char *p = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0);
    CHECK(p != MAP_FAILED);
    atomic_store(&published, p);
}

static void check_published(void)
{
    char byte = 9, *p;
    int fd = make_file("published", PAGE);
    CHECK(pwrite(fd, &byte, 1, 0) == 1);
    atomic_store(&published, NULL);
    spawn publish(fd);
    while (!(p = atomic_load(&published)))
        sched_yield();
    CHECK(*p == 9);
    sync;
    CHECK(munmap(p, PAGE) == 0);
    close(fd);
    unlink("published");
}

/* --- By way of joins and futures --- */

static _Atomic int is_open, is_mapped;

/* When whoever will use it runs elsewhere, if it ever does. */
static char *map_file(int fd)
{
    for (int i = 0; i < 2000 && !is_open; i++)
        sched_yield();
    char *p = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    is_mapped = 1;
    return p;
}

static void await(void)
{
    is_open = 1;
    while (!is_mapped)
        sched_yield();
    for (int i = 0; i < 20; i++) /* until it has ended, mostly */
        sched_yield();
}

/* A system call finds no memory that is not there yet; a fault would. */
static int is_readable(const char *p)
{
    int fds[2];
    CHECK(pipe(fds) == 0);
    ssize_t n = write(fds[1], p, 1);
    close(fds[0]);
    close(fds[1]);
    return n == 1;
}

static void check_ends(void)
{
    int fd = make_file("ends", PAGE);
    for (int i = 0; i < 3; i++) {
        char *p;
        is_open = is_mapped = 0;
        if (i == 0) {
            p = spawn map_file(fd);
            await();
            sync;
        } else {
            ucilk_future_t f = cilk_future map_file(fd);
            await();
            while (i == 2 && !ucilk_future_done(f))
                sched_yield();
            p = ucilk_future_get(char *, f);
        }
        CHECK(p != MAP_FAILED && is_readable(p));
        CHECK(munmap(p, PAGE) == 0);
    }
    close(fd);
    unlink("ends");
}

static char *left_behind;

static void leave(int fd)
{
    left_behind = map_file(fd);
}

static long wait_a_little(long n)
{
    for (volatile long i = 0; i < n; i++)
        ;
    return n;
}

static void check_futures(void)
{
    int fd = make_file("future", PAGE);
    for (int i = 0; i < 4; i++) {
        ucilk_future_t f = cilk_future map_file(fd);
        spawn wait_a_little(1000);
        while (i % 2 && !ucilk_future_done(f))
            sched_yield();
        char *p = ucilk_future_get(char *, f);
        CHECK(p != MAP_FAILED && is_readable(p));
        sync;
        CHECK(munmap(p, PAGE) == 0);
    }
    close(fd);
    unlink("future");
}

/* Nobody gets it, but main goes on when it has ended. */
static void start_future(int fd)
{
    ucilk_future_t f = cilk_future(1) leave(fd);
    (void)f;
}

static void check_left_behind(void)
{
    int fd = make_file("left", PAGE);
    start_future(fd);
    CHECK(is_readable(left_behind));
    CHECK(munmap(left_behind, PAGE) == 0);
    close(fd);
    unlink("left");
}

/* --- More views of files than descriptors --- */

enum { VIEWS = 300, DESCRIPTORS = 200 };
static char *views[VIEWS];

static void view(int fd, int from, int n)
{
    if (n > 1) {
        spawn view(fd, from, n / 2);
        view(fd, from + n / 2, n - n / 2);
        sync;
        for (int i = from; i < from + n; i++)
            CHECK(views[i][i] == byte_at((size_t)i));
        return;
    }
    views[from] = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0);
    CHECK(views[from] != MAP_FAILED);
}

static void check_many(void)
{
    struct rlimit limit = {DESCRIPTORS, DESCRIPTORS};
    CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    int fd = make_file("many", PAGE);
    for (int i = 0; i < PAGE; i++) {
        char byte = byte_at((size_t)i);
        CHECK(write(fd, &byte, 1) == 1);
    }
    spawn view(fd, 0, VIEWS);
    sync;
    close(fd);
    for (int i = 0; i < VIEWS; i++)
        CHECK(munmap(views[i], PAGE) == 0);
    unlink("many");
}

/* --- Segments, and the break --- */

static char *attach(int id)
{
    return shmat(id, NULL, 0);
}

static void check_segment(void)
{
    int id = shmget(IPC_PRIVATE, 3 * PAGE, IPC_CREAT | 0600);
    if (id < 0) /* none to be had here */
        return;
    char *p = spawn attach(id);
    char *q = attach(id);
    sync;
    CHECK(shmctl(id, IPC_RMID, NULL) == 0);
    CHECK(p != (char *)-1 && q != (char *)-1 && p != q);
    spawn fill(p, 4);
    fill(q + PAGE, 5);
    sync;
    CHECK(q[0] == 4 && p[PAGE] == 5);
    CHECK(shmdt(p) == 0 && shmdt(q) == 0);
}

static char *grow(long n)
{
    char *p = sbrk(n);
    CHECK(p != (char *)-1);
    memset(p, (int)n % 100, (size_t)n);
    return p;
}

static void check_break(void)
{
    char *start = sbrk(0);
    char *a = spawn grow(10000);
    char *b = grow(20000);
    sync;
    CHECK(a != b && *a == 0 && *b == 0);
    CHECK((char *)sbrk(0) == start + 30000 && brk(start) == 0);
}

/* --- A fork before the first spawn: private memory is copied --- */

static void check_fork(void)
{
    enum { KINDS = 2 };
    static const int flags[KINDS] = {0, MAP_NORESERVE};
    char *p[KINDS], *shared_page;
    for (int i = 0; i < KINDS; i++) {
        p[i] = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | flags[i], -1, 0);
        CHECK(p[i] != MAP_FAILED);
        p[i][0] = p[i][PAGE] = 5;
        protect(p[i] + PAGE, PAGE, PROT_NONE);
    }
    shared_page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(shared_page != MAP_FAILED);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        for (int i = 0; i < KINDS; i++) {
            CHECK(p[i][0] == 5 && is_refused(p[i] + PAGE));
            protect(p[i] + PAGE, PAGE, PROT_READ | PROT_WRITE);
            CHECK(p[i][PAGE] == 5);
            p[i][0] = p[i][PAGE] = 6;
        }
        *shared_page = 7;
        _exit(0);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    CHECK(*shared_page == 7);
    for (int i = 0; i < KINDS; i++) {
        CHECK(p[i][0] == 5 && is_refused(p[i] + PAGE));
        protect(p[i] + PAGE, PAGE, PROT_READ | PROT_WRITE);
        CHECK(p[i][PAGE] == 5 && munmap(p[i], 2 * PAGE) == 0);
    }
    CHECK(munmap(shared_page, PAGE) == 0);
}

int main(void)
{
    check_fork();
    for (long i = 0; i < scaled(20, 3); i++) {
        spawn check_files();
        check_anonymous();
        sync;
        check_shared_file();
        check_pages(0);
        check_pages(MAP_NORESERVE);
        check_sparse();
        check_fixed();
        check_private();
        check_published();
        spawn check_ends(); /* not at the outermost sync */
        sync;
        check_left_behind();
        check_segment();
        check_break();
    }
    check_many();
    puts("what was mapped is seen");
}
