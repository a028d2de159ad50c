/* Groups where there is one node: each is a future.  On several nodes:
 * runtime/group/. */
#include <ucilk/abi.h>
#include <ucilk/groups.h>

ucilk_future_t ucilk_abi_group(void *args, const struct ucilk_abi_task *task,
                               const struct ucilk_abi_blobs *blobs,
                               struct ucilk_abi_frame *frame, long consumers)
{
    (void)blobs;
    return ucilk_abi_future(args, task, frame, consumers);
}

unsigned ucilk_node(void)
{
    return 0;
}

unsigned ucilk_nnodes(void)
{
    return 1;
}
