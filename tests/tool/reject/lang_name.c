/* A keyword without a header, as a name. */
int f(int n)
{
    /* expect: +1:21: error: expected identifier or */
    int _Cilk_spawn = n;
    return n;
}
