/* Bodies of loops and spawned statements whose variables have types that are
 * local to the function, with and without a name, or which use such types. */
#include <stddef.h>

#include <ucilk/ucilk.h>

#include <ucilk/compat/cilk/reducer.h>
#include <ucilk/compat/cilk/reducer_opadd.h>
#include <ucilk/reducers.h>

#include "check.h"

struct here { /* another one than those in the functions */
    char c;
};

static long square(long n)
{
    return n * n;
}

/* Reducers of Cilk Plus have such types. */
static void of_c(int n)
{
    CILK_C_DECLARE_REDUCER(long)
    sum = REDUCER_OPADD_INIT(long, 5), other = REDUCER_OPADD_INIT(long, 6);
    CILK_C_REGISTER_REDUCER(sum);
    CILK_C_REGISTER_REDUCER(other);
    cilk_for(int i = 0; i < n; i++)
    {
        REDUCER_VIEW(sum) += i;
        cilk_for(int k = 0; k < 3; k++) REDUCER_VIEW(other) += k;
    }
    cilk_spawn
    {
        REDUCER_VIEW(other) += 1000;
    }
    REDUCER_VIEW(other) += 10000;
    sync;
    CILK_C_UNREGISTER_REDUCER(other);
    CILK_C_UNREGISTER_REDUCER(sum);
    printf("%ld %ld\n", REDUCER_VIEW(sum), other.value);
}

static void zero(void *view)
{
    *(long *)view = 0;
}

static void plus(void *left, void *right)
{
    *(long *)left += *(long *)right;
}

/* And those of OpenCilk can. */
static void of_keywords(int n)
{
    struct {
        long value;
    } cilk_reducer(zero, plus) whole = {1};
    cilk_for(int i = 0; i < n; i++) whole.value += i; /* without a spawn */
    struct parts {
        long UCILK_SUM(long) count;
        long plain[2];
    } parts = {3, {4, 5}};
    cilk_for(int i = 0; i < n; i++)
    {
        whole.value += i;
        parts.count++;
        if (i == 7)
            parts.plain[1] = spawn square(9);
    }
    cilk_for(int i = 0; i < n; i++)
    {
        whole.value += square(i) % 5;
        cilk_spawn parts.count += 2;
    }
    printf("%ld %ld %ld\n", whole.value, parts.count, parts.plain[1]);
}

static void without_names(int n, int m)
{
    struct {
        short a : 5, b : 7;
        union {
            int i;
            float f;
        };
        struct {
            long deep;
        } in;
    } one = {1, 2, {3}, {4}}, two = one, many[2][40] = {{{0}}}, *first = &many[1][0],
      (*rows)[m] = (void *)many;
    const union {
        int i;
        char bytes[4];
    } constant = {0x01020304}, *look = &constant;
    volatile struct {
        int n;
    } changing = {3};
    static struct {
        int last;
    } kept = {-1};
    enum { FEW = 3, MORE } which = MORE, *whose = &which;
    __typeof__(one.in) inner = {9}, *within = &inner;
    __typeof__(one) row[m];
    cilk_for(int i = 0; i < n; i++)
    {
        __typeof__(one) mine = one;
        mine.i += i + look->bytes[1] + constant.bytes[0] + changing.n;
        mine.in = *within;
        mine.in.deep += (long)(sizeof row / sizeof row[0]);
        many[1][i] = mine;
        first[i].a = (short)(i % 8);
        row[i] = mine;
        rows[0][i % m].b = (short)(i % m % 50);
        if (i == n - 1) {
            kept.last = i;
            two.f = 2.5f;
            *whose = FEW;
        }
    }
    cilk_spawn
    {
        inner.deep = which + one.in.deep + row[3].in.deep;
    }
    sync;
    long s = 0;
    for (int i = 0; i < n; i++)
        s = (s * 5 + many[1][i].a + many[1][i].i + many[1][i].in.deep +
             many[0][i % m].b + row[i].i) %
            1000003;
    printf("%ld %d %.1f %d %ld\n", s, kept.last, two.f, which, inner.deep);
}

static void named(int n)
{
    enum size { SMALL = 2, LARGE = 40 };
    typedef int number, numbers[SMALL];
    typedef struct {
        number x;
        numbers y;
    } point, *at;
    struct here {
        point points[SMALL + 1];
        enum size size;
        struct here *next;
        struct {
            long odd;
        } __attribute__((packed)) in;
    } __attribute__((aligned(32))) h = {.size = SMALL}, all[LARGE];
    struct left;
    struct right {
        struct left *left;
    };
    struct left {
        struct right *right;
        int n;
    } l = {0, 6};
    struct right r = {&l};
    typedef union either {
        long l;
        double d;
    } either;
    point only = {1, {2, 3}};
    at there = &only;
    struct here (*function)(int) = NULL;
    l.right = &r;
    h.next = all;
    cilk_for(int i = 0; i < n; i++)
    {
        enum size size = i % 2 ? SMALL : LARGE;
        at p = &h.points[0];
        either e = {.l = i};
        struct here mine = {.points = {[1] = *there}, .size = size};
        mine.points[0].x = (int)(sizeof(struct here) % 32 + e.l);
        mine.points[2] = (__typeof__(*p)){i, {i, i}};
        mine.next = h.next + i;
        mine.in.odd = (long)offsetof(struct here, size) * l.right->left->n +
                      _Generic(mine, struct here : 1, default : 2) +
                      (long)sizeof(numbers) + (function != NULL);
        all[i] = mine;
    }
    cilk_for(int i = 0; i < n; i++)
    {
        struct triple {
            struct here *here;
            number three[3];
        } triple = {&all[i], {i, i + 1, i + 2}};
        typedef struct triple again;
        again other = {0, {0}};
        cilk_for(number k = 0; k < 3; k++)
        {
            struct triple *t = &triple;
            other.three[k] = (int)t->here->size;
            other.three[k] += spawn square(t->three[k]);
            sync;
            if (k == 2)
                other.here = t->here->next;
        }
        cilk_spawn
        {
            again last = other;
            last.here->points[1].x += last.three[0] + last.three[2];
        }
    }
    long s = 0;
    for (struct here *p = all; p < all + n; p++)
        s = (s * 7 + p->points[0].x + p->points[1].x + p->points[2].y[1] +
             p->in.odd + p->size + (p->next - all)) %
            1000003;
    printf("%ld\n", s);
}

/* The loop counts by a pointer to one. */
static int look_at(int n)
{
    return n;
}

static void counted(int n)
{
    struct item {
        char name[5];
        int k;
    } items[50], (*last)[50] = &items;
    const struct item *end = items + n;
    struct {
        int x, y, z;
    } *q, more[20];
    cilk_for(struct item *p = items; p != items + n; p++) p->k = (int)(p - items);
    cilk_for(struct item *p = items; p < (*last) + look_at(n); p += 2)
    {
        p->k *= 3;
    }
    cilk_for(const struct item *p = end - 1; p >= items; --p)
        items[p - items].name[0] = (char)(p->k % 50 + 'A');
    cilk_for(q = more; q < more + 20; q += look_at(3)) q->y = (int)(q - more);
    long s = q - more;
    for (int i = 0; i < n; i++)
        s = (s * 7 + items[i].k + items[i].name[0]) % 1000003;
    for (int i = 0; i < 20; i += 3)
        s = s * 3 % 1000003 + more[i].y;
    printf("%ld\n", s);
}

/* What is within hides what is around. */
static void hidden(int n)
{
    struct here {
        long a;
    } outer = {3};
    long all[50];
    if (n > 1) {
        struct here {
            char a[3];
        } inner = {{1, 2, 3}};
        typedef char real;
        typedef struct {
            int k;
        } both;
        if (n > 2) {
            both both = {4}; /* hides its type */
            cilk_for(int i = 0; i < n; i++)
            {
                struct here copy = inner;
                real r = copy.a[i % 3];
                all[i] = r + (long)sizeof copy + both.k;
            }
        }
    }
    cilk_for(int i = 0; i < n; i++)
    {
        struct here copy = {outer.a + i};
        all[i] += copy.a;
    }
    long s = 0;
    for (int i = 0; i < n; i++)
        s = (s * 7 + all[i]) % 1000003;
    printf("%ld\n", s);
}

/* The compiler knows that what a body wrote may be read behind it. */
static void written(int n)
{
    struct cell {
        long value;
        struct cell *next;
    } cells[3] = {{1, &cells[1]}, {2, &cells[2]}, {3, 0}}, *head = cells;
    struct {
        long value;
    } box = {5}, *to = &box;
    for (int round = 0; round < n; round++) {
        cells[1].value = round;
        to->value += round;
        cilk_for(int i = 0; i < 1; i++)
        {
            head->next->value += 10;
            to->value *= 2;
        }
        cells[2].value += cells[1].value + box.value % 1000;
        cilk_spawn head->next->next->value %= 1000;
        sync;
        cells[0].value += cells[2].value;
    }
    printf("%ld %ld %ld\n", cells[0].value, cells[1].value, box.value % 1000);
}

int main(void)
{
    of_c(100);
    of_keywords(60);
    without_names(30, 33);
    named(35);
    counted(40);
    hidden(45);
    written(9);
    return 0;
}
