/*
 * <cilk/cilkscale.h>: work and span between two points of a program.  They are
 * zero, as in OpenCilk without its tool.  UCILK_STATS=1 counts steals, and
 * times on 1, 2, 4, ... workers show how a program scales.
 */
#ifndef UCILK_CILKSCALE_H
#define UCILK_CILKSCALE_H

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
    return wsp_zero();
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
    (void)at;
    (void)tag;
}

#endif
