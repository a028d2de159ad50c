/* Locals that other tasks write and read by pointer while their function goes
 * on: results, arrays, structs, lists through the stack, locks; and those of
 * every kind that must only keep their values.  macros.py makes this program in
 * macros, too. */
#include "../process.h"
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <ucilk/ucilk.h>

static void put(long *p, long value)
{
    linger((unsigned long)value);
    scribble();
    *p = value;
}

static long get(long value)
{
    linger((unsigned long)value);
    scribble();
    return value;
}

/* --- Results that come back through pointers --- */

/* One result by value, another by pointer. */
static long divide(long a, long b, long *rest)
{
    linger((unsigned long)a);
    scribble();
    *rest = a % b;
    return a / b;
}

static void quotients(long i)
{
    long one, two, rest_one, rest_two, added = 7, rests[3];
    one = spawn divide(1000 + i, i, &rest_one);
    two = divide(2000 + i, i, &rest_two);
    scribble();
    sync;
    CHECK(one * i + rest_one == 1000 + i && two * i + rest_two == 2000 + i);
    added += spawn divide(100 * i, 3, &rests[0]);
    added += spawn divide(200 * i, 7, &rests[1]);
    added += divide(300 * i, 11, &rests[2]);
    sync;
    CHECK(added == 7 + 100 * i / 3 + 200 * i / 7 + 300 * i / 11);
    CHECK(rests[0] == 100 * i % 3 && rests[1] == 200 * i % 7 &&
          rests[2] == 300 * i % 11);
}

static void each_type(int i, char *c, signed char *h, short *s, unsigned *u,
                      long long *ll, float *f, double *d, long double *l,
                      _Bool *b, void **p)
{
    linger((unsigned long)i);
    scribble();
    *c = (char)('a' + i % 20);
    *h = (signed char)-i;
    *s = (short)(i * 100);
    *u = (unsigned)i * 1000000007u;
    *ll = (long long)i << 40;
    *f = (float)i / 2;
    *d = i / 4.0;
    *l = i / 8.0L;
    *b = i % 3 == 0;
    *p = p;
}

/* Of every type and alignment beside each other. */
static void types(int i)
{
    char c = 0;
    short s = 0;
    signed char h = 0;
    long double l = 0;
    _Bool b = 0;
    float f = 0;
    unsigned u = 0;
    double d = 0;
    long long ll = 0;
    void *p = NULL;
    spawn each_type(i, &c, &h, &s, &u, &ll, &f, &d, &l, &b, &p);
    scribble();
    sync;
    CHECK(c == 'a' + i % 20 && h == (signed char)-i && s == (short)(i * 100));
    CHECK(u == (unsigned)i * 1000000007u && ll == (long long)i << 40);
    CHECK(f == (float)i / 2 && d == i / 4.0 && l == i / 8.0L);
    CHECK(b == (i % 3 == 0) && p == &p);
}

/* A pointer to a pointer to a local; pointers to parameters; static, too. */
static void redirect(long **where, long *to)
{
    linger(3);
    *where = to;
    *to += 1;
}

static long through(long parameter)
{
    static long fixed;
    fixed = 0;
    long local = 10, *p = NULL, *q = NULL, *r = NULL;
    spawn redirect(&p, &local);
    spawn redirect(&q, &parameter);
    spawn redirect(&r, &fixed);
    scribble();
    sync;
    CHECK(p == &local && q == &parameter && r == &fixed);
    return *p * 100 + *q * 10 + *r;
}

/* Structs as results, into elements and members, with a guard on either side;
 * one leads back to this frame. */
struct small {
    char c[3];
};
struct large {
    long a[40];
};
struct pointers {
    long *p, *q;
};

static struct small make_small(int i)
{
    linger((unsigned long)i);
    return (struct small){{(char)i, (char)(i + 1), (char)(i + 2)}};
}

static struct large make_large(long first)
{
    struct large l;
    for (int i = 0; i < 40; i++)
        l.a[i] = first + i;
    linger((unsigned long)first);
    scribble();
    return l;
}

static struct pointers make_pointers(long *p, long *q)
{
    *p += 1;
    *q += 2;
    return (struct pointers){q, p};
}

static void structs(long i)
{
    struct {
        unsigned long before;
        struct large l[2];
        unsigned long between;
        struct small s[3];
        unsigned long after;
    } at;
    long one = i, other = i;
    struct pointers p;
    at.before = at.between = at.after = 0x7777;
    at.l[0] = spawn make_large(i);
    at.l[1] = spawn make_large(i + 100);
    for (int k = 0; k < 3; k++)
        at.s[k] = spawn make_small(k + 1);
    p = spawn make_pointers(&one, &other);
    scribble();
    sync;
    CHECK(at.before == 0x7777 && at.between == 0x7777 && at.after == 0x7777);
    for (int k = 0; k < 40; k++)
        CHECK(at.l[0].a[k] == i + k && at.l[1].a[k] == i + 100 + k);
    for (int k = 0; k < 3; k++)
        CHECK(at.s[k].c[0] == k + 1 && at.s[k].c[2] == k + 3);
    CHECK(p.p == &other && p.q == &one && *p.p == i + 2 && *p.q == i + 1);
}

/* --- Arrays --- */

enum { N = 2000 };

static void fill(int *a, long n, int first)
{
    linger((unsigned long)first);
    scribble();
    for (long i = 0; i < n; i++)
        a[i] = first + (int)i;
}

/* A guard on either side finds what goes beyond. */
static void slices(long n_children)
{
    unsigned long before = 0x1111, after = 0x2222;
    int a[N];
    memset(a, 0, sizeof a);
    long each = N / n_children;
    for (long c = 0; c < n_children; c++)
        spawn fill(a + c * each, each, (int)(c * each));
    scribble();
    sync;
    for (int i = 0; i < each * n_children; i++)
        CHECK(a[i] == i);
    CHECK(before == 0x1111 && after == 0x2222);
}

struct record {
    char name[20];
    long value;
    struct record *other;
};

static void fill_record(struct record *r, int i, struct record *other)
{
    linger((unsigned long)i);
    snprintf(r->name, sizeof r->name, "record %d", i);
    r->value = i * 3L;
    r->other = other;
}

/* Structs that point to each other, in an array in a struct. */
static void records(void)
{
    struct {
        char before[16];
        struct record r[20];
        char after[16];
    } all;
    memset(&all, 'x', sizeof all);
    for (int i = 0; i < 20; i++)
        spawn fill_record(&all.r[i], i, &all.r[(i + 7) % 20]);
    scribble();
    sync;
    const struct record *at = all.r;
    for (int i = 0; i < 20; i++, at = at->other) {
        char name[20];
        snprintf(name, sizeof name, "record %d", i * 7 % 20);
        CHECK(strcmp(at->name, name) == 0 && at->value == i * 7 % 20 * 3);
    }
    CHECK(at == all.r);
    for (int i = 0; i < 16; i++)
        CHECK(all.before[i] == 'x' && all.after[i] == 'x');
}

/* Far more than a page, in a child and in its parent. */
static void large(void)
{
    int a[100000];
    for (int i = 0; i < 10; i++)
        spawn fill(a + i * 10000, 10000, i * 10000);
    sync;
    long total = 0;
    for (int i = 0; i < 100000; i++)
        total += a[i];
    CHECK(total == 99999L * 50000);
}

static void two_large(void)
{
    spawn large();
    large();
    sync;
}

/* Leaf frames as large as pages, at the same time. */
static void sum_of_large(long n, long *sum)
{
    char a[9000];
    memset(a, (int)(n % 50), sizeof a);
    linger((unsigned long)n);
    *sum = 0;
    for (unsigned i = 0; i < sizeof a; i++)
        *sum += a[i];
}

static void frames(long n)
{
    long sums[6];
    for (int i = 0; i < 6; i++)
        spawn sum_of_large(n + i, &sums[i]);
    long own;
    sum_of_large(n, &own);
    sync;
    CHECK(own == 9000 * (n % 50));
    for (int i = 0; i < 6; i++)
        CHECK(sums[i] == 9000 * ((n + i) % 50));
}

/* Thousands of spawns in one frame: no sync before the end, or one after so
 * many, behind which what was written is read, and written again. */
static void put_int(int *p, int value)
{
    if (value % 64 == 0)
        linger((unsigned long)value / 64);
    *p = value;
}

static void at_once(int n)
{
    int a[20000];
    long turns = 0;
    for (int i = 0; i < n; i++) {
        spawn put_int(&a[i], i);
        turns += i;
        if (i % 100 == 0)
            scribble();
    }
    sync;
    CHECK(turns == (long)n * (n - 1) / 2);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i);
}

static void in_parts(int n, int part)
{
    int a[64];
    long sum = 0, expected = 0;
    for (int i = 0; i < n; i++) {
        spawn put_int(&a[i % part], i);
        expected += i - i % part;
        if (i % part == part - 1) {
            sync;
            for (int k = 0; k < part; k++) {
                CHECK(a[k] == i - part + 1 + k);
                sum += a[k] - k;
            }
        }
    }
    sync;
    CHECK(sum == expected - (long)(n % part) * (n - n % part));
}

static void both(int n)
{
    spawn at_once(n);
    spawn in_parts(n, 32);
    at_once(n);
    sync;
}

/* --- Pointers in structs --- */

/* Each frame's node points to its parent's.  Tasks read the whole list through
 * the stack and write to it. */
struct node {
    struct node *up;
    int depth, turn;
    atomic_long visits;
    long own[4];
};

/* Up to the root: each node as its frame left it. */
static void check_path(const struct node *n)
{
    for (; n->up; n = n->up) {
        CHECK(n->depth == n->up->depth + 1);
        for (int i = 0; i < 4; i++)
            CHECK(n->own[i] == n->depth * 10 + n->turn + i);
    }
    CHECK(n->depth == 0);
}

static void descend(struct node *up, int levels, int turn)
{
    if (levels == 0) {
        linger((unsigned long)up->own[0]);
        scribble();
        check_path(up);
        for (struct node *n = up; n; n = n->up)
            atomic_fetch_add(&n->visits, 1);
        return;
    }
    struct node n = {.up = up, .depth = up->depth + 1, .turn = turn};
    for (int i = 0; i < 4; i++)
        n.own[i] = n.depth * 10 + turn + i;
    spawn descend(&n, levels - 1, 0);
    scribble();
    check_path(&n);
    spawn descend(&n, levels - 1, 1);
    check_path(&n);
    descend(&n, levels / 2, 2);
    sync;
    check_path(&n);
    CHECK(n.visits > 0);
}

static long leaves(int levels)
{
    return levels ? 2 * leaves(levels - 1) + leaves(levels / 2) : 1;
}

static void list(int levels)
{
    struct node root = {0};
    spawn descend(&root, levels, 0);
    descend(&root, levels, 1);
    sync;
    CHECK(root.visits == 2 * leaves(levels));
}

/* A sibling's node: the parent's sync comes after both. */
static void swap(struct node *mine, struct node *_Atomic *theirs, long value)
{
    mine->own[0] = value;
    atomic_store(theirs, mine);
}

static void two_nodes(long seed)
{
    struct node a = {0}, b = {0};
    struct node *_Atomic of_a = NULL, *_Atomic of_b = NULL;
    spawn swap(&a, &of_b, seed);
    spawn swap(&b, &of_a, seed + 1);
    sync;
    CHECK(of_a == &b && of_b == &a);
    CHECK(b.own[0] == seed + 1 && a.own[0] == seed);
}

/* On the heap, whose inputs and outputs are the caller's arrays. */
struct job {
    const int *in;
    long *out;
    struct job *next;
};

static void do_job(struct job *j)
{
    long sum = 0;
    for (long i = 0; i < 20; i++)
        sum += j->in[i];
    linger((unsigned long)sum);
    scribble();
    *j->out = sum;
    free(j);
}

static void jobs(int first)
{
    int in[400];
    long out[20];
    struct job *list = NULL;
    for (int i = 0; i < 400; i++)
        in[i] = first + i;
    for (int i = 19; i >= 0; i--) {
        struct job *j = malloc(sizeof *j);
        CHECK(j);
        *j = (struct job){in + 20 * i, &out[i], list};
        list = j;
    }
    while (list) {
        struct job *next = list->next;
        spawn do_job(list);
        list = next;
    }
    scribble();
    sync;
    for (int i = 0; i < 20; i++)
        CHECK(out[i] == 20L * first + 400 * i + 190);
}

/* --- Locals that all children share --- */

struct shared {
    atomic_long count;
    _Atomic(long *) largest;
    atomic_flag flag;
    pthread_mutex_t mutex;
    pthread_rwlock_t rwlock;
    pthread_spinlock_t spinlock;
    sem_t semaphore;
    long under_flag, under_mutex, under_rwlock, under_spinlock, under_semaphore;
};

static void use(struct shared *s, long *own, long i)
{
    *own = i;
    atomic_fetch_add(&s->count, i);
    long *seen = atomic_load(&s->largest);
    while ((!seen || *seen < i) &&
           !atomic_compare_exchange_weak(&s->largest, &seen, own))
        ;
    while (atomic_flag_test_and_set(&s->flag))
        sched_yield();
    s->under_flag += i;
    atomic_flag_clear(&s->flag);
    CHECK(pthread_mutex_lock(&s->mutex) == 0);
    s->under_mutex += i;
    linger((unsigned long)i);
    CHECK(pthread_mutex_unlock(&s->mutex) == 0);
    CHECK(pthread_rwlock_wrlock(&s->rwlock) == 0);
    s->under_rwlock += i;
    CHECK(pthread_rwlock_unlock(&s->rwlock) == 0);
    CHECK(pthread_spin_lock(&s->spinlock) == 0);
    s->under_spinlock += i;
    CHECK(pthread_spin_unlock(&s->spinlock) == 0);
    CHECK(sem_wait(&s->semaphore) == 0);
    s->under_semaphore += i;
    CHECK(sem_post(&s->semaphore) == 0);
    scribble();
}

/* Those in between only pass the pointers on. */
static void use_halves(struct shared *s, long *own, long first, long n)
{
    if (n == 1) {
        use(s, own, first);
        return;
    }
    spawn use_halves(s, own, first, n / 2);
    spawn use_halves(s, own + n / 2, first + n / 2, n - n / 2);
    sync;
}

static void locks(long n, int are_halved)
{
    long own[400], sum = n * (n - 1) / 2;
    struct shared s = {.flag = ATOMIC_FLAG_INIT};
    CHECK(pthread_mutex_init(&s.mutex, NULL) == 0);
    CHECK(pthread_rwlock_init(&s.rwlock, NULL) == 0);
    CHECK(pthread_spin_init(&s.spinlock, PTHREAD_PROCESS_PRIVATE) == 0);
    CHECK(sem_init(&s.semaphore, 0, 1) == 0);
    if (are_halved)
        use_halves(&s, own, 0, n);
    for (long i = 0; i < n && !are_halved; i++)
        spawn use(&s, &own[i], i);
    sync;
    for (long i = 0; i < n; i++)
        CHECK(own[i] == i);
    CHECK(s.count == sum && *s.largest == n - 1);
    CHECK(s.under_flag == sum && s.under_mutex == sum);
    CHECK(s.under_rwlock == sum && s.under_spinlock == sum);
    CHECK(s.under_semaphore == sum);
    CHECK(pthread_mutex_destroy(&s.mutex) == 0);
}

/* Neighbours in one word, one cache line. */
static void put_byte(unsigned char *c, int i)
{
    linger((unsigned long)i);
    *c = (unsigned char)(i + 1);
}

static void bytes(void)
{
    unsigned char c[64] = {0};
    for (int i = 0; i < 64; i++)
        spawn put_byte(&c[i], i);
    sync;
    for (int i = 0; i < 64; i++)
        CHECK(c[i] == i + 1);
}

/* Atomic locals that this function counts as well. */
static void count(atomic_int *n, int i)
{
    linger((unsigned long)i);
    ++*n;
}

static void counts(void)
{
    atomic_int a = 0, b = 0;
    for (int i = 0; i < 30; i++) {
        spawn count(&a, i);
        spawn count(&b, i);
        ++a;
        if (i % 10 == 9) {
            sync;
            CHECK(a == 2 * i + 2 && b == i + 1);
        }
    }
    CHECK(a == 60 && b == 30);
}

/* --- Locals that keep their values --- */

/* More than there are registers. */
static void many(long n)
{
    long a = n, b = n + 1, c = n + 2, d = n + 3, e = n + 4, f = n + 5,
         g = n + 6, h = n + 7, i = n + 8, j = n + 9, k = n + 10, l = n + 11, x,
         y;
    double p = (double)n, q = p + 1, r = p + 2, s = p + 3;
    float t = (float)n;
    long double u = (long double)n / 3;
    volatile long v = n;
    spawn put(&x, n);
    a += b;
    c += d;
    p += q;
    t *= 2;
    v++;
    y = spawn get(n);
    e += f;
    g += h;
    r += s;
    u *= 3;
    v++;
    sync;
    i += j;
    k += l;
    CHECK(x == n && y == n && v == n + 2);
    CHECK(a == 2 * n + 1 && c == 2 * n + 5 && e == 2 * n + 9 &&
          g == 2 * n + 13 && i == 2 * n + 17 && k == 2 * n + 21);
    CHECK(b == n + 1 && d == n + 3 && f == n + 5 && h == n + 7);
    CHECK(p == 2.0 * (double)n + 1 && r == 2.0 * (double)n + 5);
    CHECK(q == (double)n + 1 && s == (double)n + 3);
    CHECK(t == 2.0f * (float)n && u > (long double)n - 0.5L &&
          u < (long double)n + 0.5L);
}

struct bits {
    unsigned a : 3, b : 13;
    signed c : 7;
    _Bool d : 1;
};

static void fields(long n)
{
    struct bits b = {0, 0, 0, 0};
    char text[] = "a local text", *at = text;
    register long r = n;
    long out[4];
    for (int i = 0; i < 4; i++) {
        spawn put(&out[i], n + i);
        b.a++;
        b.b = (unsigned)(b.b + 1000);
        b.c = -i;
        b.d = !b.d;
        r += 3;
        at++;
    }
    CHECK(strcmp(at, "cal text") == 0);
    sync;
    CHECK(b.a == 4 && b.b == 4000 && b.c == -3 && !b.d && r == n + 12);
    CHECK(strcmp(text, "a local text") == 0);
    for (int i = 0; i < 4; i++)
        CHECK(out[i] == n + i);
}

/* Parameters, also those that a child writes. */
static long parameters(long a, long b, long c, double d, struct bits e)
{
    long before = a + b + c;
    spawn put(&a, before);
    b++;
    spawn put(&c, b);
    d += 1;
    e.a = 5;
    sync;
    CHECK(a == before && c == b && d > 1 && e.a == 5 && e.b == 77);
    return a + b + c;
}

/* The last read of a local is in a function called behind the sync. */
static __attribute__((noinline)) long later(const long *p)
{
    scribble();
    return *p;
}

static long reused(long n)
{
    long x = 0, total = 0;
    for (long i = 0; i < n; i++) {
        long y = i;
        spawn put(&x, i);
        total += later(&y);
        sync;
        total += later(&x);
        spawn put(&y, 2 * i);
        sync;
        total += later(&y);
    }
    return total;
}

int main(void)
{
    for (long i = 0; i < scaled(200, 20); i++) {
        quotients(i + 1);
        types((int)i);
        CHECK(through(i) == 1100 + 10 * (i + 1) + 1);
        structs(i);
        records();
        frames(i);
        two_nodes(i);
        jobs((int)i);
        bytes();
        counts();
        many(i);
        fields(i);
        CHECK(parameters(i, 1, 2, 0.5, (struct bits){1, 77, 0, 0}) == i + 7);
    }
    for (long c = 1; c <= 64; c += 3)
        slices(c);
    two_large();
    int n = (int)scaled(20000, 1000);
    in_parts(n, 1);
    in_parts(n, 7);
    in_parts(n, 64);
    both(n);
    list((int)scaled(9, 6));
    locks(scaled(400, 60), 0);
    locks(scaled(400, 60), 1);
    long m = scaled(1000, 50);
    CHECK(reused(m) == 4 * m * (m - 1) / 2);
    return right();
}
