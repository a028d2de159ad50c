/* What programs for clusters have and child stealing has not: each ends the
 * program by name. */
#include "common/base/message.h"
#include "seam/views.h"

#include <ucilk/abi.h>

struct ucilk_abi_reducer *uci_reducers; /* none */

static _Noreturn void refuse(const struct ucilk_abi_task *site)
{
    uci_fatal(
        "%s:%d: child stealing has no futures: a get could be buried under "
        "the task that it waits for; use --ucilk-tool=sim",
        site->file, site->line);
}

ucilk_future_t ucilk_abi_future(void *args, const struct ucilk_abi_task *task,
                                struct ucilk_abi_frame *frame, long consumers)
{
    (void)args, (void)frame, (void)consumers;
    refuse(task);
}

ucilk_future_t ucilk_abi_future_value(const struct ucilk_abi_task *site,
                                      const void *value)
{
    (void)value;
    refuse(site);
}

ucilk_future_t ucilk_abi_promise(const struct ucilk_abi_task *site,
                                 long consumers)
{
    (void)consumers;
    refuse(site);
}

/* No handle has been made, so these have none that is good. */
static _Noreturn void refuse_handle(const char *place)
{
    uci_fatal("%s: child stealing has no futures, so this is no handle of one",
              place);
}

void ucilk_abi_promise_set(ucilk_future_t promise, const void *value,
                           unsigned long size, const char *place)
{
    (void)promise, (void)value, (void)size;
    refuse_handle(place);
}

void ucilk_abi_future_get(void *dst, ucilk_future_t future, unsigned long size,
                          const char *place)
{
    (void)dst, (void)future, (void)size;
    refuse_handle(place);
}

void ucilk_abi_future_get_part(void *dst, ucilk_future_t future,
                               unsigned long offset, unsigned long size,
                               const char *place)
{
    (void)dst, (void)future, (void)offset, (void)size;
    refuse_handle(place);
}

void ucilk_abi_future_share(ucilk_future_t *future, long consumers,
                            const char *place)
{
    (void)future, (void)consumers;
    refuse_handle(place);
}

int ucilk_abi_future_done(ucilk_future_t future, const char *place)
{
    (void)future;
    refuse_handle(place);
}

/* Called by a constructor, before main. */
void ucilk_abi_reducer_add(struct ucilk_abi_reducer *reducer)
{
    (void)reducer;
    uci_fatal("child stealing has no reducers at file scope: it does not keep "
              "the order of the elision; use --ucilk-tool=sim");
}

/* Local reducers are arguments of loops in programs for clusters: nothing is to
 * be done for them, and each variable is its own view. */
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
