/* 3.1 Program structure: C code beside Cilk procedures, and the main of these. */
#include <cilk.h>

#include "../../check.h"

/* Sequential, in C. */
struct counts {
    int even, odd;
};
static const char *const words[] = {"even", "odd"};

static struct counts count(int first, int last)
{
    struct counts c = {0, 0};
    for (int i = first; i < last; i++)
        (i % 2 ? &c.odd : &c.even)[0]++;
    return c;
}

cilk static struct counts counted(int first, int last)
{
    struct counts a, b;
    if (last - first < 10)
        return count(first, last);
    a = spawn counted(first, (first + last) / 2);
    b = spawn counted((first + last) / 2, last);
    sync;
    a.even += b.even;
    a.odd += b.odd;
    return a;
}

/* The arguments of the command line are those of C. */
cilk int main(int argc, char **argv)
{
    struct counts c;
    CHECK(argc == 1 && argv[0] != NULL && argv[1] == NULL);
    c = spawn counted(0, 999);
    sync;
    printf("%s %d %s %d\n", words[0], c.even, words[1], c.odd);
    return 0;
}

#ifdef REFUSED_1
cilk int f(int n);
/* expect: +1:9: error: spawn outside of a function */
int x = spawn f(3);
/* expect: +1:1: error: sync outside of a function */
sync;
#endif
