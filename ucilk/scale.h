/*
 * Parts of a program whose work and span `ucilkcc --ucilk-tool=scale' prints by
 * themselves (docs/scale.md); without that flag nothing.
 *
 *     ucilk_scale_begin("sort");
 *     ...
 *     ucilk_scale_end("sort");
 *
 * A part ends in the task in which it begins; children that it has spawned
 * belong to its span if it has a sync behind them.  Parts lie one inside the
 * other, or one behind the other; what has the same tag is added up.
 *
 * ucilk_scale_now gives work, span and burdened span from the program's beginning
 * until now, in ticks of the processor's counter or in strands; ucilk_scale_add
 * adds such amounts to a part.
 */
#ifndef UCILK_SCALE_H
#define UCILK_SCALE_H

#ifdef UCILK_ABI_SCALE
#ifdef __cplusplus
extern "C" {
#endif
void ucilk_scale_begin(const char *tag);
void ucilk_scale_end(const char *tag);
void ucilk_scale_now(long now[3]);
void ucilk_scale_add(const char *tag, const long amounts[3]);
#ifdef __cplusplus
}
#endif
#else
static __inline__ __attribute__((unused)) void
ucilk_scale_begin(const char *tag)
{
    (void)tag;
}
static __inline__ __attribute__((unused)) void ucilk_scale_end(const char *tag)
{
    (void)tag;
}
static __inline__ __attribute__((unused)) void ucilk_scale_now(long now[3])
{
    now[0] = now[1] = now[2] = 0;
}
static __inline__ __attribute__((unused)) void
ucilk_scale_add(const char *tag, const long amounts[3])
{
    (void)tag, (void)amounts;
}
#endif

#endif
