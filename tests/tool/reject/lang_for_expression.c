/* Keywords without a header, in the place of an expression. */
int f(int n);

int g(int n)
{
    int x;
    /* expect: +1:9: error: expected expression */
    x = _Cilk_for (int i = 0; i < n; i++) f(i);
    return x;
}
