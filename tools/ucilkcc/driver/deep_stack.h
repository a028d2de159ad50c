/*
 * Calls that need more stack than a program has by itself: libclang goes down
 * an expression level by level, and there are generated ones with 50,000 terms.
 */
#pragma once

void uk_deep_call(void (*function)(void *), void *argument);
