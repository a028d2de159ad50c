/* Local reducers of <ucilk/abi.h> where each variable is its own view: all
 * strands run in serial order, or the loops of programs for clusters pass it.
 */
#include <ucilk/abi.h>

void *ucilk_abi_look_up(void *key, unsigned long size,
                        const struct ucilk_abi_monoid *monoid)
{
    (void)size, (void)monoid;
    return key;
}

void ucilk_abi_reducers_begin(void *start, unsigned long size)
{
    (void)start, (void)size;
}

void ucilk_abi_reducers_end(void *start, unsigned long size)
{
    (void)start, (void)size;
}
