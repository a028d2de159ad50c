/* lcs [FLAG VALUE]...: the length alone, row by row: what lcs is compared
 * with. */
#include "../../examples/lcs.h"

int main(int argc, char **argv)
{
    parse(argc, argv);
    make_strings();
    printf("%d\n", simple());
    return 0;
}
