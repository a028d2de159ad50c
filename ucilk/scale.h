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

#ifdef __cplusplus
extern "C" {
#endif
/* Null unless the program is linked with libucilk_scale, which has them. */
#pragma weak ucilk_abi_scale_begin
#pragma weak ucilk_abi_scale_end
#pragma weak ucilk_abi_scale_now
#pragma weak ucilk_abi_scale_add
void ucilk_abi_scale_begin(const char *tag);
void ucilk_abi_scale_end(const char *tag);
void ucilk_abi_scale_now(long now[3]);
void ucilk_abi_scale_add(const char *tag, const long amounts[3]);
#ifdef __cplusplus
}
#endif

static __inline__ __attribute__((unused)) void
ucilk_scale_begin(const char *tag)
{
    if (ucilk_abi_scale_begin)
        ucilk_abi_scale_begin(tag);
}
static __inline__ __attribute__((unused)) void ucilk_scale_end(const char *tag)
{
    if (ucilk_abi_scale_end)
        ucilk_abi_scale_end(tag);
}
static __inline__ __attribute__((unused)) void ucilk_scale_now(long now[3])
{
    now[0] = now[1] = now[2] = 0;
    if (ucilk_abi_scale_now)
        ucilk_abi_scale_now(now);
}
static __inline__ __attribute__((unused)) void
ucilk_scale_add(const char *tag, const long amounts[3])
{
    if (ucilk_abi_scale_add)
        ucilk_abi_scale_add(tag, amounts);
}

#endif
