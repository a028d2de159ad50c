/*
 * What all models share: seeded mistakes, and choices of one branch.
 *
 * With MISTAKE_<name> defined, as run.sh does it to seed this mistake,
 *
 *   MISTAKE(name, text)          is the text,            else nothing;
 *   CORRECT(name, text)          is nothing,             else the text;
 *   EITHER(name, wrong, right)   is the first of both,   else the second;
 *   SWAPPED(name, a, b)          is b a,                 else a b.
 *
 * They take the place of #ifdef, and may stand in a #define.  A text ends with its
 * own semicolon; only the last one may have commas outside of parentheses.
 */
#define MISTAKE(name, ...) CHOOSE(name, TEXT, NOTHING)(__VA_ARGS__)
#define CORRECT(name, ...) CHOOSE(name, NOTHING, TEXT)(__VA_ARGS__)
#define EITHER(name, ...) CHOOSE(name, FIRST, REST)(__VA_ARGS__)
#define SWAPPED(name, ...) CHOOSE(name, BACKWARDS, FORWARDS)(__VA_ARGS__)

#define TEXT(...) __VA_ARGS__
#define NOTHING(...)
#define FIRST(a, ...) a
#define REST(a, ...) __VA_ARGS__
#define FORWARDS(a, ...) a __VA_ARGS__
#define BACKWARDS(a, ...) __VA_ARGS__ a

/* The same for a flag of a run, as -DNEAR. */
#define WITH(flag, ...) CHOOSE_BY(flag, TEXT, NOTHING)(__VA_ARGS__)
#define WITHOUT(flag, ...) CHOOSE_BY(flag, NOTHING, TEXT)(__VA_ARGS__)
#define WITH_ELSE(flag, ...) CHOOSE_BY(flag, FIRST, REST)(__VA_ARGS__)

/* The preprocessor defines what -D names as 1. */
#define CHOOSE(name, yes, no) CHOOSE_BY(MISTAKE_##name, yes, no)
#define CHOOSE_BY(seeded, yes, no) CHOOSE_AS(seeded, yes, no)
#define CHOOSE_AS(seeded, yes, no) CHOSEN(ONE_##seeded yes, no, )
#define ONE_1 ,
#define CHOSEN(...) SECOND(__VA_ARGS__)
#define SECOND(a, b, ...) b

#define WHEN(condition, ...) if :: condition -> __VA_ARGS__ :: else fi
#define UNLESS(condition, ...) if :: condition :: else -> __VA_ARGS__ fi
#define WHEN_ELSE(condition, yes, ...) \
    if :: condition -> yes :: else -> __VA_ARGS__ fi
#define UNTIL(condition, ...) do :: condition -> break :: else -> __VA_ARGS__ od
#define WHILE(condition, ...) do :: condition -> __VA_ARGS__ :: else -> break od

/* X(0) to X(n - 1), for a number n. */
#define EACH(n, X) EACH_OF(n, X)
#define EACH_OF(n, X) EACH_##n(X)
#define EACH_2(X) X(0) X(1)
#define EACH_3(X) EACH_2(X) X(2)
#define EACH_4(X) EACH_3(X) X(3)
#define EACH_5(X) EACH_4(X) X(4)
#define EACH_6(X) EACH_5(X) X(5)

/* A deque's H is twice the index, plus the lock. */
#define INDEX(h) ((h) >> 1)
#define LOCKED(h) ((h) & 1)
#define UNLOCKED_AT(i) (2 * (i))
#define LOCKED_AT(i) (2 * (i) + 1)
