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
 */
#ifndef UCILK_SCALE_H
#define UCILK_SCALE_H

#ifdef UCILK_ABI_SCALE
#ifdef __cplusplus
extern "C" {
#endif
void ucilk_scale_begin(const char *tag);
void ucilk_scale_end(const char *tag);
#ifdef __cplusplus
}
#endif
#else
#define ucilk_scale_begin(tag) ((void)(tag))
#define ucilk_scale_end(tag) ((void)(tag))
#endif

#endif
