/* lcs [FLAG VALUE]...: prints only the length, computed row by row; lcs.sh
 * compares lcs with it. */
#include "../../examples/lcs.h"

int main(int argc, char **argv)
{
    parse(argc, argv);
    make_strings();
    printf("%d\n", simple());
    return 0;
}
