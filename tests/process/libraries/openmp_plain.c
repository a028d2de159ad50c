/* The part of openmp.c that is compiled without the tool. */
long openmp_sum(const int *a, long n);
void openmp_fill(int *a, long n, int first);
long openmp_guests(long (*work)(long), long n);

long openmp_sum(const int *a, long n)
{
    long sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
    for (long i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

void openmp_fill(int *a, long n, int first)
{
#pragma omp parallel for schedule(dynamic, 50) num_threads(2)
    for (long i = 0; i < n; i++)
        a[i] = first + (int)i;
}

long openmp_guests(long (*work)(long), long n)
{
    long sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(3)
    for (long i = 0; i < n; i++)
        sum += work(i);
    return sum;
}
