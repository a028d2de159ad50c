/* The second file of seeded.c. */
#include "seeded_library.h"

void far_write(long *to, long value)
{
    *to = value; // file_pair file_static
}
