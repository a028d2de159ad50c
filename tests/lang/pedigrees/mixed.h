/* What later.c has for mixed.c. */
#include <ucilk/futures.h>

#include <stdint.h>

long without(long n);
ucilk_future_t future_without(uint64_t (*ask)(void));
