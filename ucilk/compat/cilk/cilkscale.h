/*
 * <cilk/cilkscale.h>: work and span between two points of a program, in ticks,
 * with `ucilkcc --ucilk-tool=scale'.  Without that they are zero, as in OpenCilk
 * without its tool.
 */
#ifndef UCILK_CILKSCALE_H
#define UCILK_CILKSCALE_H

#include <stdint.h> /* as OpenCilk's */
#include <ucilk/scale.h>

typedef long raw_duration_t;
typedef struct wsp_t {
    raw_duration_t work, span, bspan;
} wsp_t;

static __inline__ __attribute__((unused)) wsp_t wsp_zero(void)
{
    wsp_t zero = {0, 0, 0};
    return zero;
}

static __inline__ __attribute__((unused)) wsp_t wsp_getworkspan(void)
{
    long now[3];
    wsp_t here;
    ucilk_scale_now(now);
    here.work = now[0];
    here.span = now[1];
    here.bspan = now[2];
    return here;
}

static __inline__ __attribute__((unused)) wsp_t wsp_add(wsp_t a, wsp_t b)
{
    wsp_t sum = {a.work + b.work, a.span + b.span, a.bspan + b.bspan};
    return sum;
}

static __inline__ __attribute__((unused)) wsp_t wsp_sub(wsp_t a, wsp_t b)
{
    wsp_t difference = {a.work - b.work, a.span - b.span, a.bspan - b.bspan};
    return difference;
}

static __inline__ __attribute__((unused)) void wsp_dump(wsp_t at,
                                                        const char *tag)
{
    long amounts[3] = {at.work, at.span, at.bspan};
    ucilk_scale_add(tag, amounts);
}

#endif
