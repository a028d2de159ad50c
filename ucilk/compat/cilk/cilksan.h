/*
 * <cilk/cilksan.h>: what programs tell OpenCilk's race detector.  All of it
 * does nothing here: ucilkcc --ucilk-tool=race finds races without it
 * (docs/race.md).
 */
#ifndef UCILK_CILKSAN_H
#define UCILK_CILKSAN_H

#define __cilksan_enable_checking() ((void)0)
#define __cilksan_disable_checking() ((void)0)
#define __cilksan_enable_instrumentation() ((void)0)
#define __cilksan_disable_instrumentation() ((void)0)
#define __cilksan_begin_atomic() ((void)0)
#define __cilksan_end_atomic() ((void)0)
#define __cilksan_acquire_lock(lock) ((void)(lock))
#define __cilksan_release_lock(lock) ((void)(lock))
#define __cilksan_register_lock_explicit(lock) ((void)(lock))
#define __cilksan_unregister_lock_explicit(lock) ((void)(lock))

#endif
