/* A keyword without a header, as a function. */
int f(int n)
{
    /* expect: +1:5: error: cilk_for */
    _Cilk_for(n);
    return n;
}
