/* cilk_for in each direction, nested, with arrays and reducers in memory: 462: 2470 100 285 10 2470 1260 570 8200 42 2470 19 3 7 2470 12350 160 100 2450 2500 99 */
#include "check.h"

enum { N = 20 };
static long product[N][N];

struct pair {
    long a, b;
};

typedef long UCILK_SUM(long) count_t;

struct shelf {
    int width;
    count_t books, pages[2];
};

static long total(const long *a, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

static void up(void)
{
    long a[20], odd[20] = {0}, left[10];
    unsigned j;
    cilk_for (int i = 0; i < 20; i++)
        a[i] = square(i);
    cilk_for (int i = 0; i <= 19; i += 1) {
        if (i % 2 == 0)
            continue;
        odd[i] = i;
    }
    cilk_for (j = 0; j != 10; ++j)
        left[j] = square(j);
    printf("%ld %ld %ld %u", total(a, 20), total(odd, 20), total(left, 10), j);
}

static void down_and_over_a_pointer(void)
{
    long a[20], b[20] = {0}, c[20];
    cilk_for (long i = 19; i >= 0; i--)
        a[i] = square(i);
    cilk_for (unsigned char k = 21; 0 < k; k -= 3)
        b[k - 3] = square(k);
    for (int i = 0; i < 20; i++)
        c[i] = i;
    cilk_for (long *p = c; p < c + 20; p += 2) {
        p[0] = square(p[0] / 2);
        p[1] = p[0];
    }
    printf(" %ld %ld %ld", total(a, 20), total(b, 20), total(c, 20));
}

static void nested(void)
{
    cilk_for (int i = 0; i < N; i++) {
        long x, y = spawn square(i);
        x = square(i + 1);
        sync;
#pragma cilk grainsize 2
        _Cilk_for (int j = 0; j < N; j++) {
            dawdle();
            product[i][j] = x - y + j % 2;
        }
    }
    printf(" %ld", total(product[0], N * N));
}

static void set(int *p, int value)
{
    *p = value;
}

static void captured(int n, long *restrict squares)
{
    int last = -1, by_address = 0;
    struct pair pair = {1, 2};
    static long kept;
    long *p = squares;
    cilk_for (int i = 0; i < n; i++) {
        p[i] = square(i);
        if (i == n - 1)
            last = i;
        if (i == 3) {
            pair = (struct pair){40, 2};
            kept = i;
        }
        if (i == 7)
            set(&by_address, i);
    }
    printf(" %ld %ld %d %ld %d", pair.a + pair.b, total(squares, n), last, kept,
           by_address);
}

static long sum_of(int n, long (*rows)[n], int row)
{
    return total(rows[row], n);
}

static long spread(int n, long rows[][n])
{
    long part[n], sum = 0;
    for (int i = 0; i < n; i++)
        part[i] = spawn square(i);
    sync;
    cilk_for (int i = 0; i < n; i++)
        for (int row = 0; row < 5; row++) {
            rows[row][i] = part[i];
            dawdle();
        }
    for (int row = 0; row < 5; row++)
        sum += spawn sum_of(n, rows, row);
    sync;
    return sum * 1000 + (long)sizeof part;
}

static void sort_in(struct shelf *s, int low, int high,
                    long UCILK_MAX(long) *highest)
{
    if (high - low == 1) {
        long before = s->books;
        dawdle();
        s->books = before + 1;
        s->pages[low % 2] += low;
        if (low > *highest)
            *highest = low;
        return;
    }
    int middle = low + (high - low) / 2;
    spawn sort_in(s, low, middle, highest);
    sort_in(s, middle, high, highest);
    sync;
}

int main(void)
{
    int n = 20;
    long rows[5][n], squares[20], all;
    struct shelf shelf = {80, 0, {0, 0}};
    long UCILK_MAX(long) highest = 0;
    up();
    down_and_over_a_pointer();
    nested();
    captured(20, squares);
    all = spread(n, rows);
    printf(" %ld %ld %ld", sum_of(n, rows, 4), all / 1000, all % 1000);
    sort_in(&shelf, 0, 100, &highest);
    printf(" %ld %ld %ld %ld\n", shelf.books, shelf.pages[0], shelf.pages[1],
           highest);
    return 0;
}
