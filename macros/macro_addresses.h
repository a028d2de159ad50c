/*
 * errno, isalpha and their kin behind a spawn.
 *
 * glibc declares the functions that give their addresses, which each worker
 * has elsewhere, with the attribute const: a compiler would ask once and use
 * the answer over a spawn.  So they are declared anew.  (ucilkcc does as much
 * by itself.)
 */
#ifndef UCILK_MACRO_ADDRESSES_H
#define UCILK_MACRO_ADDRESSES_H

#include <ctype.h>
#include <errno.h>

#if defined(__GLIBC__) && !defined(UCILK_SERIAL)

#ifdef __cplusplus
extern "C" {
#endif

#define UCILK_PURE(name) __asm__(name) __attribute__((pure, nothrow))

int *ucilk_errno_location(void) UCILK_PURE("__errno_location");
const unsigned short **ucilk_ctype_b_loc(void) UCILK_PURE("__ctype_b_loc");
int ucilk_toupper(int) UCILK_PURE("toupper");
int ucilk_tolower(int) UCILK_PURE("tolower");

#undef UCILK_PURE

#ifdef __cplusplus
}
#endif

#undef errno
#define errno (*ucilk_errno_location())
#define __ctype_b_loc ucilk_ctype_b_loc
#ifndef __cplusplus
#undef toupper
#undef tolower
#define toupper(c) ucilk_toupper(c)
#define tolower(c) ucilk_tolower(c)
#endif

#endif
#endif
