/*
 * Tests random numbers over many strands: of 10^6 no two are equal, bytes and
 * bits are evenly distributed, and neighbours are not similar.  The numbers do
 * not depend on the run, so a check that passes once always passes.
 */
#include <ucilk/ucilk.h>
#include <ucilk/random.h>

#include "../check.h"

#include <string.h>

static uint64_t *numbers;

/* n of them, from as many strands, and as many levels as there can be. */
static void fill(uint64_t *at, long n)
{
    if (n <= 4) {
        for (long i = 0; i < n; i++)
            at[i] = ucilk_random();
        return;
    }
    spawn fill(at, n / 3);
    spawn fill(at + n / 3, n / 2);
    fill(at + n / 3 + n / 2, n - n / 3 - n / 2);
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Chi square of the values of one byte: 255 on average, and 22.6 its standard
 * deviation. */
static void check_byte(long n, int byte)
{
    double count[256] = {0}, sum = 0, expected = (double)n / 256;
    for (long i = 0; i < n; i++)
        count[numbers[i] >> 8 * byte & 255]++;
    for (int i = 0; i < 256; i++)
        sum += (count[i] - expected) * (count[i] - expected) / expected;
    CHECK(sum > 255 - 4.5 * 22.6 && sum < 255 + 4.5 * 22.6);
}

/* Half of the bits differ between neighbours. */
static void check_neighbours(long n)
{
    for (int bit = 0; bit < 64; bit++) {
        double differ = 0, half = (double)(n - 1) / 2;
        for (long i = 1; i < n; i++)
            differ += (numbers[i] ^ numbers[i - 1]) >> bit & 1;
        double deviation = differ - half;
        CHECK(deviation * deviation < 4.5 * 4.5 * (double)n / 4);
    }
}

int main(void)
{
    enum { LOOP = 100 };
    long n = scaled(1000000, 20000), part = n / 2 / LOOP;
    numbers = malloc((size_t)n * sizeof *numbers);
    CHECK(numbers);
    cilk_for(long i = 0; i < LOOP; i++) fill(numbers + i * part, part);
    fill(numbers + n / 2, n - n / 2);
    for (int byte = 0; byte < 8; byte++)
        check_byte(n, byte);
    check_neighbours(n);
    qsort(numbers, (size_t)n, sizeof *numbers, by_value);
    for (long i = 1; i < n; i++)
        CHECK(numbers[i] != numbers[i - 1]);
    free(numbers);
    return 0;
}
