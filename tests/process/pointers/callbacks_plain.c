/* The library of callbacks.c, compiled without the tool. */
typedef void visitor(void *, long, long, long, long, long, long, long, long);

long plain_visit(visitor *visit, void *closure, long n);
long plain_nest(long (*f)(void *, long), void *closure, long n, long depth);

long plain_visit(visitor *visit, void *closure, long n)
{
    long sum = 0;
    for (long i = 0; i < n; i++) {
        visit(closure, i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7);
        sum += i;
    }
    return sum;
}

/* Its locals live across the call. */
long plain_nest(long (*f)(void *, long), void *closure, long n, long depth)
{
    volatile long guard[4] = {n, n + 1, n + 2, n + 3};
    long result = f(closure, depth);
    for (int i = 0; i < 4; i++)
        if (guard[i] != n + i)
            return -1000000;
    return result + n;
}
