/* Sets of locks that strands hold: 0 is the empty one, and equal sets have
 * equal numbers. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Is there a lock in both that keeps their holders apart? */
bool uci_locks_meet(uint32_t a, uint32_t b);

/* Does b keep apart from whom a does? */
bool uci_locks_within(uint32_t a, uint32_t b);

/* An atomic operation has changed a word: to another value than 0 from 0, if it
 * is one that locks are made of, or to 0. */
void uci_locks_word(const volatile void *word, bool was_set, bool is_set,
                    bool may_lock);

/* The task ends: the words that it has set and not cleared are no locks. */
void uci_locks_end(void);
