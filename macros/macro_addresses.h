/*
 * errno, isalpha and the like behind a spawn.
 *
 * Each worker has its own errno, and with glibc its own tables.  glibc and musl
 * declare the functions that return their addresses with the attribute const,
 * so a compiler may call one once and use the address also behind a spawn, in
 * another worker.  So this header declares them without that attribute.
 * (ucilkcc does the same.)
 */
#ifndef UCILK_MACRO_ADDRESSES_H
#define UCILK_MACRO_ADDRESSES_H

#include <ctype.h>
#include <errno.h>

#ifndef UCILK_SERIAL

#ifdef __cplusplus
extern "C" {
#endif

#define UCILK_PURE(name) __asm__(name) __attribute__((pure, nothrow))

int *ucilk_errno_location(void) UCILK_PURE("__errno_location");
#ifdef __GLIBC__
const unsigned short **ucilk_ctype_b_loc(void) UCILK_PURE("__ctype_b_loc");
int ucilk_toupper(int) UCILK_PURE("toupper");
int ucilk_tolower(int) UCILK_PURE("tolower");
#endif

#undef UCILK_PURE

#ifdef __cplusplus
}
#endif

#undef errno
#define errno (*ucilk_errno_location())
#ifdef __GLIBC__
#define __ctype_b_loc ucilk_ctype_b_loc
#ifndef __cplusplus
#undef toupper
#undef tolower
#define toupper(c) ucilk_toupper(c)
#define tolower(c) ucilk_tolower(c)
#endif
#endif

#endif
#endif
